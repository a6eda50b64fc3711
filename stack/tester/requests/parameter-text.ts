// Writes the value of a parameter as the contract says (OpenAPI 3.1, 4.8.12.2), without any code of the service.
import type { ContractParameter } from '../contract/operations.ts'

import { type Encoding, percentEncoded } from './texts.ts'

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
