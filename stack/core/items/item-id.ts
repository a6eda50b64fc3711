// Ids of items: texts, or integers.
const integerLength = 16 // of the largest safe integer

export type ItemId = string | number

/** An id as a store has it: a text. Those of integers sort like the integers: a negative one counts from the least. */
export function storageKey(id: unknown): string {
  if (typeof id !== 'number') return String(id)
  const count = id < 0 ? Number.MAX_SAFE_INTEGER + id : id
  return `${id < 0 ? '-' : ''}${String(count).padStart(integerLength, '0')}`
}

/** @param key As a store has it. */
export function publicId({ integerIds }: { integerIds?: boolean | undefined }, key: string): string {
  if (!integerIds) return key
  return String(key.startsWith('-') ? Number(key.slice(1)) - Number.MAX_SAFE_INTEGER : Number(key))
}

/** Integers that ascend with the time: microseconds since 1970, as far as the clock has them. */
export function integersFrom(now: () => Date): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now().getTime() * 1000)
    return last
  }
}
