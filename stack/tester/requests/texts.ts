// Writes values into a request: percent-encoded, as JSON, and as a parameter of the contract (OpenAPI 3.1, 4.8.12.2).
// It uses no code of the service.
import * as fc from 'fast-check'
import type { ContractParameter } from '../contract/operations.ts'

const unreserved = /[A-Za-z0-9._~-]/
// A query may contain these unencoded (RFC 3986, 3.4). `+` means a space in forms; `&` and `=` separate pairs.
const reserved = /[:/?@!$'()*,;]/

export type Encoding = 'minimal' | 'all' | 'lower case' | 'spaces as +'
export const encodings = fc.constantFrom<Encoding>('minimal', 'all', 'lower case', 'spaces as +')

/** Percent-encoded UTF-8. Lone surrogates become bytes that are not valid UTF-8. */
export function percentEncoded(text: string, encoding: Encoding): string {
  const encoded = [...text].map((character) => {
    if (encoding !== 'all' && unreserved.test(character)) return character
    if (encoding === 'minimal' && reserved.test(character)) return character
    if (encoding === 'spaces as +' && character === ' ') return '+'
    const hex = bytes(character).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return encoding === 'lower case' ? hex.join('') : hex.join('').toUpperCase()
  })
  return encoded.join('')
}

function bytes(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  return character.isWellFormed()
    ? [...Buffer.from(character)]
    : [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
}

/** Several texts of the same JSON value (RFC 8259): with white space around it, and with characters escaped. */
export function jsonTexts(value: unknown): fc.Arbitrary<string> {
  const plain = JSON.stringify(value)
  const escaped = plain.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return fc.constantFrom(plain, JSON.stringify(value, null, 2), ` \t\r\n${plain}\n `, escaped)
}

/** Whether a header can carry this text unchanged (RFC 9110, 5.5). */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text
}

/** Encodes a name or a value. */
type Encode = (text: string) => string

/** What stands before a value in a path, between its parts, and between a name and its value. */
function getMarks({ name, style, explode }: ContractParameter, encode: Encode) {
  if (style === 'label') return { start: '.', between: explode ? '.' : ',' }
  if (style === 'matrix') {
    const start = `;${encode(name)}=`
    return { start, between: explode ? start : ',' }
  }
  const between: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '%7C' }
  return { start: '', between: between[style] ?? ',' }
}

const encodeAll: Encode = (text) => percentEncoded(text, 'all')

/** The text of a value that has one text. */
export function toText(parameter: ContractParameter, value: unknown, encode = encodeAll): string {
  if (parameter.isJson) return encode(JSON.stringify(value))
  const { start, between } = getMarks(parameter, encode)
  if (Array.isArray(value)) return start + value.map((item) => encode(String(item))).join(between)
  if (!isObject(value)) return start + encode(String(value))
  const entries = Object.entries(value).map(([name, one]) => [encode(name), encode(String(one))])
  if (!parameter.explode) return start + entries.flat().join(between)
  // The properties of an exploded matrix have the place of the name.
  const mark = start.slice(0, 1)
  return mark + entries.map((entry) => entry.join('=')).join(mark || between)
}

/** The pairs of a query. */
export function toPairs(parameter: ContractParameter, value: unknown, encoding: Encoding = 'all'): string[] {
  const { name, style, explode, isJson } = parameter
  const encode: Encode = (text) => (text === name && /^\w+$/.test(text) ? text : percentEncoded(text, encoding))
  const isSplit = explode && !isJson
  if (Array.isArray(value) && isSplit) return value.map((item) => `${encode(name)}=${encode(String(item))}`)
  if (!isObject(value) || !isSplit) return [`${encode(name)}=${toText(parameter, value, encode)}`]
  return Object.entries(value).map(([property, one]) => {
    return `${encode(style === 'deepObject' ? `${name}[${property}]` : property)}=${encode(String(one))}`
  })
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
