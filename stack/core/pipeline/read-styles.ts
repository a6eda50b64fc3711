// Parses a serialized parameter: a scalar, an array, an object or JSON, in the style of the contract.
import type { FieldName, ParameterData, ScalarType } from '../contract/contract.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { hasMalformedString, type ParameterValue } from '../contract/validator.ts'
import { AnyProblem, invalidRequest } from '../problem.ts'
import { numberError, parseJson } from './json.ts'

/** Decodes a part of a serialized parameter, which can be a name or a value. */
type Decode = (text: string, field: FieldName) => string

const grammars: Record<ScalarType, { grammar: RegExp; detail: string }> = {
  null: { grammar: /^null$/, detail: fieldMessage.notNull },
  boolean: { grammar: /^(?:true|false)$/, detail: fieldMessage.notBoolean },
  // Validators also accept 1e1, 0x10, 05 and +5 for integers.
  integer: { grammar: /^(?:0|-?[1-9]\d*)$/, detail: fieldMessage.notInteger },
  // As in JSON, which is what clients write for a number.
  number: { grammar: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i, detail: fieldMessage.notNumber },
  string: { grammar: /^/, detail: '' },
}

/** @returns `undefined` if the string is not a JSON number, or if parsing would change it. */
export function toNumber(text: string): number | undefined {
  return grammars.number.grammar.test(text) && numberError(text) === undefined ? Number(text) : undefined
}

/**
 * @param text Decoded.
 * @param types The first type that matches wins.
 * @param part Prefix of the detail of the problem, such as `item 2 `.
 */
export function readScalar(
  text: string,
  types: readonly ScalarType[] | undefined,
  field: FieldName,
  part = '',
): ParameterValue {
  if (types === undefined) return text
  let error: string | undefined
  for (const type of types) {
    if (!grammars[type].grammar.test(text)) continue
    if (type === 'string') return text
    const changed = type === 'integer' || type === 'number' ? numberError(text) : undefined
    if (changed === undefined) return JSON.parse(text)
    error ??= changed
  }
  error ??= `must be ${types.map((type) => grammars[type].detail.replace('must be ', '')).join(' or ')}`
  throw invalidRequest({ ...field, detail: part + error })
}

/** @param text Not decoded, because a part of it can contain an encoded separator. */
export function readValue(
  text: string,
  parameter: ParameterData,
  field: FieldName,
  decode: Decode = decodePart,
): ParameterValue {
  const { prefix = '', json, items, properties, types } = parameter
  if (!text.startsWith(prefix)) throw invalidRequest({ ...field, detail: fieldMessage.wrongPrefix(prefix) })
  const value = text.slice(prefix.length)
  if (json) return readJson(decode(value, field), field)
  if (items !== undefined) return readArray(splitItems(value, parameter, field, decode), parameter, field)
  if (properties !== undefined) return readObject(value, parameter, field, decode)
  return readScalar(decode(value, field), types, field)
}

/** Headers are not percent-encoded. The members of a list can have white space around them (RFC 9110, 5.6.1). */
export function readHeader(text: string, parameter: ParameterData, header: string): ParameterValue {
  const listTypes = parameter.items ?? parameter.properties
  const trimmed = listTypes ? Array.from(text.split(','), (part) => part.trim()).join() : text
  return readValue(trimmed, parameter, { header }, identity)
}

const identity: Decode = (text) => text

/** @param parts The items, decoded. */
export function readArray(parts: string[], { items, types }: ParameterData, field: FieldName): ParameterValue {
  // A contract can also allow a value that is not an array.
  const [single] = parts
  if (types !== undefined && parts.length === 1 && single !== undefined) return readScalar(single, types, field)
  return parts.map((part, index) => readScalar(part, items, field, `item ${index + 1} `))
}

/** Returns one empty item for the empty string. */
function splitItems(
  text: string,
  { separator = ',', items = [] }: ParameterData,
  field: FieldName,
  decode: Decode,
): string[] {
  // Many clients also encode separators. Only a string can contain one.
  if (!items.includes('string')) return decode(text, field).split(decodeURIComponent(separator))
  return splitText(text, separator).map((part) => decode(part, field))
}

/** @param separator Percent-encoded. Clients send a space or a bar encoded or not; each `+` is a space already. */
export function splitText(text: string, separator: string): string[] {
  return text.split(separators[separator] ?? separator)
}

const separators: Record<string, RegExp> = { '%20': /%20| /, '%7C': /\||%7C/i }

function readObject(text: string, parameter: ParameterData, field: FieldName, decode: Decode): ParameterValue {
  const { assign, separator = ',' } = parameter
  const parts = text === '' ? [] : splitText(text, separator)
  const pairs = assign === undefined ? toPairs(parts) : parts.map((part) => splitPair(part, assign))
  const detail = fieldMessage.notPairs(['a', '1'].join(assign ?? decodeURIComponent(separator)))
  const names = new Set<string>()
  const entries = pairs.map(([name, value]) => {
    const key = decode(name, field)
    if (value === undefined) throw invalidRequest({ ...field, detail })
    if (names.has(key)) throw invalidRequest({ ...field, detail: fieldMessage.repeatedProperty })
    names.add(key)
    return [key, readProperty(decode(value, field), key, parameter, field)] as const
  })
  return Object.fromEntries(entries)
}

/** @param name Name of the property. The problem omits a name that the contract does not declare. */
export function readProperty(
  text: string,
  name: string,
  { properties = {}, additionalProperties }: ParameterData,
  field: FieldName,
): ParameterValue {
  if (!Object.hasOwn(properties, name)) return readScalar(text, additionalProperties, field, 'a property ')
  return readScalar(text, properties[name], field, `property ${name} `)
}

function toPairs(parts: string[]): [name: string, value: string | undefined][] {
  return parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1]]] : []))
}

function splitPair(part: string, separator: string): [name: string, value: string | undefined] {
  const at = part.indexOf(separator)
  return at === -1 ? [part, undefined] : [part.slice(0, at), part.slice(at + separator.length)]
}

const maxLevels = 64

function readJson(text: string, field: FieldName): ParameterValue {
  try {
    // Any JSON value is a ParameterValue.
    const value = parseJson(text, { bodyLevels: maxLevels }) as ParameterValue
    if (hasMalformedString(value)) throw invalidRequest({ ...field, detail: fieldMessage.malformedString })
    return value
  } catch (error) {
    if (!(error instanceof AnyProblem)) throw error
    throw invalidRequest({ ...field, detail: error.errors?.[0]?.detail ?? fieldMessage.notJson })
  }
}

/**
 * Returns the values of each name in a query or a form, not decoded.
 * @param getField Returns the field to fix if a name is not percent-encoded UTF-8.
 */
export function readPairs(text: string, getField: (rawName: string) => FieldName): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  for (const pair of text.replaceAll('+', ' ').split('&')) {
    if (pair === '') continue
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length
    const rawName = pair.slice(0, end)
    const name = decodePart(rawName, getField(rawName))
    pairs.set(name, append(pairs.get(name), pair.slice(end + 1)))
  }
  return pairs
}

/** Appends in place, because a request can have many values of one name. */
export function append<T>(values: T[] = [], value: T): T[] {
  values.push(value)
  return values
}

/** Decodes percent-encoded UTF-8. @throws {Problem} 400 */
export function decodePart(text: string, field: FieldName): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidRequest({ ...field, detail: fieldMessage.notPercentEncoded })
  }
}
