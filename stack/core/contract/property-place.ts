// The place of a property in an item: the names that lead to it. `*` stands for each element of an array, and for each
// property whose name callers choose.
import type { ShapeData } from './contract-data.ts'
import { escapeToken, unescapeToken } from './json-pointer.ts'

export const each = Symbol('each')
export type PlaceToken = string | typeof each

// A JSON Pointer without its first slash, as in a URI fragment (RFC 6901, 6): `parts/*/size`, `two%20words`.
export function formatPlace(place: PlaceToken[]): string {
  return place.map((token) => (token === each ? '*' : percentEncoded(escapeToken(token)))).join('/')
}

/** @throws {URIError} if a percent sign is not followed by the digits of a character. */
export function parsePlace(text: string): PlaceToken[] {
  const tokens = text.replace(/^\//, '').split('/')
  return tokens.map((token) => (token === '*' ? each : unescapeToken(decodeURIComponent(token))))
}

/** Encodes what separates places, or means something to a shell or to make. */
function percentEncoded(token: string): string {
  return token.replace(/[\s\p{C}=%*'"$`\\]/gu, (character) =>
    Array.from(new TextEncoder().encode(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join('')
      .toUpperCase(),
  )
}

/** Replaces positions in arrays, and names that callers choose. @param shape Of the value that the place is in. */
export function generalPlace(shape: ShapeData | null | undefined, place: string[]): PlaceToken[] {
  const [name, ...rest] = place
  if (name === undefined) return []
  const { properties = {}, others, items } = shape ?? {}
  if (Object.hasOwn(properties, name)) return [name, ...generalPlace(properties[name], rest)]
  const isPosition = /^\d+$/.test(name) && (items !== undefined || shape == null)
  const inside = isPosition ? items : others
  return inside !== undefined || isPosition
    ? [each, ...generalPlace(inside, rest)]
    : [name, ...generalPlace(null, rest)]
}

/**
 * The shape at a place: `null` if everything in it is declared; `undefined` if the place is not declared.
 * @param shape Of the value that the place is in. Absent: everything is declared.
 */
export function shapeAt(shape: ShapeData | null | undefined, place: PlaceToken[]): ShapeData | null | undefined {
  const [token, ...rest] = place
  if (token === undefined || shape == null) return shape ?? null
  const { properties, others, items } = shape
  const isProperty = typeof token === 'string' && Object.hasOwn(properties ?? {}, token)
  const isOpen = properties === undefined && items === undefined
  const named = isProperty ? properties?.[token] : isOpen ? null : others
  const inside = token === each && items !== undefined ? items : named
  return inside === undefined ? undefined : shapeAt(inside, rest)
}

export function declaresPlace(shape: ShapeData | null | undefined, place: PlaceToken[]): boolean {
  return shapeAt(shape, place) !== undefined
}
