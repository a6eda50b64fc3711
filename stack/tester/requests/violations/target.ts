// Violations in the request line: path, method, query parameters.
import * as fc from 'fast-check'
import { getParameters, operationsBeside, parametersIn } from '../../contract/operations.ts'
import type { ContractOperation, ContractParameter } from '../../contract/tested-contract.ts'
import { type Draft, refused, setQuery, toDraft, type Variation } from '../draft.ts'
import { invalidParameters } from '../limits.ts'
import {
  encodings,
  invalidScalar,
  isRefused,
  isScalarParameter,
  isWritable,
  percentEncoded,
  toPairs,
  validPairs,
} from '../texts.ts'

/** The one that names an item, at the end of the path. */
const itemParameters = (operation: ContractOperation) =>
  getParameters(operation, 'path').filter((one) => isScalarParameter(one) && operation.path.endsWith(`/{${one.name}}`))
const hasIdentifier = (operation: ContractOperation) => itemParameters(operation).length > 0
const isInteger = (one: ContractParameter) => isScalarParameter(one) && one.schema.keywords.type === 'integer'

function withInvalid(parameter: string, draft: Draft): Draft {
  return refused(draft, '400', { field: { parameter } })
}

/** Replaces one of the query parameters that fit by other pairs. */
function withQueryParameter(
  pairs: (parameter: ContractParameter) => fc.Arbitrary<string[]>,
  fits: (parameter: ContractParameter) => boolean = () => true,
): Pick<Variation, 'changes' | 'fits' | 'apply'> {
  const fitting = (operation: ContractOperation) => getParameters(operation, 'query').filter(fits)
  return {
    changes: ['query'],
    fits: (operation) => fitting(operation).length > 0,
    apply: (draft) =>
      fc.constantFrom(...fitting(draft.operation)).chain((parameter) => {
        const { name } = parameter
        const { targetBytes } = draft.operation.contract.limits
        return pairs(parameter)
          .filter((written) => written.join('&').length < targetBytes / 2)
          .map((written) => withInvalid(name, setQuery(draft, name, ...written)))
      }),
  }
}

function withId(draft: Draft, id: string): Draft {
  const last = parametersIn(draft.operation.path).at(-1) ?? ''
  return withInvalid(last, { ...draft, path: draft.path.replace(/[^/]*$/, () => id) })
}

// The contract requires plain decimal digits; many parsers read these as numbers.
const notations = [
  ...['1e1', '0x10', '05', '%2B5', '5.0', '+5', '5+', '%205', '', '%EF%BC%95', '-0', '1_0', 'NaN', '9'.repeat(400)],
]

/** None of them is a path of the contract, whatever the path is. */
function withOtherPath(draft: Draft): Draft[] {
  const { path } = draft
  const others = [
    `${path}/`,
    `/${path}`,
    path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    path.replace('/', '/%2F'),
    path.replace(/[a-z]+/, '$&//'),
    `/.${path}`,
    path.replace(/[a-z]+/, '$&;v=1'),
    `/not-a-base${path}`,
    `${path}/x/y`,
    path.replace(/[a-z]+/, (name) => name.slice(0, -1)),
  ]
  // Some changes leave the path `/` as it is. A service may have a page there.
  return others
    .filter((other) => other !== path && other !== '/' && !draft.operation.contract.hasPath(other))
    .map((other) => refused({ ...draft, path: other }, '404 for the path'))
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'REPORT', 'LINK']
const undeclared = ['offset', 'Limit', 'limit ', 'x', '__proto__', 'fields[]', 'limit[]', 'tag[a]', 'é']

// Invalid escapes, bytes that are not UTF-8, an overlong form, a lone surrogate, a truncated character, NUL.
const invalidEncodings = ['%ZZ', '%', '%2', '%FF', '%C0%AF', '%ED%A0%80', '%F0%9F%8C', 'a%00b']

const validId = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const upperCaseId = validId.toUpperCase()
const strangeIds = [
  ...[upperCaseId, `urn:uuid:${validId}`, `{${validId}}`, validId.replaceAll('-', ''), `${validId}%0A`],
  ...['x', '..%2Fx', '%2e%2e', 'null', '1'],
]

/** A contract may allow upper case, or any text. */
function malformedIds(operation: ContractOperation): fc.Arbitrary<string>[] {
  return itemParameters(operation).flatMap(({ schema }) => {
    const strange = strangeIds.filter((id) => isRefused(schema, decodeURIComponent(id)))
    const others = fc
      .tuple(invalidScalar(schema), encodings)
      .filter(([value]) => value !== '' && !String(value).includes('/'))
      .map(([value, encoding]) => percentEncoded(String(value), encoding === 'all' ? 'all' : 'lower case'))
    return strange.length > 0 ? [fc.constantFrom(...strange), others] : [others]
  })
}

/** Names that are no parameter. An object can take any name. */
function namesFor(operation: ContractOperation): string[] {
  const parameters = getParameters(operation, 'query')
  if (!parameters.every(isWritable)) return []
  return undeclared.filter((name) => !parameters.some((one) => one.name === name))
}

