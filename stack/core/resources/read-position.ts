// The position after which a page begins, from the query of a request.

import type { Collection } from '../contract/collections.ts'
import { storedId } from './item-id.ts'
import { getOrder, type ItemsQuery } from './items-query.ts'
import { getOrderValue, type Start } from './list-order.ts'

/** Without `afterValue`, the item with the id `after` has the value: if it is gone, nothing is after it. */
export async function readPosition(
  collection: Collection,
  wanted: ItemsQuery,
  { after, afterValue }: Record<string, unknown>,
  get: (id: string) => Promise<string | undefined>,
): Promise<Start> {
  if (after === undefined) return undefined
  const id = storedId(after)
  const order = getOrder(wanted)
  if (order === undefined) return { id }
  if (afterValue !== undefined) {
    const isText = 'prefix' in order || collection.orders[order.field] !== 'number'
    const value = isText ? String(afterValue) : Number(afterValue)
    return Number.isNaN(value) ? 'nowhere' : { id, value }
  }
  const text = await get(id)
  const value = text === undefined ? undefined : getOrderValue(collection, order, JSON.parse(text))
  return value === undefined ? 'nowhere' : { id, value }
}
