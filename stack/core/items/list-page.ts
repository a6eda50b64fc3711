// Makes a page of a list, from rows that a store has sorted or from items in memory.
import type { Collection } from '../contract/contract.ts'
import { type Cursor, type ListQuery, maxTotal, type Page, type StoredItem, type Total } from '../stores/item-store.ts'
import { matchesFilters } from './collection-key.ts'
import { type Item, parseItem } from './item.ts'
import { maxTerms, toSearchTerms } from './search-terms.ts'
import { compareCursors, getCursor, getSortValue, hasUnsorted, isInRange } from './sort-order.ts'

export type ListedCollection = Pick<Collection, 'path' | 'fields' | 'filters' | 'orders' | 'searched'>

/** Maximum number of characters of a page. One item can have more. */
export const maxCharacters = 4_000_000

/** An item of a list, with its sort value. */
export interface ListRow extends Cursor {
  /** `undefined` if the items before it have too many characters. */
  text: string | undefined
  /** Whether this is not an item of the list, but the last row that was compared. */
  isEnd?: boolean
}

/**
 * Ends a page at its limit, or before it has too many characters.
 * @param rows Rows in the order of the list, from the start of the page. Rows after the page are not read.
 */
export function toPage(rows: Iterable<ListRow>, limit: number): Pick<Page, 'items' | 'next'> {
  const items: StoredItem[] = []
  let characters = 0
  let last: Cursor | undefined
  for (const { id, text, value, isEnd } of rows) {
    const cursor = value === undefined ? { id } : { id, value }
    if (isEnd) return { items, next: cursor }
    characters += text?.length ?? 0
    const isFull = items.length === limit || (items.length > 0 && characters > maxCharacters)
    if (text === undefined || isFull) return { items, next: last }
    items.push({ id, text })
    last = cursor
  }
  return { items }
}

/** Selects and sorts items in memory. @param end Cursor after which the list has more items. Default: none. */
export function selectPage(
  collection: ListedCollection,
  items: Iterable<StoredItem & { item?: Item }>,
  query: ListQuery,
  end?: Cursor,
): Pick<Page, 'items' | 'next' | 'total'> {
  const { sort, after, limit, count } = query
  requireDeclared(collection, query)
  const includesUnsorted = hasUnsorted(collection, query)
  const listed: ListRow[] = []
  for (const { id, text, item = parseItem(text) } of items) {
    if (!matchesQuery(collection, query, item)) continue
    const cursor = getCursor(collection, sort, id, item)
    if (cursor.value !== null || includesUnsorted) listed.push({ ...cursor, text })
  }
  const rows = listed.filter((item) => {
    const isAfter = after === undefined || compareCursors(sort, item, after) > 0
    return isAfter && (end === undefined || compareCursors(sort, item, end) <= 0)
  })
  const sorted = rows.sort(compareCursors.bind(null, sort))
  const page = toPage(end ? [...sorted, { ...end, text: undefined, isEnd: true }] : sorted, limit)
  return count ? { ...page, total: toTotal(listed.length) } : page
}

/** @param isComplete Whether all items of the list were counted. */
export function toTotal(count: number, isComplete = true): Total {
  return { count: Math.min(count, maxTotal), isExact: isComplete && count <= maxTotal }
}

function matchesQuery(
  collection: ListedCollection,
  { filters = {}, ranges = {}, searchTerms = [] }: ListQuery,
  item: Item,
): boolean {
  if (!matchesFilters(collection.fields, item, filters)) return false
  for (const [field, range] of Object.entries(ranges)) {
    const value = getSortValue(collection, field, item)
    if (value === null || !isInRange(range, value)) return false
  }
  const words = searchTerms.length === 0 ? [] : termsOf(collection, item)
  return searchTerms.every((term) => words.some((word) => word.startsWith(term)))
}

export function termsOf({ searched = [] }: Pick<ListedCollection, 'searched'>, item: Item): string[] {
  const texts = searched.map((name) => item[name]).filter((value) => typeof value === 'string')
  return toSearchTerms(texts.join(' ')).slice(0, maxTerms)
}

/** @throws {Error} if the contract has no such list. */
export function requireDeclared(
  { path, orders, searched = [], filters }: ListedCollection,
  query: Omit<ListQuery, 'limit'>,
): void {
  const sorted = [...Object.keys(query.ranges ?? {}), ...(query.sort ? [query.sort.field] : [])]
  const field = sorted.find((field) => !(field in orders))
  if (field !== undefined) throw new Error(`The list ${path} has neither a sort nor a range of ${field}.`)
  if (query.searchTerms?.length && searched.length === 0) throw new Error(`The list ${path} has no search.`)
  const filter = Object.keys(query.filters ?? {}).find((name) => !filters.includes(name))
  if (filter !== undefined) throw new Error(`The list ${path} has no filter ${filter}.`)
}
