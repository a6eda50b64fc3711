// What can be wrong with the first line of a request: its path, its method, its parameters.
import * as fc from 'fast-check'
import { type ContractOperation, type ContractParameter, limits, operations } from '../../contract/openapi.ts'
import { type Draft, errorOutcome, type Outcome, withOutcome } from '../draft.ts'
import { encodings, percentEncoded } from '../encoding.ts'
import { writtenValue } from '../valid.ts'
import { isValid, wrong } from '../values.ts'
import { type Fault, setQuery } from '../variation.ts'

const ofQuery = ({ parameters }: ContractOperation) => parameters.filter((one) => one.in === 'query')
const hasQuery = (operation: ContractOperation) => ofQuery(operation).length > 0
const hasId = ({ path }: ContractOperation) => path.endsWith('/{id}')

function invalidParameter(operation: ContractOperation, parameter?: string): Outcome {
  return errorOutcome(operation, '400', parameter === undefined ? {} : { field: { parameter } })
}

function withPath(draft: Draft, path: string): Draft {
  return { ...draft, target: { ...draft.target, path } }
}

/** Spoils one of the query parameters: `pairs` makes what stands in its place. */
function spoilQuery(
  draft: Draft,
  fits: (parameter: ContractParameter) => boolean,
  pairs: (parameter: ContractParameter) => fc.Arbitrary<string[]>,
): fc.Arbitrary<Draft> {
  return fc.constantFrom(...ofQuery(draft.operation).filter(fits)).chain((parameter) =>
    pairs(parameter).map((written) => {
      const outcome = invalidParameter(draft.operation, parameter.name)
      return withOutcome(setQuery(draft, parameter.name, ...written), outcome)
    }),
  )
}

const isInteger = ({ schema }: ContractParameter) => isValid(schema, 1)

// Plain decimal digits are asked for; these are numbers to many a reader.
const notations = [
  '1e1',
  '0x10',
  '05',
  '+5',
  '%2B5',
  '5.0',
  ' 5',
  '5 ',
  '%205',
  '',
  '５',
  '-0',
  '1_0',
  'NaN',
  '9'.repeat(400),
]

// Each leads somewhere else, whatever the path is.
const paths = [
  (path: string) => `${path}/`,
  (path: string) => `/${path}`,
  (path: string) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path: string) => path.replace(/[a-z]+/, '$&//'),
  (path: string) => `/.${path}`,
  (path: string) => path.replace(/[a-z]+/, '$&;v=1'),
  (path: string) => `/v1${path}`,
  (path: string) => `${path}/x/y`,
  () => '/',
  () => '/plant',
]

// As many as keep the head below its own limit.
const longQuery = fc
  .integer({ min: limits.targetBytes, max: limits.targetBytes + 2000 })
  .map((length) => 'a'.repeat(length))

const methodsOf = (path: string) => operations.filter((one) => one.path === path).map(({ method }) => method)
const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'REPORT', 'LINK']

export const targetFaults: Fault[] = [
  {
    family: 'path shapes',
    touches: ['path', 'method', 'query'],
    spoil: (draft) =>
      fc
        .constantFrom(...paths)
        .map((change) =>
          withOutcome(withPath(draft, change(draft.target.path)), errorOutcome(undefined, '404 for the path')),
        ),
  },
  {
    family: 'methods',
    touches: ['method', 'body', 'media type'],
    spoil: (draft) =>
      fc
        .constantFrom(...otherMethods.filter((method) => !methodsOf(draft.operation.path).includes(method)))
        .map((method) => withOutcome({ ...draft, method }, errorOutcome(undefined, '405'))),
  },
  {
    family: 'long targets',
    touches: ['query', 'path'],
    spoil: (draft) =>
      longQuery.map((text) => withOutcome(setQuery(draft, 'tag', `tag=${text}`), errorOutcome(undefined, '414'))),
  },
  {
    family: 'extra parameters',
    touches: ['query'],
    spoil: (draft) =>
      fc
        .constantFrom('offset', 'Limit', 'limit%20', 'x', '__proto__', 'fields[]', 'limit[]', 'tag[a]', 'é')
        .map((name) =>
          withOutcome(
            setQuery(draft, name, `${percentEncoded(decodeURIComponent(name), 'all')}=1`),
            invalidParameter(draft.operation, decodeURIComponent(name)),
          ),
        ),
  },
  {
    family: 'repeated parameters',
    touches: ['query'],
    fits: hasQuery,
    spoil: (draft) =>
      spoilQuery(
        draft,
        ({ name }) => name !== 'cursor',
        (parameter) =>
          writtenValue(parameter).map((value) => [`${parameter.name}=${value}`, `${parameter.name}=${value}`]),
      ),
  },
  {
    family: 'notations of numbers',
    touches: ['query'],
    fits: (operation) => ofQuery(operation).some(isInteger),
    spoil: (draft) =>
      spoilQuery(draft, isInteger, ({ name }) =>
        fc
          .constantFrom(...notations)
          .map((value) => [`${name}=${value.replaceAll(' ', '+').replace('５', '%EF%BC%95')}`]),
      ),
  },
  {
    family: 'values out of bounds',
    touches: ['query'],
    fits: hasQuery,
    spoil: (draft) =>
      spoilQuery(
        draft,
        () => true,
        (parameter) =>
          fc
            .tuple(wrong(parameter.schema), encodings)
            .filter(([value]) => !isValid(parameter.schema, String(value)) && typeof value !== 'object')
            .map(([value, encoding]) => [`${parameter.name}=${percentEncoded(String(value), encoding)}`]),
      ),
  },
  {
    family: 'broken encodings in a query',
    touches: ['query'],
    fits: hasQuery,
    spoil: (draft) =>
      spoilQuery(
        draft,
        () => true,
        ({ name }) => broken.map((text) => [`${name}=${text}`]),
      ),
  },
  {
    family: 'malformed identifiers',
    touches: ['path'],
    fits: hasId,
    spoil: (draft) => spoilId(draft, fc.oneof(malformedIds, wrongIds(draft.operation))),
  },
  {
    family: 'broken encodings in a path',
    touches: ['path'],
    fits: hasId,
    spoil: (draft) => spoilId(draft, broken),
  },
]

// Escapes that are none, bytes that are no UTF-8, an overlong form, half of a surrogate pair, a byte too few, NUL.
const broken = fc.constantFrom('%ZZ', '%', '%2', '%FF', '%C0%AF', '%ED%A0%80', '%F0%9F%8C', 'a%00b')

const malformedIds = fc.constantFrom(
  'x',
  '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41',
  'urn:uuid:019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  '{019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41}',
  '019a9f3e5c807a118e5d3f0a6c2b9d41',
  '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41%0A',
  '..%2Fplants',
  '%2e%2e',
  'null',
  '1',
)

function wrongIds({ parameters }: ContractOperation): fc.Arbitrary<string> {
  const schema = parameters.find((one) => one.in === 'path')?.schema ?? ''
  return fc
    .tuple(wrong(schema), encodings)
    .filter(([value]) => typeof value === 'string' && value !== '' && !value.includes('/'))
    .map(([value, encoding]) => percentEncoded(String(value), encoding === 'all' ? 'all' : 'lower case'))
}

function spoilId(draft: Draft, ids: fc.Arbitrary<string>): fc.Arbitrary<Draft> {
  const outcome = invalidParameter(draft.operation, 'id')
  return ids.map((id) => withOutcome(withPath(draft, draft.target.path.replace('{id}', id)), outcome))
}
