// A request before it is sent: its parts may have placeholders, and it has the outcomes that the contract expects.
import type * as fc from 'fast-check'
import { getFreeParameters, getPathParameterNames, namesItem } from '../contract/operations.ts'
import type { ContractOperation, TestedContract } from '../contract/tested-contract.ts'
import { errorOutcome, type Outcome, type OutcomeDetails } from './outcome.ts'
import { pathText } from './texts.ts'
import { memoize, sample } from './values.ts'

/** Strings may contain placeholders such as `{etag}`, `{token}` and `{host}`, which are filled in before sending. */
export interface RequestTemplate {
  operation: ContractOperation
  method: string
  /** Scheme and host, if the request target is in absolute-form; otherwise ''. */
  prefix: string
  path: string
  query: string[]
  headers: [name: string, value: string][]
  body: Buffer | undefined
  chunked: boolean
  outcomes: Outcome[]
  /** Names of the test categories that have changed it: its negative cases, or its form. */
  categories: string[]
}

export type Placeholders = Record<string, string>

/** A row in the table of checks in README.md. */
export interface CatalogueEntry {
  name: string
  /** Sentence of the contract, or an RFC; `…` stands for names. Default: that of a request that does not match it. */
  sentence?: string
  sends: string
  accepts: string
}

/** A change of a valid request that gives it a different outcome. */
export interface Variation extends CatalogueEntry {
  /** The parts of the request that it changes. Two variations of the same part are never combined. */
  changedParts: string[]
  fits?: (operation: ContractOperation) => boolean
  apply: (template: RequestTemplate, name: string) => RequestTemplate[] | fc.Arbitrary<RequestTemplate>
  /** Returns requests that every run sends, because random ones could miss them. Default: none. */
  getFixedRequests?: (contract: Pick<TestedContract, 'operations' | 'simplestRead'>) => RequestTemplate[]
}

/** Creates a request for an operation with its credentials. Body, query and outcomes are empty unless `parts` has them. */
export function toTemplate(operation: ContractOperation, parts: Partial<RequestTemplate> = {}): RequestTemplate {
  const credentials = getCredentialParts(operation)
  return {
    operation,
    method: operation.method,
    prefix: '',
    body: undefined,
    chunked: false,
    outcomes: [],
    categories: [],
    ...parts,
    path: fillPlaceholders(parts.path ?? operation.path, getFreeValues(operation)),
    query: [...(parts.query ?? []), ...credentials.query],
    headers: [['Host', '{host}'], ...credentials.headers, ...(parts.headers ?? [])],
  }
}

/** Adds an error that the service must return. @param entry An entry of `x-order-of-checks`. */
export function withError(template: RequestTemplate, entry: string, details?: OutcomeDetails): RequestTemplate {
  return { ...template, outcomes: [...template.outcomes, errorOutcome(template.operation, entry, details)] }
}

export function setHeader(template: RequestTemplate, name: string, ...values: string[]): RequestTemplate {
  const others = template.headers.filter(([key]) => key !== name)
  return { ...template, headers: [...others, ...values.map((value): [string, string] => [name, value])] }
}

/** Returns a request with an error for each value of a header. An empty array omits the header, a longer one repeats it. */
export function withErrors(
  template: RequestTemplate,
  name: string,
  values: (string | string[])[],
  ...error: [entry: string, details?: OutcomeDetails]
): RequestTemplate[] {
  return values.map((headerValues) => withError(setHeader(template, name, ...[headerValues].flat()), ...error))
}

export function addHeaders(template: RequestTemplate, ...headers: RequestTemplate['headers']): RequestTemplate {
  return { ...template, headers: [...template.headers, ...headers] }
}

export function setQuery(template: RequestTemplate, name: string, ...pairs: string[]): RequestTemplate {
  const others = template.query.filter((pair) => pair.split('=')[0] !== name)
  return { ...template, query: [...others, ...pairs] }
}

function getPathAndQuery({ path, query }: RequestTemplate): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Returns valid values of the path parameters that name no item, percent-encoded, the same for each request. */
const getFreeValues = memoize((operation: ContractOperation): Placeholders => {
  const texts = getFreeParameters(operation).map((freeParameter) => [
    freeParameter.name,
    sample(pathText(operation, freeParameter)) ?? '',
  ])
  return Object.fromEntries(texts)
})

// A placeholder has no quote or colon, so a JSON object is none.
const placeholder = /\{([^{}":]+)\}/g

/** Placeholders without a value remain. */
export function fillPlaceholders(text: string, texts: Placeholders): string {
  return text.replace(placeholder, (unknown, name: string) => texts[name] ?? unknown)
}

/** Returns the names of the values that a template needs: its placeholders, and the parameters that name items. */
export function getPlaceholders(template: RequestTemplate): Set<string> {
  const texts = [getPathAndQuery(template), ...template.headers.map(([, value]) => value)]
  const names = texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))
  const ofItems = getPathParameterNames(template.operation.path).filter((name) => namesItem(template.operation, name))
  return new Set([...names, ...(template.method === 'OPTIONS' ? [] : ofItems)])
}

/** Returns the bytes to send. Headers are Latin-1 (RFC 9110, 5.5). */
export function toBytes(template: RequestTemplate, values: Placeholders): Buffer {
  const { method, prefix, headers, body, chunked } = template
  const fill = (text: string) => fillPlaceholders(text, values)
  const lines = [
    fill(`${method} ${prefix}${getPathAndQuery(template)} HTTP/1.1`),
    ...headers.map(([name, value]) => `${name}: ${withEncodedPassword(fill(value))}`),
    ...(body !== undefined && !chunked ? [`Content-Length: ${body.length}`] : []),
    ...(chunked ? ['Transfer-Encoding: chunked'] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, ...(chunked ? toChunks(body) : [body])])
}

function toChunks(body: Buffer): Buffer[] {
  const half = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const chunks = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  return [...chunks, Buffer.from('0\r\n\r\n')]
}

/** Returns the headers and query parameters with the credentials. `{token}` stands for the token of the caller. */
function getCredentialParts({ credentials }: ContractOperation): Pick<RequestTemplate, 'headers' | 'query'> {
  return {
    headers: credentials.flatMap(({ location, name }): RequestTemplate['headers'] => {
      if (location === 'query') return []
      if (location === 'header') return [[name, '{token}']]
      if (location === 'cookie') return [['Cookie', `${name}={token}`]]
      // The password is encoded when the request is sent.
      return [['Authorization', location === 'basic' ? 'Basic :{token}' : 'Bearer {token}']]
    }),
    query: credentials.flatMap(({ location, name }) =>
      location === 'query' ? [`${encodeURIComponent(name)}={token}`] : [],
    ),
  }
}

export function withToken(template: RequestTemplate, token: string): RequestTemplate {
  const fill = (text: string) => text.replace('{token}', () => token)
  return {
    ...template,
    headers: template.headers.map(([name, value]) => [name, fill(value)]),
    query: template.query.map(fill),
  }
}

export function withoutCredentials(template: RequestTemplate): RequestTemplate {
  const isKept = (text: string) => !text.includes('{token}')
  return {
    ...template,
    headers: template.headers.filter(([, value]) => isKept(value)),
    query: template.query.filter(isKept),
  }
}

/** Encodes the user and password of `Authorization` in Base64 (RFC 7617), except <TOKEN> in a report. */
function withEncodedPassword(value: string): string {
  const credentials = /^(\s*Basic )([^\s<]*:[^\s<]*)/
  return value.replace(credentials, (_, scheme, text) => scheme + Buffer.from(text).toString('base64'))
}
