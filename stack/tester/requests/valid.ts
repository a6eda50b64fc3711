// Valid requests for each operation, with and without optional parts, and in other forms that HTTP allows.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { getFreeParameters, getParameters, supports } from '../contract/operations.ts'
import type { ContractOperation, ContractParameter, TestedContract } from '../contract/tested-contract.ts'
import { getKind, validBody } from './bodies.ts'
import { getMediaTypes, successOutcome } from './outcome.ts'
import { earlierDates, laterDates } from './state.ts'
import { addHeaders, fillPlaceholders, type RequestTemplate, setHeader, toTemplate, withToken } from './template.ts'
import { isHeaderValue, isWritable, pathText, percentEncode, validPairs, validValue } from './texts.ts'
import { valueOrReason } from './values.ts'

export function validRequest(operation: ContractOperation): fc.Arbitrary<RequestTemplate> {
  const free = getFreeParameters(operation)
  const paths = fc.tuple(
    ...free.map((parameter) => pathText(operation, parameter).map((text) => [parameter.name, text] as const)),
  )
  const cookies = getParameters(operation, 'cookie').map((parameter) =>
    optional(parameter, () =>
      validValue(parameter).map((value) => [`${parameter.name}=${percentEncode(String(value))}`]),
    ),
  )
  const queries = getParameters(operation, 'query').map((parameter) => optional(parameter, () => validPairs(parameter)))
  const headerLists = getParameters(operation, 'header').map((parameter) => header(operation, parameter))
  const bodies = operation.body.size === 0 ? fc.constant(undefined) : validBody(operation)
  const outcomes = [successOutcome(operation)]
  return fc
    .tuple(fc.tuple(...queries), fc.tuple(...headerLists), bodies, paths, fc.tuple(...cookies))
    .map(([query, headers, content, values, cookieLists]) => {
      const cookieText = cookieLists.flat().join('; ')
      const cookieHeader: RequestTemplate['headers'] = cookieText === '' ? [] : [['Cookie', cookieText]]
      const mediaType: RequestTemplate['headers'] = content ? [['Content-Type', content.mediaType]] : []
      return toTemplate(operation, {
        path: fillPlaceholders(operation.path, Object.fromEntries(values)),
        query: query.flat(),
        headers: [...headers.flat(), ...cookieHeader, ...mediaType],
        body: content?.body,
        outcomes,
      })
    })
}

const reasons = new WeakMap<ContractOperation, string>()

/** Omits all tests that need a valid request of this operation. */
export function omitOperation(operation: ContractOperation, reason: string): void {
  reasons.set(operation, reason)
}

/** Returns the reason why the tester has no valid request for an operation; '' if it has one. */
export function reasonUntested(operation: ContractOperation): string {
  const find = () => {
    fc.sample(validRequest(operation), { seed: 1, numRuns: 20 })
    return ''
  }
  const reason = reasons.get(operation) ?? valueOrReason(find)
  reasons.set(operation, reason)
  return reason
}

/** Returns requests with a long value that is not a date, which the service must ignore, too. */
export function longInvalidDate({ operations }: Pick<TestedContract, 'operations'>): RequestTemplate[] {
  const name = 'If-Unmodified-Since'
  const fitting = operations.filter((operation) => operation.body.size === 0 && supports(operation, name))
  return fitting.map((operation) =>
    toTemplate(operation, { headers: [[name, 'x'.repeat(5_000)]], outcomes: [successOutcome(operation)] }),
  )
}

/** @throws {NoValue} if the tester cannot serialize a required parameter. */
function optional<T>(parameter: ContractParameter, find: () => fc.Arbitrary<T[]>): fc.Arbitrary<T[]> {
  if (parameter.required) return find()
  return isWritable(parameter) ? fc.oneof(fc.constant<T[]>([]), find()) : fc.constant([])
}

// The service must ignore invalid dates (RFC 9110, 13.1.3 and 13.1.4).
const invalidDates = ['', '0', 'yesterday', '2025-11-20T09:00:00Z', 'Sun, 06 Nov 1994', 'é']

// Values with which a request succeeds, unlike most other valid values. `{etag}` is the tag of an item.
const harmless: Record<string, (operation: ContractOperation) => string[] | undefined> = {
  'If-Match': ({ path }) => ['*', ...(path.endsWith('}') ? ['{etag}', 'W/"a", {etag}', ', "x,y" ,{etag},'] : [])],
  // Random lists take long to generate. Those of GET requests already test that the service parses every form.
  'If-None-Match': ({ method }) =>
    method === 'GET' ? undefined : ['"x"', 'W/"x"', 'W/"a", "b"', '"a,b",', ', "" ,"*"'],
  'If-Modified-Since': () => [...earlierDates, ...invalidDates],
  'If-Unmodified-Since': () => [...laterDates, ...invalidDates],
  'Idempotency-Key': () => ['{newId}', '"{newId}"', '{newId}\\'],
}

