// A request to be, and what the contract says becomes of it. Faults are added one by one; each adds an outcome, and of all
// outcomes the one that the contract looks for first is what is answered.
import { type ContractOperation, httpAnswers, prose } from '../contract.ts'

/** Why the mock, which keeps nothing and believes every token, may answer otherwise than the service. */
export type Difference =
  | 'a token that is not known'
  | 'a token that lacks a scope'
  | 'a cursor that nobody was given'
  | 'a plant that is not there'
  | 'a key used before'
  | 'an entity tag that is current'
  | 'an entity tag that is not current'

/** What the contract answers; of several, the first in its order of errors. */
export interface Outcome {
  /** In the order of errors; a success comes last. */
  order: number
  status: number
  /** Of the problem. */
  type?: string
  /** What `errors` must name. */
  field?: { pointer: string } | { parameter: string } | { header: string }
  /** Where what is kept decides, not the request alone. */
  because?: Difference
}

/** What must be there before the request can mean what it is to mean. */
export type SetUp = 'nothing' | 'a plant' | "somebody else's plant" | 'a page' | 'a used key'

/** Texts may have `{id}`, `{etag}`, `{cursor}`, `{key}`, `{token}`, `{host}` and the like, filled in when it is sent. */
export interface Draft {
  operation: ContractOperation
  /** No other fault may touch these again. */
  touched: string[]
  setUp: SetUp
  method: string
  target: { prefix: string; path: string; query: string[] }
  fields: [name: string, value: string][]
  body: Buffer | undefined
  chunked: boolean
  outcomes: Outcome[]
}

const sentence = /Checks run in this order[^:]*:\s*(.*?)\.\s/s.exec(prose)?.[1] ?? ''
/** The order of errors, as the contract's description has it. */
export const orderOfErrors = sentence.split(/,\s+|\sor\s/).map((entry) => entry.replace(/\s+/g, ' '))

/**
 * The outcome of an error.
 * @param entry Of the order of errors, as the contract writes it.
 * @throws {Error} where the contract has no such entry, or no such answer.
 */
export function errorOutcome(
  operation: ContractOperation | undefined,
  entry: string,
  details: Pick<Outcome, 'field' | 'because'> = {},
): Outcome {
  const order = orderOfErrors.indexOf(entry)
  if (order === -1) throw new Error(`The order of errors in openapi.yaml has no entry "${entry}"`)
  const status = Number.parseInt(entry, 10)
  const answer = operation?.answers.get(status) ?? httpAnswers.get(status)
  const type = [...(answer?.content.values() ?? [])][0]?.type
  if (type === undefined) throw new Error(`openapi.yaml documents no problem for "${entry}"`)
  return { order, status, type, ...details }
}

/** The first in the order of errors; where two are found at the same place, nobody says which field is named. */
export function firstOutcome(outcomes: Outcome[]): Outcome {
  const [first, second] = outcomes.toSorted((one, other) => one.order - other.order)
  if (first === undefined) throw new Error('A request has an outcome.')
  if (first.order !== second?.order) return first
  const { field: _, ...rest } = first
  return rest
}

/** What a success is: the one that the operation documents. */
export function success({ id, answers }: ContractOperation): Outcome {
  const status = [...answers.keys()].find((one) => one >= 200 && one < 300)
  if (status === undefined) throw new Error(`openapi.yaml documents no success of ${id}`)
  return { order: Number.POSITIVE_INFINITY, status }
}

/** What the mock, which knows of the request alone, makes of it. */
export function outcomeOfRequest({ outcomes }: Draft): Outcome {
  return firstOutcome(outcomes.filter(({ because }) => because === undefined))
}

export function withOutcome(draft: Draft, ...outcomes: Outcome[]): Draft {
  return { ...draft, outcomes: [...draft.outcomes, ...outcomes] }
}

/** Values for the places that a text leaves open. */
export type Facts = Record<string, string>

/** The very bytes; header fields are Latin-1 (RFC 9110, 5.5). */
export function bytesOf(draft: Draft, facts: Facts): Buffer {
  const { method, target, fields, body, chunked } = draft
  const query = target.query.length === 0 ? '' : `?${target.query.join('&')}`
  const isSized = body !== undefined && !chunked
  const lines = [
    `${method} ${target.prefix}${target.path}${query} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...(isSized ? [`Content-Length: ${body.length}`] : []),
    ...(chunked ? ['Transfer-Encoding: chunked'] : []),
  ]
  const head = Buffer.from(`${filled(lines.join('\r\n'), facts)}\r\n\r\n`, 'latin1')
  if (body === undefined) return head
  return Buffer.concat([head, chunked ? inChunks(body) : body])
}

function filled(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => facts[name] ?? place)
}

function inChunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const chunks = parts.map((part) => Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, crlf]))
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

const crlf = Buffer.from('\r\n')
