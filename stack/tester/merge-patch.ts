import { isObject } from './requests/parameter-text.ts'

/** What a merge patch makes of a value (RFC 7396, 2). @param value `undefined` if there is none. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(value) ? value : {}))
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), member))
  }
  return Object.fromEntries(merged)
}
