// A request before it is sent: its parts may have placeholders, and it knows the outcomes that the contract expects.
import type * as fc from 'fast-check'
import { freeParameters, isOfItem, parametersIn } from '../contract/operations.ts'
import type { ContractOperation, TestedContract } from '../contract/tested-contract.ts'
import { errorOutcome, type Outcome, type OutcomeDetails } from './outcome.ts'
import { pathText } from './texts.ts'
import { memoize, sample } from './values.ts'

/** Texts may have `{id}`, `{etag}`, `{key}`, `{token}`, `{host}` and the like, filled in before sending. */
export interface RequestTemplate {
  operation: ContractOperation
  method: string
  /** Scheme and host, if the request line has a whole URL. */
  prefix: string
  path: string
  query: string[]
  headers: [name: string, value: string][]
  body: Buffer | undefined
  chunked: boolean
  outcomes: Outcome[]
  /** Of its negative cases, or of its form. */
  categories: string[]
}

export type Placeholders = Record<string, string>

/** What README.md says of a check. */
export interface Described {
  name: string
  /** Sentence of the contract, or its source; `…` stands for names. Default: that of a request which is not valid. */
  sentence?: string
  sends: string
  accepts: string
}

/** A change of a valid request that gives it another outcome. */
export interface Variation extends Described {
  /** The parts of the request that it changes; two variations of the same part are never combined. */
  changedParts: string[]
  fits?: (operation: ContractOperation) => boolean
  apply: (template: RequestTemplate, name: string) => RequestTemplate[] | fc.Arbitrary<RequestTemplate>
  /** Requests that every run sends, because chance could miss them. Default: none. */
  always?: (contract: Pick<TestedContract, 'operations' | 'simplest'>) => RequestTemplate[]
}

/** A request for an operation, with its credentials, and without body, query and outcomes unless given. */
export function toTemplate(operation: ContractOperation, parts: Partial<RequestTemplate> = {}): RequestTemplate {
  const credentials = credentialParts(operation)
  return {
    operation,
    method: operation.method,
    prefix: '',
    body: undefined,
    chunked: false,
    outcomes: [],
    categories: [],
    ...parts,
    path: withTexts(parts.path ?? operation.path, anyValues(operation)),
    query: [...(parts.query ?? []), ...credentials.query],
    headers: [['Host', '{host}'], ...credentials.headers, ...(parts.headers ?? [])],
  }
}

export function refuse(template: RequestTemplate, entry: string, details?: OutcomeDetails): RequestTemplate {
  return { ...template, outcomes: [...template.outcomes, errorOutcome(template.operation, entry, details)] }
}

export function setHeader(template: RequestTemplate, name: string, ...values: string[]): RequestTemplate {
  const others = template.headers.filter(([key]) => key !== name)
  return { ...template, headers: [...others, ...values.map((value): [string, string] => [name, value])] }
}

/** An error for each of the values of a header. An empty list leaves the header out. */
export function refuseEach(
  template: RequestTemplate,
  name: string,
  values: (string | string[])[],
  ...error: [entry: string, details?: OutcomeDetails]
): RequestTemplate[] {
  return values.map((headerValues) => refuse(setHeader(template, name, ...[headerValues].flat()), ...error))
}

export function addHeaders(template: RequestTemplate, ...headers: RequestTemplate['headers']): RequestTemplate {
  return { ...template, headers: [...template.headers, ...headers] }
}

export function setQuery(template: RequestTemplate, name: string, ...pairs: string[]): RequestTemplate {
  const others = template.query.filter((pair) => pair.split('=')[0] !== name)
  return { ...template, query: [...others, ...pairs] }
}

function pathAndQuery({ path, query }: RequestTemplate): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Valid texts for the parameters of the path that name no item, the same for each request. */
const anyValues = memoize((operation: ContractOperation): Placeholders => {
  const texts = freeParameters(operation).map((freeParameter) => [
    freeParameter.name,
    sample(pathText(operation, freeParameter)) ?? '',
  ])
  return Object.fromEntries(texts)
})

// Not that of a JSON object.
const placeholder = /\{([^{}":]+)\}/g

/** Placeholders without a text stay as they are. */
export function withTexts(text: string, texts: Placeholders): string {
  return text.replace(placeholder, (unknown, name: string) => texts[name] ?? unknown)
}

/** The names of the values that a template needs: its placeholders, and the parameters of its operation. */
export function valuesNeededBy(template: RequestTemplate): Set<string> {
  const texts = [pathAndQuery(template), ...template.headers.map(([, value]) => value)]
  const names = texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))
  const ofItems = parametersIn(template.operation.path).filter((name) => isOfItem(template.operation, name))
  return new Set([...names, ...(template.method === 'OPTIONS' ? [] : ofItems)])
}

/** The bytes to send. Headers are Latin-1 (RFC 9110, 5.5). */
export function toBytes(template: RequestTemplate, values: Placeholders): Buffer {
  const { method, prefix, headers, body, chunked } = template
  const fill = (text: string) => withTexts(text, values)
  const lines = [
    fill(`${method} ${prefix}${pathAndQuery(template)} HTTP/1.1`),
    ...headers.map(([name, value]) => `${name}: ${withEncodedPassword(fill(value))}`),
    ...(body !== undefined && !chunked ? [`Content-Length: ${body.length}`] : []),
    ...(chunked ? ['Transfer-Encoding: chunked'] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, ...(chunked ? inChunks(body) : [body])])
}

function inChunks(body: Buffer): Buffer[] {
  const half = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const chunks = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  return [...chunks, Buffer.from('0\r\n\r\n')]
}

/** The credentials, where the operation has them. `{token}` stands for the token of the caller. */
function credentialParts({ credentials }: ContractOperation): Pick<RequestTemplate, 'headers' | 'query'> {
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

/** The value of `Authorization` as it is sent: user and password in Base64 (RFC 7617). A report has <TOKEN> instead. */
function withEncodedPassword(value: string): string {
  const credentials = /^(\s*Basic )([^\s<]*:[^\s<]*)/
  return value.replace(credentials, (_, scheme, text) => scheme + Buffer.from(text).toString('base64'))
}
