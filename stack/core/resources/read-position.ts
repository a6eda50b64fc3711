// The position after which a page begins, from the query of a request.

import type { Collection } from '../contract/collections.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { invalidRequest } from '../problem.ts'
import { storedId } from './item-id.ts'
import { getOrder, type ItemsQuery } from './items-query.ts'
import { getOrderValue, type Position } from './list-order.ts'

/**
 * Without `afterValue`, the item with the id `after` has the value.
 * @throws {Problem} 400 if it is gone, or if the value is not one of the field.
 */
export async function readPosition(
  collection: Collection,
  wanted: ItemsQuery,
  { after, afterValue }: Record<string, unknown>,
  get: (id: string) => Promise<string | undefined>,
): Promise<Position | undefined> {
  if (after === undefined) return undefined
  const id = storedId(after)
  const order = getOrder(wanted)
  if (order === undefined) return { id }
  if (afterValue !== undefined) {
    const isText = 'prefix' in order || collection.orders[order.field] === 'string'
    const value = isText ? String(afterValue) : Number(afterValue)
    if (Number.isNaN(value)) throw invalidRequest({ parameter: 'afterValue', detail: fieldMessage.notNumber })
    return { id, value }
  }
  const text = await get(id)
  const value = text === undefined ? undefined : getOrderValue(collection, order, JSON.parse(text))
  if (value === undefined) throw invalidRequest({ parameter: 'after', detail: fieldMessage.goneItem })
  return { id, value }
}
