// Reads the parameters of a request: percent-encoded UTF-8, converted to the types of the contract, and only declared
// ones. Schemas are left to the validator.
import type { Operation, ParameterData } from '../contract/contract.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { valuesIn } from '../contract/segments.ts'
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

/** Fills in the defaults of headers and cookies. */
export function fillIn(parts: RequestParts, { parameters }: Operation): void {
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
  const decode = (text: string, parameter: string) => {
    values[parameter] = readValue(text, parameters.path[parameter] ?? {}, { parameter })
  }
  // Those of the path of a server come before.
  const start = parts.length - segments.length
  for (const [index, { parameter, mixed }] of segments.entries()) {
    const part = parts[start + index] ?? ''
    if (parameter !== undefined) decode(part, parameter)
    else if (mixed !== undefined)
      for (const [at, text] of (valuesIn(mixed, part) ?? []).entries()) decode(text, mixed.parameters[at] ?? '')
  }
  return values
}

function readHeaders(
  { headers }: HttpRequest,
  { headerFields, parameters, evaluatesConditions }: Operation,
): RequestParts['headers'] {
  const values: RequestParts['headers'] = {}
  for (const [name, field] of headerFields) {
    // A contract can have a header with the name of a member of every object.
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
    cookies ??= cookiesIn(headers.cookie ?? '')
    const text = cookies.get(name)
    if (text !== undefined) values[name] = readValue(text, parameters.cookies[name] ?? {}, { parameter: name })
  }
  return values
}

/**
 * Values in the header Cookie (RFC 6265, 4.2.1) by name, without quotes. Of several cookies with one name, the first
 * counts: its path is the longest (5.4).
 */
export function cookiesIn(header: string): Map<string, string> {
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

/** @returns `undefined` for an empty value that means nothing. */
function readTexts([text = '', ...others]: string[], name: string, parameter: ParameterData): unknown {
  const { items, properties, separator, allowEmptyValue } = parameter
  const field = { parameter: name }
  const hasPairs = items !== undefined && separator === undefined
  if (others.length > 0 && !hasPairs) throw invalidParameter(name, fieldMessage.repeated)
  if (text === '' && others.length === 0 && allowEmptyValue && !takesEmptyText(parameter)) return emptyValue(parameter)
  if (hasPairs) {
    const texts = [text, ...others].map((value) => decodePart(value, field))
    return readArray(texts, parameter, field)
  }
  if (text === '' && !allowEmptyValue && !items && !properties) throw invalidParameter(name, fieldMessage.empty)
  return readValue(text, parameter, field)
}

function takesEmptyText({ json, properties, items, types = ['string'] }: ParameterData): boolean {
  return properties !== undefined || (!json && (items ?? types).includes('string'))
}

/** An empty boolean is true. Any other empty value is null or absent. */
function emptyValue({ types = [] }: ParameterData): true | null | undefined {
  if (types.includes('boolean')) return true
  return types.includes('null') ? null : undefined
}

/** Removes the pairs of an object from those of a query. Each has the name of a property. */
function takeProperties(pairs: Map<string, string[]>, parameter: string, data: ParameterData) {
  return [...pairs].flatMap(([name, [text = '', ...others]]) => {
    const property = propertyNamed(name, parameter, data)
    if (property === undefined) return []
    if (others.length > 0) throw invalidParameter(name, fieldMessage.repeated)
    pairs.delete(name)
    const decoded = decodePart(text, { parameter: name })
    return [[property, readProperty(decoded, property, data, { parameter })] as const]
  })
}

/** Returns the name of the property. Only `additionalProperties` takes any other name, unless it is in brackets. */
function propertyNamed(name: string, parameter: string, { brackets, properties, others }: ParameterData) {
  if (!brackets) return others !== undefined || Object.hasOwn(properties ?? {}, name) ? name : undefined
  const isMember = name.startsWith(`${parameter}[`) && name.endsWith(']')
  return isMember ? name.slice(parameter.length + 1, -1) : undefined
}

function invalidParameter(name: string, detail: string): Problem {
  return invalidRequest({ parameter: name, detail })
}
