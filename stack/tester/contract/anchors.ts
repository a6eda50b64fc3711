// Anchors for the schemas of a document. The library of schemas resolves a reference with an encoded letter, such as
// `#/gr%C3%B6%C3%9Fe`, to another property, and one with an encoded `#` to none.
import { escapeToken, getKeys, toPointer, valueAt } from '../../core/contract/json-pointer.ts'

/** @returns A copy in which each object has an anchor, and each reference names one. The library leaves anchors out. */
export function withAnchors(document: unknown): unknown {
  const getCopy = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => getCopy(one, `${pointer}/${index}`))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, one]) => {
      const isReference = name === '$ref' && typeof one === 'string' && one.startsWith('#/')
      return [
        name,
        isReference ? toReference(document, toPointer(getKeys(one))) : getCopy(one, `${pointer}/${escapeToken(name)}`),
      ]
    })
    return { $anchor: toAnchor(pointer), ...Object.fromEntries(members) }
  }
  return getCopy(document, '')
}

/** A reference to a schema of the copy. The schemas `true` and `false` have no anchor. */
export function toReference(document: unknown, pointer: string): string {
  const target = valueAt(document, pointer)
  if (typeof target !== 'object' || target === null) return `#${encodeURI(pointer)}`
  const { $anchor } = Object(target)
  return `#${typeof $anchor === 'string' ? $anchor : toAnchor(pointer)}`
}

function toAnchor(pointer: string): string {
  return `at-${Buffer.from(pointer).toString('base64url')}`
}
