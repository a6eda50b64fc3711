// Valid requests for each operation, with and without optional parts, in the many forms that HTTP allows.
import * as fc from 'fast-check'
import type { ContractOperation, ContractParameter } from '../contract/openapi.ts'
import { addHeaders, type Draft, draftOf } from './draft.ts'
import { encodings, isHeaderValue, jsonTexts, percentEncoded } from './encoding.ts'
import { success } from './outcome.ts'
import { earlierDates, laterDates } from './state.ts'
import { valid } from './values.ts'

/** A request that succeeds on the service and on the mock. */
export function validRequest(operation: ContractOperation): fc.Arbitrary<Draft> {
  const parts = fc.record({
    query: fc.tuple(...operation.parameters.filter((one) => one.in === 'query').map(queryPair)),
    headers: fc.tuple(
      ...operation.parameters.filter((one) => one.in === 'header').map((one) => header(operation, one)),
    ),
    body: bodyOf(operation),
  })
  return parts.map(({ query, headers, body }) =>
    draftOf(operation, {
      setUp: setUpOf(operation, headers.flat()),
      target: { prefix: '', path: operation.path, query: query.flat() },
      headers: [...headers.flat(), ...body.headers],
      body: body.bytes,
      outcomes: [success(operation)],
    }),
  )
}

// A success needs the plant that the request names.
function setUpOf({ responses }: ContractOperation, headers: Draft['headers']): Draft['setUp'] {
  return responses.has(404) || headers.some(([, value]) => value.includes('{etag}')) ? 'a plant' : 'nothing'
}

function queryPair(parameter: ContractParameter): fc.Arbitrary<string[]> {
  const given = encodedValue(parameter).map((text) => [`${parameter.name}=${text}`])
  return parameter.required ? given : fc.oneof(fc.constant<string[]>([]), given)
}

/** A valid value of a query parameter, percent-encoded. */
export function encodedValue({ schema }: ContractParameter): fc.Arbitrary<string> {
  return fc.tuple(valid(schema), encodings).map(([value, encoding]) => percentEncoded(String(value), encoding))
}

// Not valid dates, which have no effect.
const otherTexts = fc.constantFrom('', '0', 'yesterday', '2025-11-20T09:00:00Z', 'Sun, 06 Nov 1994', 'é')

// Most valid values of these headers would refuse the request or repeat another one. `{etag}` is the tag of a plant.
const harmless: Record<string, (operation: ContractOperation) => fc.Arbitrary<string> | undefined> = {
  'If-Match': ({ path }) =>
    fc.constantFrom('*', ...(path.includes('{id}') ? ['{etag}', 'W/"a", {etag}', ', "x,y" ,{etag},'] : [])),
  // Random lists take long to make; those of reads show that the service reads every form.
  'If-None-Match': ({ method }) =>
    method === 'GET' ? undefined : fc.constantFrom('"x"', 'W/"x"', 'W/"a", "b"', '"a,b",', ', "" ,"*"'),
  'If-Modified-Since': () => fc.oneof(earlierDates, otherTexts),
  'If-Unmodified-Since': () => fc.oneof(laterDates, otherTexts),
  'Idempotency-Key': () => fc.constantFrom('{newId}', '"{newId}"', '{newId}\\'),
}

function header(operation: ContractOperation, { name, schema }: ContractParameter): fc.Arbitrary<Draft['headers']> {
  const values =
    harmless[name]?.(operation) ??
    valid(schema)
      .map(String)
      .filter((value) => isHeaderValue(value) && !value.includes('*'))
  return fc.oneof(
    fc.constant<Draft['headers']>([]),
    values.map((value): Draft['headers'] => [[name, value]]),
  )
}

const encodedLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

function bodyOf({ body }: ContractOperation): fc.Arbitrary<{ headers: Draft['headers']; bytes: Buffer | undefined }> {
  if (body.size === 0) return fc.constant({ headers: [], bytes: undefined })
  return fc.constantFrom(...body).chain(([mediaType, { schema }]) =>
    valid(schema)
      .chain(jsonTexts)
      .map((text) => ({ headers: [['Content-Type', mediaType]], bytes: Buffer.from(text) })),
  )
}

/** The same request in another form with the same meaning. */
export function inOtherForm(draft: Draft): fc.Arbitrary<Draft> {
  const { target, headers, body, operation } = draft
  const replaced = (name: string, change: (value: string) => string): Draft => {
    return { ...draft, headers: headers.map(([key, value]) => [key, key === name ? change(value) : value]) }
  }
  const forms: Draft[] = [
    { ...draft, target: { ...target, prefix: 'http://{host}' } },
    // The host of a whole URL counts instead of `Host` (RFC 9112, 3.2.2).
    { ...replaced('Host', () => 'somewhere.example'), target: { ...target, prefix: 'HTTPS://{host}' } },
    // RFC 9110, 4.2.3: an encoded unreserved character is equivalent to the character.
    { ...draft, target: { ...target, path: target.path.replace(/[a-z]/, encodedLetter) } },
    { ...draft, headers: headers.map(([name, value]) => [name.toUpperCase(), value]) },
    { ...draft, headers: headers.map(([name, value]) => [name.toLowerCase(), `\t ${value} \t`]) },
    // RFC 9110, 11.1: the name of the scheme ignores case.
    ...['bearer', 'BEARER', 'bEARER '].map((scheme) =>
      replaced('Authorization', (value) => value.replace('Bearer', scheme)),
    ),
    addHeaders(draft, ['X-Anything', 'é'], ['Cookie', 'a=b'], ['Accept-Encoding', 'br;q=1, *;q=0']),
    addHeaders(draft, ['Accept', 'text/html, application/*;q=0.1']),
    addHeaders(draft, ['Accept', 'application/json']),
    addHeaders(draft, ['Accept', 'application/json;charset=utf-8']),
    ...(operation.method === 'GET' ? [{ ...draft, method: 'HEAD' }] : []),
    ...(target.query.length > 1 ? [{ ...draft, target: { ...target, query: target.query.toReversed() } }] : []),
    // Without a body, Content-Type has no meaning (RFC 9110, 9.3.1).
    ...(body === undefined ? [addHeaders(draft, ['Content-Type', 'text/plain'])] : []),
    ...(body === undefined
      ? []
      : [
          { ...draft, chunked: true },
          addHeaders(draft, ['Expect', '100-continue']),
          replaced('Content-Type', (value) => `${value.toUpperCase()} ; charset="UTF-8"`),
        ]),
  ]
  return fc.constantFrom(...forms)
}
