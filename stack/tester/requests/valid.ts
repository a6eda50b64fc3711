// Valid requests for each operation, with and without optional parts, in the many forms that HTTP allows.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { freeParameters, getParameters, takes } from '../contract/operations.ts'
import type { ContractOperation, ContractParameter, TestedContract } from '../contract/tested-contract.ts'
import { getKind, validBody } from './bodies.ts'
import { addHeaders, type Draft, setHeader, toDraft, withTexts, withToken } from './draft.ts'
import { getMediaTypes, success } from './outcome.ts'
import { earlierDates, laterDates } from './state.ts'
import { isHeaderValue, isWritable, pathText, percentEncoded, validPairs, validValue } from './texts.ts'
import { orReason } from './values.ts'

export function validRequest(operation: ContractOperation): fc.Arbitrary<Draft> {
  const free = freeParameters(operation)
  const paths = fc.tuple(...free.map((one) => pathText(operation, one).map((text) => [one.name, text] as const)))
  const cookies = getParameters(operation, 'cookie').map((one) =>
    optional(one, () => validValue(one).map((value) => [`${one.name}=${percentEncoded(String(value))}`])),
  )
  const queries = getParameters(operation, 'query').map((one) => optional(one, () => validPairs(one)))
  const headerLists = getParameters(operation, 'header').map((one) => header(operation, one))
  const bodies = operation.body.size === 0 ? fc.constant(undefined) : validBody(operation)
  const outcomes = [success(operation)]
  return fc
    .tuple(fc.tuple(...queries), fc.tuple(...headerLists), bodies, paths, fc.tuple(...cookies))
    .map(([query, headers, given, values, cookieLists]) => {
      const sent = cookieLists.flat().join('; ')
      const cookieHeader: Draft['headers'] = sent === '' ? [] : [['Cookie', sent]]
      const mediaType: Draft['headers'] = given ? [['Content-Type', given.mediaType]] : []
      return toDraft(operation, {
        path: withTexts(operation.path, Object.fromEntries(values)),
        query: query.flat(),
        headers: [...headers.flat(), ...cookieHeader, ...mediaType],
        body: given?.body,
        outcomes,
      })
    })
}

const reasons = new WeakMap<ContractOperation, string>()

/** Tests nothing that needs a valid request of this operation. */
export function leaveOut(operation: ContractOperation, reason: string): void {
  reasons.set(operation, reason)
}

/** Why no request of an operation is valid; '' if there are valid requests. */
export function reasonUntested(operation: ContractOperation): string {
  const find = () => {
    fc.sample(validRequest(operation), { seed: 1, numRuns: 20 })
    return ''
  }
  const reason = reasons.get(operation) ?? orReason(find)
  reasons.set(operation, reason)
  return reason
}

