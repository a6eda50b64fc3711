// What a deletion does with the items below its item: a standard method and a handler do the same.

import type { Collection } from '../contract/collections.ts'
import { Problem } from '../problem.ts'
import { type Deletion, maxDescendants } from './item-store.ts'

/** @throws {Problem} 409 */
export function requireDeleted(collection: Pick<Collection, 'children'>, outcome: Deletion): void {
  if (outcome !== 'deleted') throw hasChildren(collection)
}

/** @returns 409 */
export function hasChildren({ children }: Pick<Collection, 'children'>): Problem {
  const detail =
    children === 'cascade'
      ? `There are more than ${maxDescendants} items below it. Delete some of them first.`
      : 'There are items below it. Delete them first.'
  return new Problem('has-children', detail)
}
