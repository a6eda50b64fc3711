// How the text of a parameter becomes its value: a scalar, an array, an object or JSON, as the contract says.

import type { FieldName, ParameterType, ScalarType, StyledType } from '../contract/contract-data.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { hasMalformed, type ParameterValue } from '../contract/validator.ts'
import { AnyProblem, invalidRequest } from '../problem.ts'
import { numberError, parseJson } from './json.ts'

/** Decodes a part of a text, which can be a name or a value. */
export type Decode = (text: string, place: FieldName) => string

/** @param text Decoded. @param type `undefined` for a string. */
export function convert(text: string, type: ScalarType | undefined, place: FieldName): ParameterValue {
  if (type === undefined || type === 'string') return text
  const { grammar, detail } = grammars[type]
  const error = grammar.test(text) ? isNumeric(type) && numberError(text) : detail
  if (error) throw invalidRequest({ ...place, detail: error })
  return JSON.parse(text)
}

const grammars = {
  null: { grammar: /^null$/, detail: fieldMessage.notNull },
  boolean: { grammar: /^(?:true|false)$/, detail: fieldMessage.notBoolean },
  // Validators also take 1e1, 0x10, 05 and +5 for integers.
  integer: { grammar: /^(?:0|-?[1-9]\d*)$/, detail: fieldMessage.notInteger },
  // As in JSON, which is what clients write for a number.
  number: { grammar: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i, detail: fieldMessage.notNumber },
}

function isNumeric(type: ScalarType): boolean {
  return type === 'integer' || type === 'number'
}

/** @returns `undefined` if the text is not a number as JSON has it, or if reading it would change it. */
export function toNumber(text: string): number | undefined {
  return grammars.number.grammar.test(text) && numberError(text) === undefined ? Number(text) : undefined
}

/** @param types The first one that the text fits counts. @param part Names it in the problem, such as `item 2 `. */
function convertScalar(
  text: string,
  types: readonly ScalarType[] | undefined,
  place: FieldName,
  part = '',
): ParameterValue {
  if (types === undefined) return text
  const found = types.find((type) => type === 'string' || (grammars[type].grammar.test(text) && !isChanged(type, text)))
  if (found !== undefined) return convert(text, found, place)
  const changed = types.find((type) => type !== 'string' && isChanged(type, text))
  const details = types.map((type) => (type === 'string' ? '' : grammars[type].detail.replace('must be ', '')))
  const detail = (changed && numberError(text)) ?? `must be ${details.join(' or ')}`
  throw invalidRequest({ ...place, detail: `${part}${detail}` })
}

function isChanged(type: ScalarType, text: string): boolean {
  return isNumeric(type) && grammars.number.grammar.test(text) && numberError(text) !== undefined
}

/** @param text Not decoded, because a part of it can have an encoded separator. */
export function convertStyled(text: string, type: ParameterType, place: FieldName, decode: Decode): ParameterValue {
  if (typeof type === 'string') return convert(decode(text, place), type, place)
  if (Array.isArray(type)) return convertScalar(decode(text, place), type, place)
  const value = withoutPrefix(text, type, place)
  if (type.json) return toJson(decode(value, place), place)
  if (type.items !== undefined) return getArray(getParts(value, type, place, decode), type, place)
  if (type.properties !== undefined) return getObject(value, type, place, decode)
  return convertScalar(decode(value, place), type.types, place)
}

function withoutPrefix(text: string, { prefix = '' }: StyledType, place: FieldName): string {
  if (text.startsWith(prefix)) return text.slice(prefix.length)
  throw invalidRequest({ ...place, detail: fieldMessage.otherPrefix(prefix) })
}

/** @param parts The texts of the items, decoded. */
export function getArray(
  parts: string[],
  { items, types }: Pick<StyledType, 'items' | 'types'>,
  place: FieldName,
): ParameterValue {
  // A contract can also allow a value that is not an array.
  const [single] = parts
  if (types !== undefined && parts.length === 1 && single !== undefined) return convertScalar(single, types, place)
  return parts.map((part, index) => convertScalar(part, items, place, `item ${index + 1} `))
}

/** The empty text is one empty part. */
function getParts(text: string, type: StyledType, place: FieldName, decode: Decode): string[] {
  const { separator = ',', items = [] } = type
  // Many clients also encode separators. Only a string can have one in it.
  if (!items.includes('string')) return decode(text, place).split(separator)
  return text.split(separators[separator] ?? separator).map((part) => decode(part, place))
}

/** Separators that a query or a form can have in an encoded form. `+` is a space by now. */
export const separators: Record<string, RegExp> = { ' ': /%20| /, '|': /\||%7C/i }

function getObject(text: string, type: StyledType, place: FieldName, decode: Decode): ParameterValue {
  const { assign } = type
  const parts = text === '' ? [] : text.split(separators[type.separator ?? ''] ?? type.separator ?? ',')
  const pairs = assign === undefined ? inPairs(parts) : parts.map((part) => cut(part, assign))
  const detail = fieldMessage.notPairs(['a', '1'].join(assign ?? type.separator))
  const names = new Set<string>()
  const entries = pairs.map(([name, value]) => {
    const key = decode(name, place)
    if (value === undefined) throw invalidRequest({ ...place, detail })
    if (names.has(key)) throw invalidRequest({ ...place, detail: fieldMessage.propertyTwice })
    names.add(key)
    return [key, toProperty(decode(value, place), key, type, place)] as const
  })
  return Object.fromEntries(entries)
}

/** @param name Of the caller, if the contract does not declare it: then it is not in the problem. */
export function toProperty(
  text: string,
  name: string,
  { properties = {}, others }: StyledType,
  place: FieldName,
): ParameterValue {
  const isDeclared = Object.hasOwn(properties, name)
  return convertScalar(
    text,
    isDeclared ? properties[name] : others,
    place,
    isDeclared ? `property ${name} ` : 'a property ',
  )
}

function inPairs(parts: string[]): [name: string, value: string | undefined][] {
  return parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1]]] : []))
}

function cut(part: string, mark: string): [name: string, value: string | undefined] {
  const at = part.indexOf(mark)
  return at === -1 ? [part, undefined] : [part.slice(0, at), part.slice(at + mark.length)]
}

const mostLevels = 64

function toJson(text: string, place: FieldName): ParameterValue {
  try {
    // Any JSON is a value of a parameter.
    const value = parseJson(text, { bodyLevels: mostLevels }) as ParameterValue
    if (hasMalformed(value)) throw invalidRequest({ ...place, detail: fieldMessage.malformedString })
    return value
  } catch (error) {
    if (!(error instanceof AnyProblem)) throw error
    throw invalidRequest({ ...place, detail: error.errors?.[0]?.detail ?? fieldMessage.notJson })
  }
}
