// Requests without a fault: of every operation, with and without what is optional, in the many forms HTTP allows.
import * as fc from 'fast-check'
import type { ContractOperation, ContractParameter } from '../contract/openapi.ts'
import { type Draft, success } from './draft.ts'
import { encodings, isFieldValue, jsonTexts, percentEncoded } from './encoding.ts'
import { valid } from './values.ts'

/** A request that succeeds, on the service and on the mock. */
export function sound(operation: ContractOperation): fc.Arbitrary<Draft> {
  const drafts = fc.record({
    query: fc.tuple(...operation.parameters.filter((one) => one.in === 'query').map(queryPair)),
    fields: fc.tuple(...operation.parameters.filter((one) => one.in === 'header').map(field)),
    body: body(operation),
  })
  return drafts.map(({ query, fields, body }) => {
    const chosen = fields.flat()
    return {
      operation,
      touched: [],
      setUp: setUpOf(operation, query.flat(), chosen),
      method: operation.method,
      target: { prefix: '', path: operation.path, query: query.flat() },
      fields: [['Host', '{host}'], ['Authorization', 'Bearer {token}'], ...chosen, ...body.fields],
      body: body.bytes,
      chunked: false,
      outcomes: [success(operation)],
    }
  })
}

// What may not be there is there, for who succeeds.
function setUpOf({ answers }: ContractOperation, query: string[], fields: Draft['fields']): Draft['setUp'] {
  if (answers.has(404) || fields.some(([, value]) => value.includes('{etag}'))) return 'a plant'
  return query.some((pair) => pair.includes('{cursor}')) ? 'a page' : 'nothing'
}

// Whether a cursor is good is for the service to say, and it changes nothing: only one that was handed out will do.
function queryPair(parameter: ContractParameter): fc.Arbitrary<string[]> {
  const value = parameter.name === 'cursor' ? fc.constant('{cursor}') : writtenValue(parameter)
  const given = value.map((text) => [`${parameter.name}=${text}`])
  return parameter.required ? given : fc.oneof(fc.constant<string[]>([]), given)
}

/** A valid value of a query parameter as it stands in the target. */
export function writtenValue({ schema }: ContractParameter): fc.Arbitrary<string> {
  return fc.tuple(valid(schema), encodings).map(([value, encoding]) => percentEncoded(String(value), encoding))
}

// A header that makes conditions, or that makes a request one of several, has values that keep it a success.
const harmless: Record<string, fc.Arbitrary<string>> = {
  'If-Match': fc.constantFrom('*', '{etag}', 'W/"a", {etag}', ', "x,y" ,{etag},'),
  'Idempotency-Key': fc.constantFrom('{newId}', '"{newId}"', '{newId}\\'),
}

function field(parameter: ContractParameter): fc.Arbitrary<Draft['fields']> {
  const { name, schema } = parameter
  const values =
    harmless[name] ??
    valid(schema)
      .map(String)
      .filter((value) => isFieldValue(value) && !value.includes('*'))
  return fc.oneof(
    fc.constant<Draft['fields']>([]),
    values.map((value): Draft['fields'] => [[name, value]]),
  )
}

interface WrittenBody {
  fields: Draft['fields']
  bytes: Buffer | undefined
}

function body(operation: ContractOperation): fc.Arbitrary<WrittenBody> {
  const mediaTypes = [...operation.body]
  if (mediaTypes.length === 0) return fc.constant({ fields: [], bytes: undefined })
  return fc.constantFrom(...mediaTypes).chain(([mediaType, { schema }]) =>
    valid(schema)
      .chain(jsonTexts)
      .map((text) => ({ fields: [['Content-Type', mediaType]], bytes: Buffer.from(text) })),
  )
}

/** Other forms of the same request, which mean the same. */
export function inOtherForm(draft: Draft): fc.Arbitrary<Draft> {
  const { target, fields, body, operation } = draft
  const replaced = (name: string, change: (value: string) => string) =>
    fields.map(([key, value]): [string, string] => [key, key === name ? change(value) : value])
  const forms: Draft[] = [
    { ...draft, target: { ...target, prefix: 'http://{host}' } },
    { ...draft, target: { ...target, prefix: 'HTTPS://somewhere.example' } },
    { ...draft, fields: fields.map(([name, value]) => [name.toUpperCase(), value]) },
    { ...draft, fields: fields.map(([name, value]) => [name.toLowerCase(), `\t ${value} \t`]) },
    { ...draft, fields: replaced('Authorization', (value) => value.replace('Bearer ', 'bEARER  ')) },
    { ...draft, fields: [...fields, ['X-Anything', 'é'], ['Cookie', 'a=b'], ['Accept-Encoding', 'br;q=1, *;q=0']] },
    { ...draft, fields: [...fields, ['Accept', 'text/html, application/*;q=0.1']] },
    { ...draft, fields: [...fields, ['Accept', 'application/json']] },
    ...(operation.method === 'GET' ? [{ ...draft, method: 'HEAD' }] : []),
    ...(target.query.length > 1 ? [{ ...draft, target: { ...target, query: target.query.toReversed() } }] : []),
    // What has no meaning here is left alone (RFC 9110, 9.3.1).
    ...(body === undefined
      ? [{ ...draft, fields: [...fields, ['Content-Type', 'text/plain'] satisfies [string, string]] }]
      : []),
    ...(body === undefined
      ? []
      : [
          { ...draft, chunked: true },
          { ...draft, fields: [...fields, ['Expect', '100-continue'] satisfies [string, string]] },
          { ...draft, fields: replaced('Content-Type', (value) => `${value.toUpperCase()} ; charset="UTF-8"`) },
        ]),
  ]
  return fc.constantFrom(...forms)
}
