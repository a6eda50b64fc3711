// Negative cases of the request line: path, method, query parameters.
import * as fc from 'fast-check'
import { getOperationsOfPath, getParameters, getPathParameterNames } from '../../contract/operations.ts'
import type { ContractOperation, ContractParameter } from '../../contract/tested-contract.ts'
import { invalidParameters } from '../limits.ts'
import { type RequestTemplate, setQuery, toTemplate, type Variation, withError } from '../template.ts'
import {
  encodings,
  invalidScalar,
  isRefused,
  isScalarParameter,
  isWritable,
  percentEncode,
  toPairs,
  validPairs,
} from '../texts.ts'

/** Returns the path parameter that names an item, at the end of the path, if there is one. */
const getItemParameters = (operation: ContractOperation) =>
  getParameters(operation, 'path').filter(
    (parameter) => isScalarParameter(parameter) && operation.path.endsWith(`/{${parameter.name}}`),
  )
const hasIdentifier = (operation: ContractOperation) => getItemParameters(operation).length > 0
const isInteger = (parameter: ContractParameter) =>
  isScalarParameter(parameter) && parameter.schema.keywords.type === 'integer'

function withInvalid(parameter: string, template: RequestTemplate): RequestTemplate {
  return withError(template, '400', { field: { parameter } })
}

/** Replaces a query parameter for which `fits` is true by other pairs. */
function withQueryParameter(
  drawPairs: (parameter: ContractParameter) => fc.Arbitrary<string[]>,
  fits: (parameter: ContractParameter) => boolean = () => true,
): Pick<Variation, 'changedParts' | 'fits' | 'apply'> {
  const getFitting = (operation: ContractOperation) => getParameters(operation, 'query').filter(fits)
  return {
    changedParts: ['query'],
    fits: (operation) => getFitting(operation).length > 0,
    apply: (template) =>
      fc.constantFrom(...getFitting(template.operation)).chain((parameter) => {
        const { name } = parameter
        const { targetBytes } = template.operation.contract.limits
        return drawPairs(parameter)
          .filter((query) => query.join('&').length < targetBytes / 2)
          .map((query) => withInvalid(name, setQuery(template, name, ...query)))
      }),
  }
}

function withId(template: RequestTemplate, id: string): RequestTemplate {
  const last = getPathParameterNames(template.operation.path).at(-1) ?? ''
  return withInvalid(last, { ...template, path: template.path.replace(/[^/]*$/, () => id) })
}

// The contract requires plain decimal digits, but many parsers accept some of these as numbers.
const notations = [
  ...['1e1', '0x10', '05', '%2B5', '5.0', '+5', '5+', '%205', '', '%EF%BC%95', '-0', '1_0', 'NaN', '9'.repeat(400)],
]

/** Returns requests for similar paths that the contract does not have. */
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
  // Some changes have no effect on some paths. A service may have a page at `/`.
  return others
    .filter((otherPath) => otherPath !== path && otherPath !== '/' && !template.operation.contract.hasPath(otherPath))
    .map((otherPath) => withError({ ...template, path: otherPath }, '404 for the path'))
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

/** Draws ids that the schema rejects. A contract may allow upper case, or any string. */
function drawMalformedIds(operation: ContractOperation): fc.Arbitrary<string>[] {
  return getItemParameters(operation).flatMap(({ schema }) => {
    const strange = strangeIds.filter((id) => isRefused(schema, decodeURIComponent(id)))
    const others = fc
      .tuple(invalidScalar(schema), encodings)
      .filter(([value]) => value !== '' && !String(value).includes('/'))
      .map(([value, encoding]) => percentEncode(String(value), encoding === 'all' ? 'all' : 'lower case'))
    return strange.length > 0 ? [fc.constantFrom(...strange), others] : [others]
  })
}

/** Returns names that are no parameter; none if a parameter is an object, which may have properties of any name. */
function getUndeclaredNames(operation: ContractOperation): string[] {
  const parameters = getParameters(operation, 'query')
  if (!parameters.every(isWritable)) return []
  return undeclared.filter((name) => !parameters.some((parameter) => parameter.name === name))
}

/** Draws a value that the schema rejects, or an array with such an item, even if a service parses it as another type. */
function drawInvalidPairs(parameter: ContractParameter): fc.Arbitrary<string[]> {
  const { schema } = parameter
  const isArray = schema.keywords.type === 'array'
  return fc
    .tuple(invalidScalar(isArray ? schema.at('items') : schema), encodings)
    .map(([value, encoding]) => toPairs(parameter, value, isArray ? 'all' : encoding))
}

