// Reads the query of a list request, as described in docs/contract.md, "Lists".
import type { Collection } from '../contract/contract.ts'
import { toStoredTime } from '../date-time.ts'
import { toNumber } from '../pipeline/read-styles.ts'
import type { Cursor, ListQuery, Scalar, SortOrder, SortValue } from '../stores/item-store.ts'
import type { Item } from './item.ts'
import { storageKey } from './item-id.ts'
import { toSearchTerms } from './search-terms.ts'
import { getSortValue, hasUnsorted } from './sort-order.ts'

/** @param query Query of a request: validated, with the defaults of the contract. */
export function readItemsQuery(
  { parameters, orders }: Pick<Collection, 'parameters' | 'orders'>,
  query: Item,
): Omit<ListQuery, 'limit' | 'after'> {
  const filters: NonNullable<ListQuery['filters']> = {}
  const ranges: NonNullable<ListQuery['ranges']> = {}
  const listQuery: Omit<ListQuery, 'limit' | 'after'> = { filters, ranges }
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = query[name]
    if (value === undefined) continue
    // `make generate` rejects parameters of other types.
    if ('filter' in parameter) filters[parameter.filter] = value as Scalar | null | (Scalar | null)[]
    else if ('search' in parameter) listQuery.searchTerms = toSearchTerms(String(value))
    else if ('sort' in parameter) listQuery.sort = readSort(String(value))
    else if ('count' in parameter) listQuery.count = value === true
    else {
      const [kind, field] = 'min' in parameter ? (['min', parameter.min] as const) : (['max', parameter.max] as const)
      const bound = orders[field]?.type === 'time' ? toStoredTime(String(value), kind) : (value as SortValue)
      ranges[field] = { ...ranges[field], [kind]: bound }
    }
  }
  return withSort(listQuery)
}

/** @param text Field name, with a leading hyphen for the descending order. */
export function readSort(text: string): SortOrder {
  const descending = text.startsWith('-')
  return { field: descending ? text.slice(1) : text, descending }
}

/** Adds the default sort order: without `sort`, a list with a range is sorted by the field of its first range. */
export function withSort<Query extends Pick<ListQuery, 'ranges' | 'sort'>>(query: Query): Query {
  const [field] = Object.keys(query.ranges ?? {})
  return query.sort !== undefined || field === undefined ? query : { ...query, sort: { field } }
}

/**
 * Returns the cursor after which a page starts. Without `afterValue` or `afterNull`, reads the value of item `after`.
 * @returns `undefined` without `after`; `end` if that item does not exist or is not listed: then no item is after it.
 */
export async function readCursor(
  collection: Pick<Collection, 'fields' | 'orders'>,
  query: Pick<ListQuery, 'sort' | 'ranges'>,
  { after, afterValue, afterNull }: Record<string, unknown>,
  get: (id: string) => Promise<string | undefined>,
): Promise<Cursor | 'end' | undefined> {
  if (after === undefined) return undefined
  const id = storageKey(after)
  const { sort } = query
  if (sort === undefined) return { id }
  const hasNull = hasUnsorted(collection, query)
  if (afterNull === true) return hasNull ? { id, value: null } : 'end'
  if (afterValue !== undefined) {
    const value = collection.orders[sort.field]?.type === 'number' ? toNumber(String(afterValue)) : String(afterValue)
    return value === undefined ? 'end' : { id, value }
  }
  const text = await get(id)
  const value = text === undefined ? undefined : getSortValue(collection, sort.field, JSON.parse(text))
  return value === undefined || (value === null && !hasNull) ? 'end' : { id, value }
}
