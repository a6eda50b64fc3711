// What can be wrong with the header fields of a request: who asks, what it takes, what it sends, on what condition.
import * as fc from 'fast-check'
import type { ContractOperation } from '../../contract/openapi.ts'
import { type Draft, errorOutcome, success, withOutcome } from '../draft.ts'
import { isFieldValue } from '../encoding.ts'
import { isValid, wrong } from '../values.ts'
import { type Fault, setField } from '../variation.ts'

const ofHeader = ({ parameters }: ContractOperation) => parameters.filter((one) => one.in === 'header')
const hasHeader = (operation: ContractOperation) => ofHeader(operation).length > 0
const takesBody = ({ body }: ContractOperation) => body.size > 0

function answersWithBody(operation: ContractOperation): boolean {
  return (operation.answers.get(success(operation).status)?.content.size ?? 0) > 0
}

function spoilField(
  draft: Draft,
  name: string,
  values: string[][],
  entry: string,
  field?: string,
): fc.Arbitrary<Draft> {
  const outcome = errorOutcome(draft.operation, entry, field === undefined ? {} : { field: { header: field } })
  return fc.constantFrom(...values).map((chosen) => withOutcome(setField(draft, name, ...chosen), outcome))
}

const noToken = [
  'Basic Zm9vOmJhcg==',
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Bearer é',
  'Bearer,',
  'Token x',
  '',
  'Bearer {',
]
const xml = [
  'application/xml',
  'text/html',
  'application/json;q=0',
  '*/*;q=0',
  'application/problem+json',
  'image/*, x/y',
  'garbage',
]
const otherMediaTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/jsonx',
  'application/vnd.api+json',
  'application/json, text/plain',
  'json',
  '/',
  '*/*',
  'application/*',
]

export const fieldFaults: Fault[] = [
  {
    family: 'tokens that are none',
    touches: ['token'],
    spoil: (draft) => spoilField(draft, 'Authorization', [[], ...noToken.map((value) => [value])], '401'),
  },
  {
    family: 'repeated Authorization',
    touches: ['token'],
    spoil: (draft) => {
      const values = [
        ['Bearer {token}', 'Bearer {token}'],
        ['Bearer {token}', 'Basic a'],
      ]
      return spoilField(draft, 'Authorization', values, '400 for a repeated `Authorization`', 'Authorization')
    },
  },
  {
    family: 'Accept',
    touches: ['accept'],
    fits: answersWithBody,
    spoil: (draft) =>
      spoilField(
        draft,
        'Accept',
        xml.map((value) => [value]),
        '406',
      ),
  },
  {
    family: 'media types',
    touches: ['media type'],
    fits: takesBody,
    spoil: (draft) => spoilField(draft, 'Content-Type', [[], ...otherMediaTypes.map((value) => [value])], '415'),
  },
  {
    family: 'content codings',
    touches: ['media type', 'body'],
    fits: takesBody,
    spoil: (draft) => spoilField(draft, 'Content-Encoding', [['gzip'], ['br'], ['deflate'], ['x']], '415'),
  },
  {
    family: 'header parameters',
    touches: ['header'],
    fits: hasHeader,
    spoil: (draft) =>
      fc.constantFrom(...ofHeader(draft.operation)).chain(({ name, schema }) =>
        wrong(schema)
          .filter((value) => typeof value === 'string' && isFieldValue(value) && !isValid(schema, value))
          .map((value) => {
            const outcome = errorOutcome(draft.operation, '400', { field: { header: name } })
            return withOutcome(setField(draft, name, String(value)), outcome)
          }),
      ),
  },
]