/** A long value that is not a date, which has no effect either. */
export function longDate({ operations }: Pick<TestedContract, 'operations'>): Draft[] {
  const name = 'If-Unmodified-Since'
  const fitting = operations.filter((one) => one.body.size === 0 && takes(one, name))
  return fitting.map((one) => toDraft(one, { headers: [[name, 'x'.repeat(5_000)]], outcomes: [success(one)] }))
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

function header(operation: ContractOperation, parameter: ContractParameter): fc.Arbitrary<Draft['headers']> {
  const { name } = parameter
  const known = takes(operation, name) ? harmless[name]?.(operation) : undefined
  // A contract can say which keys are valid. `{newId}` is a UUID.
  const isKey = (text: string) => parameter.schema.isValid(text.replace('{newId}', randomUUID()))
  const chosen = name === 'Idempotency-Key' ? known?.filter(isKey) : known
  // Nothing encodes a character that a header cannot have.
  const canBeSent = (text: string) => isHeaderValue(text) && !text.includes('*')
  const values = () => (chosen?.[0] ? fc.constantFrom(...chosen) : validValue(parameter).map(String).filter(canBeSent))
  return optional(parameter, () => values().map((value) => [[name, value]]))
}

/** The same request without its body, if the contract allows that. */
export function withOptionalBody(draft: Draft): Draft[] {
  const isOptional = draft.body !== undefined && !draft.operation.requiresBody
  return isOptional ? [draft, { ...setHeader(draft, 'Content-Type'), body: undefined }] : [draft]
}

// JSON may be surrounded by white space, so it can always be filled up to the limit.
export function withBodyOfMaximumSize(draft: Draft): Draft[] {
  const { body = Buffer.alloc(0), operation } = draft
  const space = Buffer.alloc(operation.contract.limits.bodyBytes - body.length, ' ')
  return kindOfBody(draft) === 'json' ? [{ ...draft, body: Buffer.concat([body, space]) }] : [draft]
}

function kindOfBody({ headers }: Draft) {
  return getKind(headers.find(([name]) => name === 'Content-Type')?.[1] ?? '')
}

/** Reads that need no parameters beside those of the path, and no body. */
export function simpleReads(operations: ContractOperation[]): ContractOperation[] {
  const isSimple = ({ required, in: place }: ContractParameter) => place === 'path' || !required
  const reads = operations.filter(({ method, requiresBody }) => method === 'GET' && !requiresBody)
  return reads.filter(({ parameters }) => parameters.every(isSimple))
}

/** Of each read: HEAD, and a token that can only read. */
export function otherReads({ operations }: Pick<TestedContract, 'operations'>): Draft[] {
  return simpleReads(operations).flatMap((one) => {
    const draft = toDraft(one, { outcomes: [success(one)] })
    return [{ ...draft, method: 'HEAD' }, withToken(draft, '{readToken}')]
  })
}

export function otherForms(draft: Draft): Draft[] {
  const { path, query, headers, body, method } = draft
  const replaced = (name: string, change: (value: string) => string): Draft => {
    return { ...draft, headers: headers.map(([key, value]) => [key, key === name ? change(value) : value]) }
  }
  const otherCookie: Draft['headers'] = headers.some(([name]) => name === 'Cookie') ? [] : [['Cookie', 'a=b']]
  const forms: Draft[] = [
    { ...draft, prefix: 'http://{host}' },
    // The host of a whole URL counts instead of `Host` (RFC 9112, 3.2.2).
    { ...replaced('Host', () => 'somewhere.example'), prefix: 'HTTPS://{host}' },
    // RFC 9110, 4.2.3: an encoded unreserved character is equivalent to the character.
    { ...draft, path: path.replace(/(?<=^[^{a-z]*)[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) },
    { ...draft, headers: headers.map(([name, value]) => [name.toUpperCase(), value]) },
    { ...draft, headers: headers.map(([name, value]) => [name.toLowerCase(), `\t ${value} \t`]) },
    // RFC 9110, 11.1: the name of the scheme ignores case.
    ...['bearer', 'BEARER', 'bEARER '].map((scheme) =>
      replaced('Authorization', (value) => value.replace('Bearer', scheme)),
    ),
    addHeaders(draft, ['X-Anything', 'é'], ...otherCookie, ['Accept-Encoding', 'br;q=1, *;q=0']),
    ...getMediaTypes(draft.operation).flatMap((mediaType) => [
      addHeaders(draft, ['Accept', `x/y, ${mediaType.replace(/\/.*/, '/*')};q=0.1`]),
      addHeaders(draft, ['Accept', mediaType]),
      addHeaders(draft, ['Accept', `${mediaType};charset=utf-8`]),
    ]),
  ]
  if (method === 'GET') forms.push({ ...draft, method: 'HEAD' })
  // Nothing could be in a media type that the caller does not accept.
  if (getMediaTypes(draft.operation).length === 0) forms.push(addHeaders(draft, ['Accept', 'text/html']))
  if (query.length > 1) forms.push({ ...draft, query: query.toReversed() })
  // Without a body, Content-Type has no meaning (RFC 9110, 9.3.1).
  if (body === undefined) return [...forms, addHeaders(draft, ['Content-Type', 'text/plain'])]
  if (kindOfBody(draft) !== 'bytes')
    forms.push(replaced('Content-Type', (value) => `${value.toUpperCase()} ; charset="UTF-8"`))
  return [...forms, { ...draft, chunked: true }, addHeaders(draft, ['Expect', '100-continue'])]
}
