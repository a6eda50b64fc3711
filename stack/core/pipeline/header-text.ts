// The text of a header that a handler returns as the value of its schema (OpenAPI: the style simple).
import type { ParameterType } from '../contract/contract-data.ts'

/** What the types of a contract allow in a header. */
export type HeaderValue =
  | string
  | number
  | boolean
  | null
  | readonly HeaderValue[]
  | { readonly [name: string]: HeaderValue }

/** @param type That of the header; `undefined` for a string. */
export function toHeaderText(value: HeaderValue, type: ParameterType | undefined): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const assign = typeof type === 'object' && !Array.isArray(type) ? type.assign : undefined
  const pairs = Object.entries(value).map(([name, one]) => `${name}${assign ?? ','}${String(one)}`)
  return (Array.isArray(value) ? value.map(String) : pairs).join(',')
}