/** Whether a value can be invalid: of a scalar, or of an array of numbers or booleans. */
function canBeInvalid(parameter: ContractParameter): boolean {
  const { type } = Object(parameter.schema.keywords.items)
  return isScalarParameter(parameter) || (isWritable(parameter) && ['integer', 'number', 'boolean'].includes(type))
}

export const requestLineNegativeCases: Variation[] = [
  {
    name: 'unknown paths',
    sentence: 'Paths are case-sensitive and have no trailing slash.',
    sends: 'paths in other letter case, or with an extra slash, dot segment, prefix or suffix',
    accepts: '404 for the path',
    changedParts: ['path', 'method', 'query'],
    apply: withOtherPath,
    getFixedRequests: ({ simplestRead }) => (simplestRead ? withOtherPath(toTemplate(simplestRead)) : []),
  },
  {
    name: 'unsupported methods',
    sentence: 'The path does not support this method. Use a method that `Allow` lists.',
    sends: 'each method that the path does not have',
    accepts: '405 that lists exactly the methods of the path',
    changedParts: ['method', 'body', 'media type'],
    apply: (template) => {
      const supported = getOperationsOfPath(template.operation).map(({ method }) => method)
      const others = methods.filter((method) => !supported.includes(method))
      const listHeaders = { allow: supported.includes('GET') ? [...supported, 'HEAD'] : supported }
      return others.map((method) => withError({ ...template, method }, '405', { listHeaders }))
    },
  },
  {
    name: 'long targets',
    sentence: 'Path and query are longer than … bytes. Shorten them.',
    sends: 'targets that exceed the limit',
    accepts: '414',
    changedParts: ['query', 'path'],
    // The head stays within its own limit, which it could exceed together with other parameters.
    apply: (template) => {
      const { targetBytes } = template.operation.contract.limits
      return fc
        .integer({ min: targetBytes, max: targetBytes + 2000 })
        .map((length) => withError({ ...template, query: [`long=${'a'.repeat(length)}`] }, '414'))
    },
  },
  {
    name: 'unknown parameters',
    sentence: 'is not a parameter of this operation',
    sends: 'names that differ a little from a parameter',
    accepts: '400 that names the parameter',
    changedParts: ['query'],
    fits: (operation) => getUndeclaredNames(operation).length > 0,
    apply: (template) =>
      getUndeclaredNames(template.operation).map((name) =>
        withInvalid(name, setQuery(template, name, `${percentEncode(name)}=1`)),
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
      const refusedNotations = notations.filter((value) => value !== '' || definition.allowEmptyValue !== true)
      return fc.constantFrom(...refusedNotations.map((value) => [`${name}=${value}`]))
    }, isInteger),
  },
  {
    name: 'invalid parameter values',
    sends: 'values beyond each limit, values of other types, and impossible dates',
    accepts: '400 that names the parameter',
    ...withQueryParameter(drawInvalidPairs, canBeInvalid),
    getFixedRequests: invalidParameters,
  },
  {
    name: 'invalid encodings in a query',
    sends: 'malformed percent-encodings, and bytes that are not UTF-8',
    accepts: '400 that names the parameter',
    ...withQueryParameter(({ name }) => fc.constantFrom(...invalidEncodings.map((text) => [`${name}=${text}`]))),
  },
  {
    name: 'malformed identifiers',
    sentence: 'Treat it as opaque.',
    sends: 'identifiers that the schema of the path parameter rejects',
    accepts: '400 that names the parameter',
    changedParts: ['path'],
    fits: hasIdentifier,
    apply: (template) => fc.oneof(...drawMalformedIds(template.operation)).map((id) => withId(template, id)),
    getFixedRequests: ({ operations }) =>
      operations
        .filter(
          (operation) =>
            operation.body.size === 0 &&
            getItemParameters(operation).some(({ schema }) => isRefused(schema, upperCaseId)),
        )
        .map((operation) => withId(toTemplate(operation), upperCaseId)),
  },
  {
    name: 'invalid encodings in a path',
    sends: 'malformed percent-encodings, and bytes that are not UTF-8',
    accepts: '400 that names the parameter',
    changedParts: ['path'],
    fits: hasIdentifier,
    apply: (template) => invalidEncodings.map((text) => withId(template, text)),
  },
]
