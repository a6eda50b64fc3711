// Problems of requests for an item, and the check of its creator.

import type { Collection } from '../contract/contract.ts'
import type { Principal } from '../principal.ts'
import { Problem } from '../problem.ts'
import { maxDescendants } from '../stores/item-store.ts'
import { neededCreator } from './collection-key.ts'

/** 404. The item of another principal is not found either, unless it is shared. */
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

/** 403, not 404: the principal can see the item. */
export function notCreator({ itemName }: Pick<Collection, 'itemName'>): Problem {
  return new Problem('not-creator', `This ${itemName} was created by another caller.`)
}

/** @returns The check that a write must call with the stored creator; `undefined` if every principal may write. */
export function creatorCheck(collection: Collection, principal: Principal): ((createdBy: string) => void) | undefined {
  const requiredCreator = neededCreator(collection, principal)
  if (requiredCreator === undefined) return undefined
  return (createdBy) => {
    if (createdBy !== requiredCreator) throw notCreator(collection)
  }
}
