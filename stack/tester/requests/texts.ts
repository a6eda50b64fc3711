// Parameter values that are valid or invalid as strings, and their serialization: percent-encoded, as JSON, and in the
// style of the parameter (OpenAPI 3.1, 4.8.12.2). It uses no code of the service.
import * as fc from 'fast-check'
import { parseJson } from '../contract/oracle.ts'
import type { Schema } from '../contract/schema.ts'
import type { ContractOperation, ContractParameter } from '../contract/tested-contract.ts'
import { invalid, isValid, limited, memoize, NoValue, valid } from './values.ts'

const unreserved = /[A-Za-z0-9._~-]/
// A query may contain these unencoded (RFC 3986, 3.4). `+` means a space in forms; `&` and `=` separate pairs.
const reserved = /[:/?@!$'()*,;]/

export const allEncodings = ['minimal', 'all', 'lower case', 'spaces as +'] as const
export type Encoding = (typeof allEncodings)[number]
export const encodings = fc.constantFrom(...allEncodings)

/** Percent-encodes the UTF-8 bytes of a string. */
export function percentEncode(text: string, encoding: Encoding = 'all'): string {
  const encoded = [...text].map((character) => {
    if (encoding !== 'all' && unreserved.test(character)) return character
    if (encoding === 'minimal' && reserved.test(character)) return character
    if (encoding === 'spaces as +' && character === ' ') return '+'
    const hex = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return encoding === 'lower case' ? hex.join('') : hex.join('').toUpperCase()
  })
  return encoded.join('')
}

/** Draws a JSON serialization of the value (RFC 8259): also indented, surrounded by white space, or escaped to ASCII. */
export function jsonTexts(value: unknown): fc.Arbitrary<string> {
  const plain = JSON.stringify(value)
  const escaped = plain.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return fc.constantFrom(plain, JSON.stringify(value, null, 2), ` \t\r\n${plain}\n `, escaped)
}

/** Whether a header can contain this string unchanged (RFC 9110, 5.5). */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text
}

/** Serializes a parameter to the pairs of a query or a form. */
export function toPairs(
  { name, explode }: Pick<ContractParameter, 'name' | 'explode'>,
  value: unknown,
  encoding: Encoding = 'all',
): string[] {
  const encode = (text: string) => (text === name && /^\w+$/.test(text) ? text : percentEncode(text, encoding))
  const texts = [value].flat().map((item) => encode(String(item)))
  return explode ? texts.map((text) => `${encode(name)}=${text}`) : [`${encode(name)}=${texts.join()}`]
}

/** Whether the value of a parameter is always a scalar, serialized in the style form or simple. */
export function isScalarParameter({ schema, isJson, style }: ContractParameter): boolean {
  const types = [schema.keywords.type].flat()
  const areScalars = types.every((type) => typeof type === 'string' && !['array', 'object'].includes(type))
  return areScalars && !isJson && ['form', 'simple'].includes(style)
}

/** Whether the tester can serialize the parameter: a scalar, or an array in a query. */
export function isWritable(parameter: ContractParameter): boolean {
  const { schema, isJson, style, in: location } = parameter
  const isList = schema.keywords.type === 'array' && 'items' in schema.keywords
  return isScalarParameter(parameter) || (isList && !isJson && location === 'query' && style === 'form')
}

/** Draws valid values that a service parses unambiguously. @throws {NoValue} if the tester cannot serialize them. */
export function validValue(parameter: ContractParameter): fc.Arbitrary<unknown> {
  const { name, schema, in: location } = parameter
  if (!isWritable(parameter)) throw new NoValue(`the contract tester cannot serialize the parameter ${name}`)
  const item = isScalarParameter(parameter) ? schema : schema.at('items')
  return limited(schema, valid(schema), (value) => {
    const items = [value].flat()
    // An empty array cannot be serialized, and an empty string has a special meaning.
    if (items.length === 0 || (value === '' && location !== 'header')) return false
    return items.every((scalar) => isScalar(scalar) && isUnambiguous(item, scalar))
  })
}

export function validPairs(parameter: ContractParameter): fc.Arbitrary<string[]> {
  // In an array, the commas of an item must be encoded.
  const encoding = isScalarParameter(parameter) ? encodings : fc.constant('all' as const)
  return fc
    .tuple(validValue(parameter), encoding)
    .map(([value, drawnEncoding]) => toPairs(parameter, value, drawnEncoding))
}

/** Draws a percent-encoded path parameter. It has no character of the literal text in the same path segment. */
export function pathText({ path }: ContractOperation, parameter: ContractParameter): fc.Arbitrary<string> {
  const segment = path.split('/').find((part) => part.includes(`{${parameter.name}}`)) ?? ''
  const literal = segment.replace(/\{[^{}]+\}/g, '')
  return validValue(parameter)
    .map(String)
    .filter((text) => !/^\.{0,2}$/.test(text) && ![...literal].some((character) => text.includes(character)))
    .map((text) => percentEncode(text))
}

/** Whether a service cannot parse the string as a value of a different type that the schema allows. */
function isUnambiguous({ keywords }: Schema, value: unknown): boolean {
  if (typeof value !== 'string' || keywords.type === 'string') return true
  return value !== '' && typeof parseScalar(value) === 'string'
}

/** Parses a string as JSON; returns the string if it is not JSON. */
function parseScalar(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

function isScalar(value: unknown): boolean {
  return Object(value) !== value
}

/** Whether the schema rejects a parameter value both as a string and parsed as JSON. */
export function isRefused(schema: Schema, text: string): boolean {
  return !isValid(schema, text) && !isValid(schema, parseScalar(text))
}

/** Draws scalars that the schema rejects as strings, too. A lone surrogate cannot be encoded in UTF-8. */
export const invalidScalar = memoize((schema: Schema): fc.Arbitrary<unknown> => {
  const isMatch = (value: unknown) =>
    isScalar(value) && String(value).isWellFormed() && isRefused(schema, String(value))
  return limited(schema, invalid(schema), isMatch, false)
})
