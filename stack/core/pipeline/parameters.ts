// Reads the parameters of a request: percent-encoded UTF-8, converted to the types of the contract, and only declared
// ones. Schemas are left to the validator.

import type { ParameterType, StyledType } from '../contract/contract-data.ts'
import { fieldMessage } from '../contract/field-message.ts'
import type { OperationPlan } from '../contract/plan.ts'
import { valuesIn } from '../contract/segments.ts'
import type { ParameterValue, RequestParts } from '../contract/validator.ts'
import { parseHttpDate } from '../date-time.ts'
import { invalidRequest, type Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'
import { convertStyled, type Decode, getArray, toProperty } from './parameter-values.ts'
import type { Target } from './target.ts'

/** @throws {Problem} 400 that names the parameter. */
export function readParameters(
  request: HttpRequest,
  { path, query }: Target,
  operation: OperationPlan,
): Omit<RequestParts, 'body'> {
  return {
    path: readPath(path, operation),
    query: readQuery(query, operation),
    headers: readHeaders(request, operation),
    cookies: readCookies(request, operation),
  }
}

const filledGroups = ['headers', 'cookies'] as const

/** Fills in the defaults of headers and cookies. */
export function fillIn(parts: RequestParts, { defaults }: OperationPlan): void {
  for (const group of filledGroups) {
    for (const name in defaults[group]) {
      if (Object.hasOwn(parts[group], name)) continue
      // A default is a value that its schema allows (checks/values.ts).
      parts[group][name] = structuredClone(defaults[group][name]) as ParameterValue
    }
  }
}

function readPath(path: string, { segments, parameterTypes }: OperationPlan): RequestParts['path'] {
  const values: RequestParts['path'] = {}
  const parts = path.split('/')
  const read = (text: string, parameter: string) => {
    const type = parameterTypes.path[parameter] ?? 'string'
    values[parameter] = convertStyled(text, type, { parameter }, decodeValue)
  }
  // Those of the path of a server come before.
  const start = parts.length - segments.length
  for (const [index, { parameter, mixed }] of segments.entries()) {
    const part = parts[start + index] ?? ''
    if (parameter !== undefined) read(part, parameter)
    else if (mixed !== undefined)
      for (const [at, text] of (valuesIn(mixed, part) ?? []).entries()) read(text, mixed.parameters[at] ?? '')
  }
  return values
}

function readHeaders(
  { headers }: HttpRequest,
  { headerFields, parameterTypes, evaluatesConditions }: OperationPlan,
): RequestParts['headers'] {
  const values: RequestParts['headers'] = {}
  for (const [name, field] of headerFields) {
    // A contract can have a header with the name of a member of every object.
    const text = Object.hasOwn(headers, field) ? headers[field] : undefined
    if (text === undefined) continue
    // A date that is not valid is ignored (RFC 9110, 13.1.3 and 13.1.4).
    const isDate = name === 'If-Modified-Since' || name === 'If-Unmodified-Since'
    if (evaluatesConditions && isDate && Number.isNaN(parseHttpDate(text))) continue
    const type = parameterTypes.headers[name] ?? 'string'
    values[name] = convertStyled(withoutSpace(text, type), type, { header: name }, asItIs)
  }
  return values
}

/** The parts of a list can have white space around them (RFC 9110, 5.6.1). */
function withoutSpace(text: string, type: ParameterType): string {
  if (typeof type === 'string' || Array.isArray(type) || type.json) return text
  return Array.from(text.split(','), (part) => part.trim()).join()
}

/** Nothing in a header is percent-encoded. */
const asItIs: Decode = (text) => text

const noCookies: RequestParts['cookies'] = Object.freeze({})

function readCookies(
  { headers }: HttpRequest,
  { cookies: declared, parameterTypes }: OperationPlan,
): RequestParts['cookies'] {
  if (declared.length === 0) return noCookies
  const sent = cookiesIn(headers.cookie ?? '')
  const values: RequestParts['cookies'] = {}
  for (const name of declared) {
    const text = sent.get(name)
    const type = parameterTypes.cookies[name] ?? 'string'
    if (text !== undefined) values[name] = convertStyled(text, type, { parameter: name }, decodeValue)
  }
  return values
}

/**
 * The header Cookie (RFC 6265, 4.2.1) by name, as the cookies were sent. Of several cookies with one name, the first
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

/** The values of parameters with several pairs: the texts of an array, and the properties of an object. */
interface Several {
  arrays: Map<string, { type: StyledType; texts: string[] }>
  objects: Map<string, Map<string, ParameterValue>>
}

function readQuery(query: string, operation: OperationPlan): Record<string, unknown> {
  if (query === '') return {}
  const { query: declared, parameterTypes } = operation
  const values = new Map<string, unknown>()
  let several: Several | undefined
  let absent: string[] | undefined
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [rawName = '', ...rawValue] = pair.replaceAll('+', ' ').split('=')
    const name = decode(rawName, rawName)
    const raw = rawValue.join('=')
    const parameter = declared.get(name)
    if (parameter?.isCredential) continue
    const type = parameterTypes.query[name]
    if (raw === '' && parameter?.allowEmptyValue && !takesEmptyText(type)) {
      requireOnce(values, name)
      const value = getEmptyValue(type)
      values.set(name, value)
      if (value === undefined) absent = [...(absent ?? []), name]
    } else if (parameter === undefined || isRepeated(type)) {
      several ??= { arrays: new Map(), objects: new Map() }
      if (parameter === undefined) addProperty(several, name, decode(raw, name), operation)
      else addItem(several, name, decode(raw, name), operation)
    } else {
      requireOnce(values, name)
      const isText = typeof type !== 'object' || Array.isArray(type) || Object(type).json
      if (raw === '' && isText && !parameter.allowEmptyValue) throw invalidParameter(name, fieldMessage.empty)
      values.set(name, convertStyled(raw, type ?? 'string', { parameter: name }, decodeValue))
    }
  }
  for (const name of absent ?? []) values.delete(name)
  for (const [name, { type, texts }] of several?.arrays ?? [])
    values.set(name, getArray(texts, type, { parameter: name }))
  for (const [name, properties] of several?.objects ?? []) values.set(name, Object.fromEntries(properties))
  return Object.fromEntries(values)
}

