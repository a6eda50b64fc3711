// Negative cases of the request line: path, method, query parameters.
import * as fc from 'fast-check'
import { getParameters, operationsBeside, parametersIn } from '../../contract/operations.ts'
import type { ContractOperation, ContractParameter } from '../../contract/tested-contract.ts'
import { invalidParameters } from '../limits.ts'
import { type RequestTemplate, refuse, setQuery, toTemplate, type Variation } from '../template.ts'
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
  getParameters(operation, 'path').filter(
    (parameter) => isScalarParameter(parameter) && operation.path.endsWith(`/{${parameter.name}}`),
  )
const hasIdentifier = (operation: ContractOperation) => itemParameters(operation).length > 0
const isInteger = (parameter: ContractParameter) =>
  isScalarParameter(parameter) && parameter.schema.keywords.type === 'integer'

function withInvalid(parameter: string, template: RequestTemplate): RequestTemplate {
  return refuse(template, '400', { field: { parameter } })
}

/** Replaces one of the query parameters that fit by other pairs. */
function withQueryParameter(
  pairs: (parameter: ContractParameter) => fc.Arbitrary<string[]>,
  fits: (parameter: ContractParameter) => boolean = () => true,
): Pick<Variation, 'changedParts' | 'fits' | 'apply'> {
  const fitting = (operation: ContractOperation) => getParameters(operation, 'query').filter(fits)
  return {
    changedParts: ['query'],
    fits: (operation) => fitting(operation).length > 0,
    apply: (template) =>
      fc.constantFrom(...fitting(template.operation)).chain((parameter) => {
        const { name } = parameter
        const { targetBytes } = template.operation.contract.limits
        return pairs(parameter)
          .filter((query) => query.join('&').length < targetBytes / 2)
          .map((query) => withInvalid(name, setQuery(template, name, ...query)))
      }),
  }
}

function withId(template: RequestTemplate, id: string): RequestTemplate {
  const last = parametersIn(template.operation.path).at(-1) ?? ''
  return withInvalid(last, { ...template, path: template.path.replace(/[^/]*$/, () => id) })
}

// The contract requires plain decimal digits; many parsers read these as numbers.
const notations = [
  ...['1e1', '0x10', '05', '%2B5', '5.0', '+5', '5+', '%205', '', '%EF%BC%95', '-0', '1_0', 'NaN', '9'.repeat(400)],
]

/** None of them is a path of the contract, whatever the path is. */
function withOtherPath(template: RequestTemplate): RequestTemplate[] {
  const { path } = template
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
    .filter((otherPath) => otherPath !== path && otherPath !== '/' && !template.operation.contract.hasPath(otherPath))
    .map((otherPath) => refuse({ ...template, path: otherPath }, '404 for the path'))
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'REPORT', 'LINK']
const undeclared = ['offset', 'Limit', 'limit ', 'x', '__proto__', 'fields[]', 'limit[]', 'tag[a]', 'é']

// Invalid escapes, bytes that are not UTF-8, an overlong form, a lone surrogate, a truncated character, NUL.
const invalidEncodings = ['%ZZ', '%', '%2', '%FF', '%C0%AF', '%ED%A0%80', '%F0%9F%8C', 'a%00b']

const validId = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const upperCaseId = validId.toUpperCase()
const strangeIds = [
  ...[upperCaseId, `urn:uuid:${validId}`, `{${validId}}`, validId.replaceAll('-', ''), `${validId}%0A`],
  ...['x', '..%2Fx', 'null', '1'],
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
  return undeclared.filter((name) => !parameters.some((parameter) => parameter.name === name))
}

/** A value with a part that its schema refuses, however the service reads it. */
function invalidPairs(parameter: ContractParameter): fc.Arbitrary<string[]> {
  const { schema } = parameter
  const isArray = schema.keywords.type === 'array'
  return fc
    .tuple(invalidScalar(isArray ? schema.at('items') : schema), encodings)
    .map(([value, encoding]) => toPairs(parameter, value, isArray ? 'all' : encoding))
}

/** Arrays of numbers and booleans, too. */
function canBeInvalid(parameter: ContractParameter): boolean {
  const { type } = Object(parameter.schema.keywords.items)
  return isScalarParameter(parameter) || (isWritable(parameter) && ['integer', 'number', 'boolean'].includes(type))
}

export const requestLineNegativeCases: Variation[] = [
  {
    name: 'unknown paths',
    sentence: 'Paths are case-sensitive and have no trailing slash.',
    sends: 'paths with another case, slash, dot segment, prefix or end',
    accepts: '404 for the path',
    changedParts: ['path', 'method', 'query'],
    apply: withOtherPath,
    always: ({ simplest }) => (simplest ? withOtherPath(toTemplate(simplest)) : []),
  },
  {
    name: 'unsupported methods',
    sentence: 'The path does not support this method. Use a method that `Allow` lists.',
    sends: 'each other method',
    accepts: '405 that lists exactly the methods of the path',
    changedParts: ['method', 'body', 'media type'],
    apply: (template) => {
      const supported = operationsBeside(template.operation).map(({ method }) => method)
      const others = methods.filter((method) => !supported.includes(method))
      const lists = { allow: supported.includes('GET') ? [...supported, 'HEAD'] : supported }
      return others.map((method) => refuse({ ...template, method }, '405', { lists }))
    },
  },
  {
    name: 'long targets',
    sentence: 'Path and query are longer than … bytes. Shorten them.',
    sends: 'a query that is just too long, or longer',
    accepts: '414',
    changedParts: ['query', 'path'],
    // Short enough to keep the head within its own limit, which other parameters can exceed.
    apply: (template) => {
      const { targetBytes } = template.operation.contract.limits
      return fc
        .integer({ min: targetBytes, max: targetBytes + 2000 })
        .map((length) => refuse({ ...template, query: [`long=${'a'.repeat(length)}`] }, '414'))
    },
  },
  {
    name: 'unknown parameters',
    sentence: 'is not a parameter of this operation',
    sends: 'names that differ a little from a parameter',
    accepts: '400 that names the parameter',
    changedParts: ['query'],
    fits: (operation) => namesFor(operation).length > 0,
    apply: (template) =>
      namesFor(template.operation).map((name) =>
        withInvalid(name, setQuery(template, name, `${percentEncoded(name)}=1`)),
      ),
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
    ...withQueryParameter(({ name, definition }) => {
      const refusedOnes = notations.filter((value) => value !== '' || definition.allowEmptyValue !== true)
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
    changedParts: ['path'],
    fits: hasIdentifier,
    apply: (template) => fc.oneof(...malformedIds(template.operation)).map((id) => withId(template, id)),
    always: ({ operations }) =>
      operations
        .filter(
          (operation) =>
            operation.body.size === 0 && itemParameters(operation).some(({ schema }) => isRefused(schema, upperCaseId)),
        )
        .map((operation) => withId(toTemplate(operation), upperCaseId)),
  },
  {
    name: 'invalid encodings in a path',
    sends: 'broken escapes, and bytes that are not UTF-8',
    accepts: '400 that names the parameter',
    changedParts: ['path'],
    fits: hasIdentifier,
    apply: (template) => invalidEncodings.map((text) => withId(template, text)),
  },
]
