// The creator of an item that several callers see: with `write: creator` in x-access, only this caller changes it.

import type { Caller } from '../caller.ts'
import type { Collection } from '../contract/collections.ts'
import { Problem } from '../problem.ts'

/** What a store keeps with a new item: its owner does not say it. */
export function creatorIn({ access }: Pick<Collection, 'access'>, caller: string): string | undefined {
  return access && caller
}

/** The creator that an item must have for a write of this caller; `undefined` if every caller may write. */
export function neededCreator({ access }: Pick<Collection, 'access'>, caller: Caller): string | undefined {
  return access?.write === 'creator' ? caller.owner : undefined
}

/** @returns What a write must call with the stored creator; `undefined` if every caller may write. */
export function requireCreator(
  collection: Pick<Collection, 'access' | 'itemName'>,
  caller: Caller,
): ((creator: string) => void) | undefined {
  const needed = neededCreator(collection, caller)
  if (needed === undefined) return undefined
  return (creator) => {
    if (creator !== needed) throw notCreator(collection)
  }
}

/** Not 404: the caller can see the item. */
export function notCreator({ itemName }: Pick<Collection, 'itemName'>): Problem {
  return new Problem('not-creator', `Another caller has created this ${itemName}.`)
}