type QueryType = OperationPlan['parameterTypes']['query'][string] | undefined

function takesEmptyText(type: QueryType): boolean {
  if (type === undefined || type === 'string') return true
  if (typeof type === 'string' || Array.isArray(type)) return type.includes('string')
  return type.properties !== undefined || (type.items?.includes('string') ?? false)
}

/** A flag is on, and anything else without a text is null or absent. */
function getEmptyValue(type: QueryType): true | null | undefined {
  const types = [type].flat()
  if (types.includes('boolean')) return true
  return types.includes('null') ? null : undefined
}

/** Whether each item of an array has a pair. */
function isRepeated(type: QueryType): type is StyledType {
  return typeof type === 'object' && !Array.isArray(type) && type.items !== undefined && type.separator === undefined
}

function addItem({ arrays }: Several, name: string, text: string, { parameterTypes }: OperationPlan): void {
  const type = parameterTypes.query[name]
  const known = arrays.get(name)
  if (known !== undefined) known.texts.push(text)
  else if (isRepeated(type)) arrays.set(name, { type, texts: [text] })
}

/** @param name Such as `filter[name]`, or `name` if the names of the properties are those of the pairs. */
function addProperty({ objects }: Several, name: string, text: string, { queryObjects }: OperationPlan): void {
  for (const [parameter, type] of queryObjects) {
    const property = propertyNamed(name, parameter, type)
    if (property === undefined) continue
    const known = objects.get(parameter) ?? new Map<string, ParameterValue>()
    requireOnce(known, property, name)
    objects.set(parameter, known.set(property, toProperty(text, property, type, { parameter })))
    return
  }
  // express-openapi-validator reads `limit[]` as `limit`.
  throw invalidParameter(name, fieldMessage.undeclaredParameter)
}

/** Only a contract that writes `additionalProperties` takes any other name, unless it is in brackets. */
function propertyNamed(name: string, parameter: string, { brackets, properties, others }: StyledType) {
  if (!brackets) return others !== undefined || Object.hasOwn(properties ?? {}, name) ? name : undefined
  const isMember = name.startsWith(`${parameter}[`) && name.endsWith(']')
  return isMember ? name.slice(parameter.length + 1, -1) : undefined
}

function requireOnce(known: Map<string, unknown>, key: string, name = key): void {
  if (known.has(key)) throw invalidParameter(name, fieldMessage.repeated)
}

/** Percent-encoded UTF-8. */
function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidParameter(parameter, fieldMessage.notPercentEncoded)
  }
}

/** A part of the value of a parameter. */
const decodeValue: Decode = (text, { parameter = '' }) => decode(text, parameter)

function invalidParameter(name: string, detail: string): Problem {
  return invalidRequest({ parameter: name, detail })
}
