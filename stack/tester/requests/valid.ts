// Valid requests for each operation, with and without optional parts, in the many forms that HTTP allows.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { freeParameters, getParameters, takes } from '../contract/operations.ts'
import type { ContractOperation, ContractParameter, TestedContract } from '../contract/tested-contract.ts'
import { getKind, validBody } from './bodies.ts'
import { getMediaTypes, success } from './outcome.ts'
import { earlierDates, laterDates } from './state.ts'
import { addHeaders, type RequestTemplate, setHeader, toTemplate, withTexts, withToken } from './template.ts'
import { isHeaderValue, isWritable, pathText, percentEncoded, validPairs, validValue } from './texts.ts'
import { valueOrReason } from './values.ts'

export function validRequest(operation: ContractOperation): fc.Arbitrary<RequestTemplate> {
  const free = freeParameters(operation)
  const paths = fc.tuple(
    ...free.map((parameter) => pathText(operation, parameter).map((text) => [parameter.name, text] as const)),
  )
  const cookies = getParameters(operation, 'cookie').map((parameter) =>
    optional(parameter, () =>
      validValue(parameter).map((value) => [`${parameter.name}=${percentEncoded(String(value))}`]),
    ),
  )
  const queries = getParameters(operation, 'query').map((parameter) => optional(parameter, () => validPairs(parameter)))
  const headerLists = getParameters(operation, 'header').map((parameter) => header(operation, parameter))
  const bodies = operation.body.size === 0 ? fc.constant(undefined) : validBody(operation)
  const outcomes = [success(operation)]
  return fc
    .tuple(fc.tuple(...queries), fc.tuple(...headerLists), bodies, paths, fc.tuple(...cookies))
    .map(([query, headers, content, values, cookieLists]) => {
      const cookieText = cookieLists.flat().join('; ')
      const cookieHeader: RequestTemplate['headers'] = cookieText === '' ? [] : [['Cookie', cookieText]]
      const mediaType: RequestTemplate['headers'] = content ? [['Content-Type', content.mediaType]] : []
      return toTemplate(operation, {
        path: withTexts(operation.path, Object.fromEntries(values)),
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

/** Why no request of an operation is valid; '' if there are valid requests. */
export function reasonUntested(operation: ContractOperation): string {
  const find = () => {
    fc.sample(validRequest(operation), { seed: 1, numRuns: 20 })
    return ''
  }
  const reason = reasons.get(operation) ?? valueOrReason(find)
  reasons.set(operation, reason)
  return reason
}

/** A long value that is not a date, which has no effect either. */
export function longDate({ operations }: Pick<TestedContract, 'operations'>): RequestTemplate[] {
  const name = 'If-Unmodified-Since'
  const fitting = operations.filter((operation) => operation.body.size === 0 && takes(operation, name))
  return fitting.map((operation) =>
    toTemplate(operation, { headers: [[name, 'x'.repeat(5_000)]], outcomes: [success(operation)] }),
  )
}

/** @throws {NoValue} if the tester does not write a parameter that is required. */
function optional<T>(parameter: ContractParameter, find: () => fc.Arbitrary<T[]>): fc.Arbitrary<T[]> {
  if (parameter.required) return find()
  return isWritable(parameter) ? fc.oneof(fc.constant<T[]>([]), find()) : fc.constant([])
}

// Not valid dates, which have no effect.
const otherTexts = ['', '0', 'yesterday', '2025-11-20T09:00:00Z', 'Sun, 06 Nov 1994', 'é']

// Most valid values of these headers would refuse the request or repeat another one. `{etag}` is the tag of an item.
const harmless: Record<string, (operation: ContractOperation) => string[] | undefined> = {
  'If-Match': ({ path }) => ['*', ...(path.endsWith('}') ? ['{etag}', 'W/"a", {etag}', ', "x,y" ,{etag},'] : [])],
  // Random lists take long to make; those of reads show that the service reads every form.
  'If-None-Match': ({ method }) =>
    method === 'GET' ? undefined : ['"x"', 'W/"x"', 'W/"a", "b"', '"a,b",', ', "" ,"*"'],
  'If-Modified-Since': () => [...earlierDates, ...otherTexts],
  'If-Unmodified-Since': () => [...laterDates, ...otherTexts],
  'Idempotency-Key': () => ['{newId}', '"{newId}"', '{newId}\\'],
}

function header(operation: ContractOperation, parameter: ContractParameter): fc.Arbitrary<RequestTemplate['headers']> {
  const { name } = parameter
  const known = takes(operation, name) ? harmless[name]?.(operation) : undefined
  // A contract can say which keys are valid. `{newId}` is a UUID.
  const isKey = (text: string) => parameter.schema.isValid(text.replace('{newId}', randomUUID()))
  const fitting = name === 'Idempotency-Key' ? known?.filter(isKey) : known
  // Nothing encodes a character that a header cannot have.
  const canBeSent = (text: string) => isHeaderValue(text) && !text.includes('*')
  const values = () =>
    fitting?.[0] ? fc.constantFrom(...fitting) : validValue(parameter).map(String).filter(canBeSent)
  return optional(parameter, () => values().map((value) => [[name, value]]))
}

/** The same request without its body, if the contract allows that. */
export function withOptionalBody(template: RequestTemplate): RequestTemplate[] {
  const isOptional = template.body !== undefined && !template.operation.requiresBody
  return isOptional ? [template, { ...setHeader(template, 'Content-Type'), body: undefined }] : [template]
}

// JSON may be surrounded by white space, so it can always be filled up to the limit.
export function withBodyOfMaximumSize(template: RequestTemplate): RequestTemplate[] {
  const { body = Buffer.alloc(0), operation } = template
  const space = Buffer.alloc(operation.contract.limits.bodyBytes - body.length, ' ')
  return kindOfBody(template) === 'json' ? [{ ...template, body: Buffer.concat([body, space]) }] : [template]
}

function kindOfBody({ headers }: RequestTemplate) {
  return getKind(headers.find(([name]) => name === 'Content-Type')?.[1] ?? '')
}

/** Reads that need no parameters besides those of the path, and no body. */
export function simpleReads(operations: ContractOperation[]): ContractOperation[] {
  const isSimple = ({ required, in: place }: ContractParameter) => place === 'path' || !required
  const reads = operations.filter(({ method, requiresBody }) => method === 'GET' && !requiresBody)
  return reads.filter(({ parameters }) => parameters.every(isSimple))
}

/** Of each read: HEAD, and a token that can only read. */
export function otherReads({ operations }: Pick<TestedContract, 'operations'>): RequestTemplate[] {
  return simpleReads(operations).flatMap((simpleRead) => {
    const template = toTemplate(simpleRead, { outcomes: [success(simpleRead)] })
    return [{ ...template, method: 'HEAD' }, withToken(template, '{readToken}')]
  })
}

export function otherForms(template: RequestTemplate): RequestTemplate[] {
  const { path, query, headers, body, method } = template
  const replaced = (name: string, change: (value: string) => string): RequestTemplate => {
    return { ...template, headers: headers.map(([key, value]) => [key, key === name ? change(value) : value]) }
  }
  const otherCookie: RequestTemplate['headers'] = headers.some(([name]) => name === 'Cookie') ? [] : [['Cookie', 'a=b']]
  const forms: RequestTemplate[] = [
    { ...template, prefix: 'http://{host}' },
    // The host of a whole URL counts instead of `Host` (RFC 9112, 3.2.2).
    { ...replaced('Host', () => 'somewhere.example'), prefix: 'HTTPS://{host}' },
    // RFC 9110, 4.2.3: an encoded unreserved character is equivalent to the character.
    { ...template, path: path.replace(/(?<=^[^{a-z]*)[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) },
    { ...template, headers: headers.map(([name, value]) => [name.toUpperCase(), value]) },
    { ...template, headers: headers.map(([name, value]) => [name.toLowerCase(), `\t ${value} \t`]) },
    // RFC 9110, 11.1: the name of the scheme ignores case.
    ...['bearer', 'BEARER', 'bEARER '].map((scheme) =>
      replaced('Authorization', (value) => value.replace('Bearer', scheme)),
    ),
    addHeaders(template, ['X-Anything', 'é'], ...otherCookie, ['Accept-Encoding', 'br;q=1, *;q=0']),
    ...getMediaTypes(template.operation).flatMap((mediaType) => [
      addHeaders(template, ['Accept', `x/y, ${mediaType.replace(/\/.*/, '/*')};q=0.1`]),
      addHeaders(template, ['Accept', mediaType]),
      addHeaders(template, ['Accept', `${mediaType};charset=utf-8`]),
    ]),
  ]
  if (method === 'GET') forms.push({ ...template, method: 'HEAD' })
  // Nothing could be in a media type that the caller does not accept.
  if (getMediaTypes(template.operation).length === 0) forms.push(addHeaders(template, ['Accept', 'text/html']))
  if (query.length > 1) forms.push({ ...template, query: query.toReversed() })
  // Without a body, Content-Type has no meaning (RFC 9110, 9.3.1).
  if (body === undefined) return [...forms, addHeaders(template, ['Content-Type', 'text/plain'])]
  if (kindOfBody(template) !== 'bytes')
    forms.push(replaced('Content-Type', (value) => `${value.toUpperCase()} ; charset="UTF-8"`))
  return [...forms, { ...template, chunked: true }, addHeaders(template, ['Expect', '100-continue'])]
}
