// The 404 of an item.

import type { Collection } from '../contract/collections.ts'
import { Problem } from '../problem.ts'

/** Another caller's item is not found either, unless several callers see it. */
export function notFound({ access, itemName }: Pick<Collection, 'access' | 'itemName'>): Problem {
  return new Problem('not-found', `${access === undefined ? 'You have' : 'There is'} no such ${itemName}.`)
}
