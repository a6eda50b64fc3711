// Parses the parameters of a request, and converts them to the types of the contract. Rejects undeclared query
// parameters. The validator checks the schemas.
import type { Operation, ParameterData } from '../contract/contract.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { parseMixed } from '../contract/segments.ts'
import type { ParameterValue, RequestParts } from '../contract/validator.ts'
import { parseHttpDate } from '../date-time.ts'
import { invalidRequest, type Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'
import { decodePart, readArray, readHeader, readPairs, readProperty, readValue } from './read-styles.ts'
import type { PathAndQuery } from './target.ts'

/** @throws {Problem} 400 that names the parameter. */
export function readParameters(
  request: HttpRequest,
  { path, query }: PathAndQuery,
  operation: Operation,
): Omit<RequestParts, 'body'> {
  return {
    path: readPath(path, operation),
    query: readQuery(query, operation),
    headers: readHeaders(request, operation),
    cookies: readCookies(request, operation),
  }
}

/** Adds the defaults of headers and cookies. */
export function applyDefaults(parts: RequestParts, { parameters }: Operation): void {
  for (const group of ['headers', 'cookies'] as const) {
    for (const [name, { default: value }] of Object.entries(parameters[group])) {
      if (value === undefined || Object.hasOwn(parts[group], name)) continue
      // A default is a value that its schema allows (removeRefusedDefaults in stack/contract/read/schemas.ts).
      parts[group][name] = structuredClone(value) as ParameterValue
    }
  }
}

function readPath(path: string, { segments, parameters }: Operation): RequestParts['path'] {
  const values: RequestParts['path'] = {}
  const parts = path.split('/')
  const setValue = (text: string, parameter: string) => {
    values[parameter] = readValue(text, parameters.path[parameter] ?? {}, { parameter })
  }
  // The segments of the server's path come first.
  const start = parts.length - segments.length
  for (const [index, { parameter, mixed }] of segments.entries()) {
    const part = parts[start + index] ?? ''
    if (parameter !== undefined) setValue(part, parameter)
    else if (mixed !== undefined)
      for (const [at, text] of (parseMixed(mixed, part) ?? []).entries()) setValue(text, mixed.parameters[at] ?? '')
  }
  return values
}

function readHeaders(
  { headers }: HttpRequest,
  { headerFields, parameters, evaluatesConditions }: Operation,
): RequestParts['headers'] {
  const values: RequestParts['headers'] = {}
  for (const [name, field] of headerFields) {
    // A contract can declare a header with the name of an inherited member, such as `constructor`.
    const text = Object.hasOwn(headers, field) ? headers[field] : undefined
    if (text === undefined) continue
    // A date that is not valid is ignored (RFC 9110, 13.1.3 and 13.1.4).
    const isDate = name === 'If-Modified-Since' || name === 'If-Unmodified-Since'
    if (evaluatesConditions && isDate && Number.isNaN(parseHttpDate(text))) continue
    values[name] = readHeader(text, parameters.headers[name] ?? {}, name)
  }
  return values
}

function readCookies({ headers }: HttpRequest, { parameters }: Operation): RequestParts['cookies'] {
  const values: RequestParts['cookies'] = {}
  let cookies: Map<string, string> | undefined
  for (const name in parameters.cookies) {
    cookies ??= parseCookies(headers.cookie ?? '')
    const text = cookies.get(name)
    if (text !== undefined) values[name] = readValue(text, parameters.cookies[name] ?? {}, { parameter: name })
  }
  return values
}

/**
 * Returns the values in the header Cookie (RFC 6265, 4.2.1) by name, without quotes. Of several cookies with the same
 * name, the first one wins: its path is the longest (5.4).
 */
export function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at === -1 || cookies.has(name)) continue
    const value = pair.slice(at + 1).trim()
    cookies.set(name, /^".*"$/.test(value) ? value.slice(1, -1) : value)
  }
  return cookies
}

function readQuery(query: string, { parameters, queryObjects }: Operation): Record<string, unknown> {
  if (query === '') return {}
  const pairs = readPairs(query, (parameter) => ({ parameter }))
  const values = new Map<string, unknown>()
  for (const [name, parameter] of Object.entries(parameters.query)) {
    if (queryObjects.includes(name)) continue
    const texts = pairs.get(name)
    pairs.delete(name)
    const value = texts === undefined || parameter.isCredential ? undefined : readTexts(texts, name, parameter)
    if (value !== undefined) values.set(name, value)
  }
  for (const name of queryObjects) {
    const properties = takeProperties(pairs, name, parameters.query[name] ?? {})
    if (properties.length > 0) values.set(name, Object.fromEntries(properties))
  }
  // express-openapi-validator reads `limit[]` as `limit`.
  const [undeclared] = pairs.keys()
  if (undeclared !== undefined) throw invalidParameter(undeclared, fieldMessage.undeclaredParameter)
  return Object.fromEntries(values)
}

/** @returns `undefined` for an empty value that counts as absent. */
function readTexts([text = '', ...repeated]: string[], name: string, parameter: ParameterData): unknown {
  const { items, properties, separator, allowEmptyValue } = parameter
  const field = { parameter: name }
  const isExploded = items !== undefined && separator === undefined
  if (repeated.length > 0 && !isExploded) throw invalidParameter(name, fieldMessage.repeated)
  if (text === '' && repeated.length === 0 && allowEmptyValue && !acceptsEmpty(parameter)) return emptyValue(parameter)
  if (isExploded) {
    const texts = [text, ...repeated].map((value) => decodePart(value, field))
    return readArray(texts, parameter, field)
  }
  if (text === '' && !allowEmptyValue && !items && !properties) throw invalidParameter(name, fieldMessage.empty)
  return readValue(text, parameter, field)
}

function acceptsEmpty({ json, properties, items, types = ['string'] }: ParameterData): boolean {
  return properties !== undefined || (!json && (items ?? types).includes('string'))
}

/** Returns true for a boolean. For other types, an empty value is null or absent. */
function emptyValue({ types = [] }: ParameterData): true | null | undefined {
  if (types.includes('boolean')) return true
  return types.includes('null') ? null : undefined
}

/** Removes the pairs of an object from those of a query. Returns its properties. */
function takeProperties(pairs: Map<string, string[]>, parameter: string, data: ParameterData) {
  return [...pairs].flatMap(([name, [text = '', ...repeated]]) => {
    const property = getPropertyName(name, parameter, data)
    if (property === undefined) return []
    if (repeated.length > 0) throw invalidParameter(name, fieldMessage.repeated)
    pairs.delete(name)
    const decoded = decodePart(text, { parameter: name })
    return [[property, readProperty(decoded, property, data, { parameter })] as const]
  })
}

/** Returns the property that a pair belongs to: any name in brackets, or else a declared or additional property. */
function getPropertyName(name: string, parameter: string, data: ParameterData) {
  const { isDeepObject, properties = {}, additionalProperties } = data
  if (!isDeepObject) return additionalProperties || Object.hasOwn(properties, name) ? name : undefined
  const isMember = name.startsWith(`${parameter}[`) && name.endsWith(']')
  return isMember ? name.slice(parameter.length + 1, -1) : undefined
}

function invalidParameter(name: string, detail: string): Problem {
  return invalidRequest({ parameter: name, detail })
}
