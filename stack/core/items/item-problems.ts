// Why a caller does not get, change or delete an item.
import type { Caller } from '../caller.ts'
import type { Collection } from '../contract/contract.ts'
import { Problem } from '../problem.ts'
import { maxDescendants } from '../stores/item-store.ts'
import { neededCreator } from './collection-key.ts'

/** 404. Another caller's item is not found either, unless several callers see it. */
export function notFound({ access, itemName }: Pick<Collection, 'access' | 'itemName'>): Problem {
  return new Problem('not-found', `${access === undefined ? 'You have' : 'There is'} no such ${itemName}.`)
}

export function childrenProblem({ children }: Pick<Collection, 'children'>): Problem {
  const detail =
    children === 'cascade'
      ? `There are more than ${maxDescendants} items below it. Delete some of them first.`
      : 'There are items below it. Delete them first.'
  return new Problem('has-children', detail)
}

/** 403, not 404: the caller can see the item. */
export function notCreator({ itemName }: Pick<Collection, 'itemName'>): Problem {
  return new Problem('not-creator', `Another caller has created this ${itemName}.`)
}

/** @returns What a write must call with the stored creator; `undefined` if every caller may write. */
export function requireCreator(collection: Collection, caller: Caller): ((createdBy: string) => void) | undefined {
  const requiredCreator = neededCreator(collection, caller)
  if (requiredCreator === undefined) return undefined
  return (createdBy) => {
    if (createdBy !== requiredCreator) throw notCreator(collection)
  }
}