function header(operation: ContractOperation, parameter: ContractParameter): fc.Arbitrary<RequestTemplate['headers']> {
  const { name } = parameter
  const known = supports(operation, name) ? harmless[name]?.(operation) : undefined
  // A contract can restrict the keys. `{newId}` is a UUID.
  const isKey = (text: string) => parameter.schema.isValid(text.replace('{newId}', randomUUID()))
  const fitting = name === 'Idempotency-Key' ? known?.filter(isKey) : known
  // There is no encoding for characters that a header cannot contain. A `*` would match any tag.
  const canBeSent = (text: string) => isHeaderValue(text) && !text.includes('*')
  const values = () =>
    fitting?.[0] ? fc.constantFrom(...fitting) : validValue(parameter).map(String).filter(canBeSent)
  return optional(parameter, () => values().map((value) => [[name, value]]))
}

/** Returns the request, and a copy without its body if the body is optional. */
export function withOptionalBody(template: RequestTemplate): RequestTemplate[] {
  const isOptional = template.body !== undefined && !template.operation.requiresBody
  return isOptional ? [template, { ...setHeader(template, 'Content-Type'), body: undefined }] : [template]
}

// JSON may be surrounded by white space, so it can always be padded to the limit.
export function withBodyOfMaximumSize(template: RequestTemplate): RequestTemplate[] {
  const { body = Buffer.alloc(0), operation } = template
  const space = Buffer.alloc(operation.contract.limits.bodyBytes - body.length, ' ')
  return kindOfBody(template) === 'json' ? [{ ...template, body: Buffer.concat([body, space]) }] : [template]
}

function kindOfBody({ headers }: RequestTemplate) {
  return getKind(headers.find(([name]) => name === 'Content-Type')?.[1] ?? '')
}

/** Returns the GET operations without required parameters, except in the path, and without a required body. */
export function findSimpleReads(operations: ContractOperation[]): ContractOperation[] {
  const isSimple = ({ required, in: location }: ContractParameter) => location === 'path' || !required
  const reads = operations.filter(({ method, requiresBody }) => method === 'GET' && !requiresBody)
  return reads.filter(({ parameters }) => parameters.every(isSimple))
}

/** Returns two variants of each simple GET request: HEAD, and a token with read scopes only. */
export function otherReads({ operations }: Pick<TestedContract, 'operations'>): RequestTemplate[] {
  return findSimpleReads(operations).flatMap((simpleRead) => {
    const template = toTemplate(simpleRead, { outcomes: [successOutcome(simpleRead)] })
    return [{ ...template, method: 'HEAD' }, withToken(template, '{readToken}')]
  })
}

export function otherForms(template: RequestTemplate): RequestTemplate[] {
  const { path, query, headers, body, method } = template
  const replaceHeader = (name: string, change: (value: string) => string): RequestTemplate => {
    return { ...template, headers: headers.map(([key, value]) => [key, key === name ? change(value) : value]) }
  }
  const otherCookie: RequestTemplate['headers'] = headers.some(([name]) => name === 'Cookie') ? [] : [['Cookie', 'a=b']]
  const forms: RequestTemplate[] = [
    { ...template, prefix: 'http://{host}' },
    // The host of an absolute-form target replaces `Host` (RFC 9112, 3.2.2).
    { ...replaceHeader('Host', () => 'somewhere.example'), prefix: 'HTTPS://{host}' },
    // A percent-encoded unreserved character is equivalent to the character (RFC 9110, 4.2.3).
    { ...template, path: path.replace(/(?<=^[^{a-z]*)[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) },
    { ...template, headers: headers.map(([name, value]) => [name.toUpperCase(), value]) },
    { ...template, headers: headers.map(([name, value]) => [name.toLowerCase(), `\t ${value} \t`]) },
    // The name of the authentication scheme is case-insensitive (RFC 9110, 11.1).
    ...['bearer', 'BEARER', 'bEARER '].map((scheme) =>
      replaceHeader('Authorization', (value) => value.replace('Bearer', scheme)),
    ),
    addHeaders(template, ['X-Anything', 'é'], ...otherCookie, ['Accept-Encoding', 'br;q=1, *;q=0']),
    ...getMediaTypes(template.operation).flatMap((mediaType) => [
      addHeaders(template, ['Accept', `x/y, ${mediaType.replace(/\/.*/, '/*')};q=0.1`]),
      addHeaders(template, ['Accept', mediaType]),
      addHeaders(template, ['Accept', `${mediaType};charset=utf-8`]),
    ]),
  ]
  if (method === 'GET') forms.push({ ...template, method: 'HEAD' })
  // Without a response body, Accept has no effect.
  if (getMediaTypes(template.operation).length === 0) forms.push(addHeaders(template, ['Accept', 'text/html']))
  if (query.length > 1) forms.push({ ...template, query: query.toReversed() })
  // Without a body, Content-Type has no meaning (RFC 9110, 9.3.1).
  if (body === undefined) return [...forms, addHeaders(template, ['Content-Type', 'text/plain'])]
  if (kindOfBody(template) !== 'bytes')
    forms.push(replaceHeader('Content-Type', (value) => `${value.toUpperCase()} ; charset="UTF-8"`))
  return [...forms, { ...template, chunked: true }, addHeaders(template, ['Expect', '100-continue'])]
}
