// A request before it is sent: its parts may have placeholders, and it knows the outcomes that the contract expects.
import type * as fc from 'fast-check'
import type { ContractOperation } from '../contract/openapi.ts'
import type { Outcome } from './outcome.ts'

/** Texts may have `{id}`, `{etag}`, `{key}`, `{token}`, `{host}` and the like, filled in before sending. */
export interface Draft {
  operation: ContractOperation
  /** What must exist before the request is sent. */
  setUp: 'nothing' | 'a plant' | "somebody else's plant" | 'a used key'
  method: string
  target: { prefix: string; path: string; query: string[] }
  headers: [name: string, value: string][]
  body: Buffer | undefined
  chunked: boolean
  outcomes: Outcome[]
}

/** Values of the placeholders, by name. */
export type Placeholders = Record<string, string>

/** A change of a valid request that gives it another outcome. */
export interface Variation {
  /** The name of all its requests in a report. */
  family: string
  /** The parts of the request that it changes; two variations of the same part are never combined. */
  changes: string[]
  /** Whether it applies to an operation. Default: to each. */
  fits?: (operation: ContractOperation) => boolean
  apply: (draft: Draft) => fc.Arbitrary<Draft>
  /** Requests that every run sends, for a few fixed variants that chance could miss. Default: none. */
  always?: Draft[]
}

/** A request for an operation, with a token, and without body, query and outcomes unless given. */
export function draftOf(operation: ContractOperation, parts: Partial<Draft> = {}): Draft {
  return {
    operation,
    setUp: 'nothing',
    method: operation.method,
    target: { prefix: '', path: operation.path, query: [] },
    body: undefined,
    chunked: false,
    outcomes: [],
    ...parts,
    headers: [['Host', '{host}'], ['Authorization', 'Bearer {token}'], ...(parts.headers ?? [])],
  }
}

export function withOutcome(draft: Draft, outcome: Outcome): Draft {
  return { ...draft, outcomes: [...draft.outcomes, outcome] }
}

/** The draft with other values of a header, or without the header. */
export function setHeader(draft: Draft, name: string, ...values: string[]): Draft {
  const others = draft.headers.filter(([key]) => key !== name)
  return { ...draft, headers: [...others, ...values.map((value): [string, string] => [name, value])] }
}

export function addHeaders(draft: Draft, ...headers: Draft['headers']): Draft {
  return { ...draft, headers: [...draft.headers, ...headers] }
}

/** The draft with other pairs for a query parameter, or without the parameter. */
export function setQuery(draft: Draft, name: string, ...pairs: string[]): Draft {
  const others = draft.target.query.filter((pair) => pair.split('=')[0] !== name)
  return { ...draft, target: { ...draft.target, query: [...others, ...pairs] } }
}

export function setPath(draft: Draft, path: string): Draft {
  return { ...draft, target: { ...draft.target, path } }
}

/** Path and query, with placeholders. */
export function pathAndQuery({ target: { path, query } }: Draft): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Placeholders without a value stay as they are. */
export function fillIn(text: string, values: Placeholders): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** The bytes to send. Headers are Latin-1 (RFC 9110, 5.5). */
export function bytesOf(draft: Draft, values: Placeholders): Buffer {
  const { method, target, headers, body, chunked } = draft
  const lines = [
    `${method} ${target.prefix}${pathAndQuery(draft)} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body !== undefined && !chunked ? [`Content-Length: ${body.length}`] : []),
    ...(chunked ? ['Transfer-Encoding: chunked'] : []),
  ]
  const head = Buffer.from(`${fillIn(lines.join('\r\n'), values)}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, chunked ? inChunks(body) : body])
}

function inChunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const end = Buffer.from('\r\n')
  const chunks = parts.map((part) => Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, end]))
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}
