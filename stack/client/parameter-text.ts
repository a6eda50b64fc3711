// Writes parameters of a path, a query or a header: scalars, arrays, objects and JSON. The serializers of openapi-fetch would be a
// tenth of the client.

/** What the contract says beside the usual: commas in a path and in a header, and a pair for each part in a query. */
export interface ParameterStyle {
  json?: true
  /** What the text begins with. */
  prefix?: string
  /** Between items, and between properties. */
  separator?: string
  /** Between the name and the value of a property. Default: the separator. */
  assign?: string
  /** Whether the pair of a property is named `filter[name]`. */
  brackets?: true
}

export type Styles = Partial<Record<string, ParameterStyle | undefined>>

/** @param encode Writes a name or a value. */
export function toText(
  value: unknown,
  { json, prefix = '', separator = ',', assign = separator }: ParameterStyle = {},
  encode: (text: string) => string = encodeURIComponent,
): string {
  if (json) return encode(JSON.stringify(value))
  if (!isObject(value)) return prefix + encode(String(value))
  const parts = Array.isArray(value)
    ? value.map((item) => encode(String(item)))
    : given(value).map(([name, one]) => encode(name) + assign + encode(String(one)))
  return prefix + parts.join(separator)
}

export function querySerializer(query: object, styles: Styles = {}): string {
  const pairs = given(query).flatMap(([name, value]): [name: string, text: string][] => {
    const style = styles[name]
    if (!isObject(value) || style?.json || style?.separator) return [[name, toText(value, style)]]
    if (Array.isArray(value)) return value.map((item) => [name, toText(item)])
    return given(value).map(([property, one]) => [style?.brackets ? `${name}[${property}]` : property, toText(one)])
  })
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${text}`).join('&')
}

export function headerTexts<T>(header: Record<string, T>, styles: Styles = {}): Record<string, T | string> {
  const texts = Object.entries(header).map(([name, value]): [string, T | string] => {
    const isText = isObject(value) || styles[name]?.json
    return [name, isText ? toText(value, styles[name], String) : value]
  })
  return Object.fromEntries(texts)
}

function given(values: object): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
