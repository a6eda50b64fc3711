// Violations in the request line: path, method, query parameters.
import * as fc from 'fast-check'
import {
  type ContractOperation,
  type ContractParameter,
  limits,
  operation,
  operations,
} from '../../contract/openapi.ts'
import { type Draft, draftOf, setPath, setQuery, type Variation, withOutcome } from '../draft.ts'
import { encodings, percentEncoded } from '../encoding.ts'
import { errorOutcome } from '../outcome.ts'
import { encodedValue } from '../valid.ts'
import { invalid, isValid } from '../values.ts'

const queryParameters = ({ parameters }: ContractOperation) => parameters.filter((one) => one.in === 'query')
const hasQuery = (operation: ContractOperation) => queryParameters(operation).length > 0
const hasId = ({ path }: ContractOperation) => path.endsWith('/{id}')
const isInteger = ({ schema }: ContractParameter) => isValid(schema, 1)

function invalidParameter(draft: Draft, parameter: string): Draft {
  return withOutcome(draft, errorOutcome(draft.operation, '400', { field: { parameter } }))
}

/** Replaces one of the query parameters that fit by other pairs. */
function withQueryParameter(
  pairs: (parameter: ContractParameter) => fc.Arbitrary<string[]>,
  fits: (parameter: ContractParameter) => boolean = () => true,
): Variation['apply'] {
  return (draft) =>
    fc
      .constantFrom(...queryParameters(draft.operation).filter(fits))
      .chain((parameter) =>
        pairs(parameter).map((written) =>
          invalidParameter(setQuery(draft, parameter.name, ...written), parameter.name),
        ),
      )
}

function withId(ids: (operation: ContractOperation) => fc.Arbitrary<string>): Variation['apply'] {
  return (draft) =>
    ids(draft.operation).map((id) => invalidParameter(setPath(draft, draft.target.path.replace('{id}', id)), 'id'))
}

// The contract requires plain decimal digits; many parsers read these as numbers.
const notations = [
  ...['1e1', '0x10', '05', '+5', '%2B5', '5.0', ' 5', '5 ', '%205', '', '５', '-0', '1_0', 'NaN'],
  '9'.repeat(400),
]

// None of them is a path of the contract, whatever the path is.
const otherPaths = [
  (path: string) => `${path}/`,
  (path: string) => `/${path}`,
  (path: string) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (path: string) => path.replace('/', '/%2F'),
  (path: string) => path.replace(/[a-z]+/, '$&//'),
  (path: string) => `/.${path}`,
  (path: string) => path.replace(/[a-z]+/, '$&;v=1'),
  (path: string) => `/v1${path}`,
  (path: string) => `${path}/x/y`,
  () => '/plant',
]

// Short enough to keep the head within its own limit.
const longText = fc
  .integer({ min: limits.targetBytes, max: limits.targetBytes + 2000 })
  .map((length) => 'a'.repeat(length))

const methodsOf = (path: string) => operations.filter((one) => one.path === path).map(({ method }) => method)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'REPORT', 'LINK']
const undeclared = ['offset', 'Limit', 'limit%20', 'x', '__proto__', 'fields[]', 'limit[]', 'tag[a]', 'é']

// Invalid escapes, bytes that are not UTF-8, an overlong form, a lone surrogate, a truncated character, NUL.
const invalidEncodings = fc.constantFrom('%ZZ', '%', '%2', '%FF', '%C0%AF', '%ED%A0%80', '%F0%9F%8C', 'a%00b')

const upperCaseId = '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'
const malformedIds = fc.constantFrom(
  'x',
  upperCaseId,
  'urn:uuid:019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  '{019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41}',
  '019a9f3e5c807a118e5d3f0a6c2b9d41',
  '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41%0A',
  '..%2Fplants',
  '%2e%2e',
  'null',
  '1',
)

function invalidIds({ parameters }: ContractOperation): fc.Arbitrary<string> {
  const schema = parameters.find((one) => one.in === 'path')?.schema ?? ''
  return fc
    .tuple(invalid(schema), encodings)
    .filter(([value]) => typeof value === 'string' && value !== '' && !value.includes('/'))
    .map(([value, encoding]) => percentEncoded(String(value), encoding === 'all' ? 'all' : 'lower case'))
}

function unknownPath(draft: Draft, change: (path: string) => string): Draft {
  const changed = setPath(draft, change(draft.target.path))
  return withOutcome(changed, errorOutcome(undefined, '404 for the path'))
}

export const targetViolations: Variation[] = [
  {
    family: 'unknown paths',
    changes: ['path', 'method', 'query'],
    apply: (draft) => fc.constantFrom(...otherPaths).map((change) => unknownPath(draft, change)),
    always: otherPaths.map((change) => unknownPath(draftOf(operation('listPlants')), change)),
  },
  {
    family: 'unsupported methods',
    changes: ['method', 'body', 'media type'],
    apply: (draft) =>
      fc
        .constantFrom(...methods.filter((method) => !methodsOf(draft.operation.path).includes(method)))
        .map((method) => withOutcome({ ...draft, method }, errorOutcome(undefined, '405'))),
  },
  {
    family: 'long targets',
    changes: ['query', 'path'],
    apply: (draft) =>
      longText.map((text) => withOutcome(setQuery(draft, 'tag', `tag=${text}`), errorOutcome(undefined, '414'))),
  },
  {
    family: 'unknown parameters',
    changes: ['query'],
    apply: (draft) =>
      fc.constantFrom(...undeclared).map((name) => {
        const decoded = decodeURIComponent(name)
        return invalidParameter(setQuery(draft, name, `${percentEncoded(decoded, 'all')}=1`), decoded)
      }),
  },
  {
    family: 'repeated parameters',
    changes: ['query'],
    fits: hasQuery,
    apply: withQueryParameter((parameter) =>
      encodedValue(parameter).map((value) => Array(2).fill(`${parameter.name}=${value}`)),
    ),
  },
  {
    family: 'number notations',
    changes: ['query'],
    fits: (operation) => queryParameters(operation).some(isInteger),
    apply: withQueryParameter(
      ({ name }) =>
        fc
          .constantFrom(...notations)
          .map((value) => [`${name}=${value.replaceAll(' ', '+').replace('５', '%EF%BC%95')}`]),
      isInteger,
    ),
  },
  {
    family: 'invalid parameter values',
    changes: ['query'],
    fits: hasQuery,
    apply: withQueryParameter(({ name, schema }) =>
      fc
        .tuple(invalid(schema), encodings)
        .filter(([value]) => !isValid(schema, String(value)) && typeof value !== 'object')
        .map(([value, encoding]) => [`${name}=${percentEncoded(String(value), encoding)}`]),
    ),
    always: operations.flatMap((operation) =>
      queryParameters(operation)
        .filter(({ schema }) => isValid(schema, upperCaseId.toLowerCase()) && !isValid(schema, upperCaseId))
        .map(({ name }) => invalidParameter(setQuery(draftOf(operation), name, `${name}=${upperCaseId}`), name)),
    ),
  },
  {
    family: 'invalid encodings in a query',
    changes: ['query'],
    fits: hasQuery,
    apply: withQueryParameter(({ name }) => invalidEncodings.map((text) => [`${name}=${text}`])),
  },
  {
    family: 'malformed identifiers',
    changes: ['path'],
    fits: hasId,
    apply: withId((operation) => fc.oneof(malformedIds, invalidIds(operation))),
  },
  {
    family: 'invalid encodings in a path',
    changes: ['path'],
    fits: hasId,
    apply: withId(() => invalidEncodings),
  },
]
