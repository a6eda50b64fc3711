// Ids of items: texts, or integers.

const integerLength = 16 // of the largest safe integer

export type ItemId = string | number

/** An id as a store has it: a text. Those of integers sort like the integers. @param id Of the contract, so not negative. */
export function storedId(id: unknown): string {
  return typeof id === 'number' ? String(id).padStart(integerLength, '0') : String(id)
}

/** @param stored As a store has it. */
export function shownId({ integerIds }: { integerIds?: boolean | undefined }, stored: string): string {
  return integerIds ? String(Number(stored)) : stored
}

/** Integers that ascend with the time: microseconds since 1970, as far as the clock has them. */
export function integersFrom(now: () => Date): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now().getTime() * 1000)
    return last
  }
}
