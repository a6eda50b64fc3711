// What a caller asks of a list, and how the query of a request says it: docs/contract.md, "Lists".

import type { Collection } from '../contract/collections.ts'
import { toStoredTime } from '../date-time.ts'
import { toNumber } from '../pipeline/parameter-values.ts'
import type { Order, Scalar } from '../stores/item-store.ts'
import type { Item } from './item.ts'
import { storedId } from './item-id.ts'
import {
  type Fields,
  getOrdered,
  getOrderValue,
  getWords,
  isInRange,
  type OrderValue,
  type Start,
} from './list-order.ts'
import { matchesFilters } from './place.ts'
import { toWords } from './words.ts'

export interface ItemsQuery {
  /** By field: its value, or a list of values, each of which will do. */
  filters: Record<string, Scalar | Scalar[]>
  /** By field: the least and the greatest value. */
  ranges: Record<string, Range>
  /** Each is the beginning of a word of the item. */
  words: string[]
  sort?: { field: string; descending: boolean } | undefined
}

export interface Range {
  min?: OrderValue
  max?: OrderValue
}

/** @param query Of a request: validated, with the defaults of the contract. */
export function readItemsQuery(
  { parameters, orders }: Pick<Collection, 'parameters' | 'orders'>,
  query: Item,
): ItemsQuery {
  const read: ItemsQuery = { filters: {}, ranges: {}, words: [] }
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = query[name]
    if (value === undefined || 'count' in parameter) continue
    // The contract refuses parameters of other types.
    if ('filter' in parameter) read.filters[parameter.filter] = value as Scalar | Scalar[]
    else if ('search' in parameter) read.words = toWords(String(value))
    else if ('sort' in parameter) read.sort = readSort(String(value))
    else {
      const [end, field] = 'min' in parameter ? (['min', parameter.min] as const) : (['max', parameter.max] as const)
      const bound = orders[field]?.type === 'time' ? toStoredTime(String(value), end) : (value as OrderValue)
      read.ranges[field] = { ...read.ranges[field], [end]: bound }
    }
  }
  return read
}

/** @param text A field, with a hyphen before it if the order descends. */
export function readSort(text: string): NonNullable<ItemsQuery['sort']> {
  const descending = text.startsWith('-')
  return { field: descending ? text.slice(1) : text, descending }
}

/** Without `sort`, a search is in the order of its first word, and a range in that of its field. `undefined`: by id. */
export function getOrder({ sort, words: [first], ranges }: ItemsQuery): Order | undefined {
  if (sort !== undefined) return { ...sort, ...ranges[sort.field] }
  if (first !== undefined) return { prefix: first }
  const [range] = Object.entries(ranges)
  return range && { field: range[0], ...range[1] }
}

/**
 * The position after which a page begins. Without `afterValue`, the item with the id `after` has the value: if it is
 * gone, nothing is after it.
 */
export async function readPosition(
  collection: Fields,
  wanted: ItemsQuery,
  { after, afterValue }: Record<string, unknown>,
  get: (id: string) => Promise<string | undefined>,
): Promise<Start> {
  if (after === undefined) return undefined
  const id = storedId(after)
  const order = getOrder(wanted)
  if (order === undefined) return { id }
  if (afterValue !== undefined) {
    const isText = 'prefix' in order || collection.orders[order.field]?.type !== 'number'
    const value = isText ? String(afterValue) : toNumber(String(afterValue))
    return value === undefined ? 'nowhere' : { id, value }
  }
  const text = await get(id)
  const value = text === undefined ? undefined : getOrderValue(collection, order, JSON.parse(text))
  return value === undefined ? 'nowhere' : { id, value }
}

export function matchesQuery(collection: Fields, { filters, ranges, words }: ItemsQuery, item: Item): boolean {
  const isWithin = ([field, range]: [string, Range]) => {
    const value = getOrdered(collection, field, item)
    return value !== undefined && isInRange(range, value)
  }
  if (!matchesFilters(collection.fields, item, filters) || !Object.entries(ranges).every(isWithin)) return false
  const found = words.length === 0 ? [] : getWords(collection, item)
  return words.every((word) => found.some((one) => one.startsWith(word)))
}