/** A value with a part that its schema refuses, however the service reads it. */
function invalidPairs(parameter: ContractParameter): fc.Arbitrary<string[]> {
  const { schema } = parameter
  const isArray = schema.keywords.type === 'array'
  return fc
    .tuple(invalidScalar(isArray ? schema.at('items') : schema), encodings)
    .map(([value, encoding]) => toPairs(parameter, value, isArray ? 'all' : encoding))
}

/** Arrays of scalars, too. */
function canBeInvalid(parameter: ContractParameter): boolean {
  const { type } = Object(parameter.schema.keywords.items)
  return isScalarParameter(parameter) || (isWritable(parameter) && ['integer', 'number', 'boolean'].includes(type))
}

export const targetViolations: Variation[] = [
  {
    name: 'unknown paths',
    sentence: 'Paths are case-sensitive and have no trailing slash.',
    sends: 'paths with another case, slash, dot segment, prefix or end',
    accepts: '404 for the path',
    changes: ['path', 'method', 'query'],
    apply: withOtherPath,
    always: ({ simplest }) => (simplest ? withOtherPath(toDraft(simplest)) : []),
  },
  {
    name: 'unsupported methods',
    sentence: 'The path does not support this method. Use a method that `Allow` lists.',
    sends: 'each other method',
    accepts: '405 that lists exactly the methods of the path',
    changes: ['method', 'body', 'media type'],
    apply: (draft) => {
      const supported = operationsBeside(draft.operation).map(({ method }) => method)
      const others = methods.filter((method) => !supported.includes(method))
      const lists = { allow: supported.includes('GET') ? [...supported, 'HEAD'] : supported }
      return others.map((method) => refused({ ...draft, method }, '405', { lists }))
    },
  },
  {
    name: 'long targets',
    sentence: 'Path and query are longer than … bytes. Shorten them.',
    sends: 'a query that is just too long, or longer',
    accepts: '414',
    changes: ['query', 'path'],
    // Short enough to keep the head within its own limit, which other parameters can exceed.
    apply: (draft) => {
      const { targetBytes } = draft.operation.contract.limits
      return fc
        .integer({ min: targetBytes, max: targetBytes + 2000 })
        .map((length) => refused({ ...draft, query: [`long=${'a'.repeat(length)}`] }, '414'))
    },
  },
  {
    name: 'unknown parameters',
    sentence: 'is not a parameter of this operation',
    sends: 'names that differ a little from a parameter',
    accepts: '400 that names the parameter',
    changes: ['query'],
    fits: (operation) => namesFor(operation).length > 0,
    apply: (draft) =>
      namesFor(draft.operation).map((name) => withInvalid(name, setQuery(draft, name, `${percentEncoded(name)}=1`))),
  },
  {
    name: 'repeated parameters',
    sends: 'the same valid parameter twice',
    accepts: '400 that names the parameter',
    ...withQueryParameter((parameter) => validPairs(parameter).map((pairs) => [...pairs, ...pairs]), isScalarParameter),
  },
  {
    name: 'number notations',
    sentence: '… in plain decimal digits.',
    sends: '`1e1`, `0x10`, `05`, `+5` and the like',
    accepts: '400 that names the parameter',
    ...withQueryParameter(({ name, written }) => {
      const refusedOnes = notations.filter((value) => value !== '' || written.allowEmptyValue !== true)
      return fc.constantFrom(...refusedOnes.map((value) => [`${name}=${value}`]))
    }, isInteger),
  },
  {
    name: 'invalid parameter values',
    sends: 'values beyond each limit, of other types and impossible dates',
    accepts: '400 that names the parameter',
    ...withQueryParameter(invalidPairs, canBeInvalid),
    always: invalidParameters,
  },
  {
    name: 'invalid encodings in a query',
    sends: 'broken escapes, and bytes that are not UTF-8',
    accepts: '400 that names the parameter',
    ...withQueryParameter(({ name }) => fc.constantFrom(...invalidEncodings.map((text) => [`${name}=${text}`]))),
  },
  {
    name: 'malformed identifiers',
    sentence: 'Treat it as opaque.',
    sends: 'identifiers that the schema of the path refuses',
    accepts: '400 that names the parameter',
    changes: ['path'],
    fits: hasIdentifier,
    apply: (draft) => fc.oneof(...malformedIds(draft.operation)).map((id) => withId(draft, id)),
    always: ({ operations }) =>
      operations
        .filter(
          (one) => one.body.size === 0 && itemParameters(one).some(({ schema }) => isRefused(schema, upperCaseId)),
        )
        .map((operation) => withId(toDraft(operation), upperCaseId)),
  },
  {
    name: 'invalid encodings in a path',
    sends: 'broken escapes, and bytes that are not UTF-8',
    accepts: '400 that names the parameter',
    changes: ['path'],
    fits: hasIdentifier,
    apply: (draft) => invalidEncodings.map((text) => withId(draft, text)),
  },
]
