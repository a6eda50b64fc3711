// Serializes parameters of requests and headers of responses. With openapi-fetch for this, the client would be larger.
import type { ParameterStyle } from '../contract/contract.ts'

export type Styles = Partial<Record<string, ParameterStyle | undefined>>

/** @param encode Encodes a name or a value. */
export function writeValue(
  value: unknown,
  { json, prefix = '', separator = ',', assign = separator }: ParameterStyle = {},
  encode: (text: string) => string = encodeURIComponent,
): string {
  if (json) return encode(JSON.stringify(value))
  if (!isObject(value)) return prefix + encode(String(value))
  const parts = Array.isArray(value)
    ? value.map((item) => encode(String(item)))
    : entries(value).map(([name, property]) => encode(name) + assign + encode(String(property)))
  return prefix + parts.join(separator)
}

/** Returns the pairs of one parameter of a query, such as `tag=a&tag=b`. */
export function writePairs(name: string, value: unknown, style: ParameterStyle = {}): string {
  const { json, separator, isDeepObject } = style
  const pairs =
    !isObject(value) || json || separator
      ? [[name, value] as const]
      : Array.isArray(value)
        ? value.map((item) => [name, item] as const)
        : entries(value).map(([property, entry]) => [isDeepObject ? `${name}[${property}]` : property, entry] as const)
  return pairs.map(([key, entry]) => `${encodeURIComponent(key)}=${writeValue(entry, style)}`).join('&')
}

/** Omits parameters that are null. */
export function writeQuery(query: object, styles: Styles = {}): string {
  const pairs = entries(query).map(([name, value]) => (value === null ? '' : writePairs(name, value, styles[name])))
  return pairs.filter(Boolean).join('&')
}

/** Omits headers that are null. */
export function writeHeaders(header: object, styles: Styles = {}): Record<string, string> {
  const texts = entries(header).flatMap(([name, value]) =>
    value === null ? [] : [[name, writeHeader(value, styles[name])] as const],
  )
  return Object.fromEntries(texts)
}

export function writeHeader(value: unknown, style?: ParameterStyle): string {
  return writeValue(value, style, String)
}

export interface SentParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  value: unknown
  style?: ParameterStyle
}

/** Returns the parts of a request with these parameters. @param path Path template, such as `/rooms/{id}`. */
export function writeParameters(path: string, parameters: SentParameter[]) {
  const inGroup = (group: SentParameter['in']) => parameters.filter((parameter) => parameter.in === group)
  const filled = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const { value = '', style } = inGroup('path').find((parameter) => parameter.name === name) ?? {}
    return writeValue(value, style)
  })
  const pairs = inGroup('query').map(({ name, value, style }) => writePairs(name, value, style))
  const query = pairs.filter(Boolean).join('&')
  return {
    target: filled + (query && `?${query}`),
    headers: inGroup('header').map(({ name, value, style }): Pair => [name, writeHeader(value, style)]),
    cookies: inGroup('cookie').map(({ name, value, style }): Pair => [name, writeValue(value, style)]),
  }
}

type Pair = [name: string, text: string]

/** Returns the parts of a form. Each item of an array has a part, and an object is JSON. */
export function writeParts(fields: unknown): [name: string, part: string | Blob][] {
  return entries(Object(fields)).flatMap(([name, value]) => {
    const values = [value].flat().filter((entry) => entry !== undefined)
    return values.map((entry): [string, string | Blob] => {
      if (entry instanceof Blob) return [name, entry]
      return [name, isObject(entry) ? JSON.stringify(entry) : String(entry)]
    })
  })
}

function entries(values: object): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
