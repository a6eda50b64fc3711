// Ids of items: strings or integers.
const integerLength = 16 // of the largest safe integer

export type ItemId = string | number

/** Returns the key of an id in a store. Keys of integers sort like them: negative ones are counted from the least. */
export function storageKey(id: unknown): string {
  if (typeof id !== 'number') return String(id)
  const count = id < 0 ? Number.MAX_SAFE_INTEGER + id : id
  return `${id < 0 ? '-' : ''}${String(count).padStart(integerLength, '0')}`
}

/** @param key Storage key. */
export function publicId({ integerIds }: { integerIds?: boolean | undefined }, key: string): string {
  if (!integerIds) return key
  return String(key.startsWith('-') ? Number(key.slice(1)) - Number.MAX_SAFE_INTEGER : Number(key))
}

/** Returns a generator of ascending integers: microseconds since 1970, with the precision of the clock. */
export function integersFrom(now: () => Date): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now().getTime() * 1000)
    return last
  }
}
