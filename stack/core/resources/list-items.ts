// A page of a list with any filters, ranges, words and order. A store reads one range of one index at a time, so a page
// of many items costs no more than one of few. What an index does not select is compared here.

import type { CollectionData } from '../contract/contract-data.ts'
import type { Item } from './item.ts'
import type { ListedItem, ListQuery, Order, Page, Scalar, StoredItem } from './item-store.ts'
import { getOrder, type ItemsQuery, matchesQuery } from './items-query.ts'
import { comparePositions, getOrderValue, getPosition, type Position, type Start, sortItems } from './list-order.ts'

export interface ItemsPage {
  items: StoredItem[]
  /** That of the collection, when its first item was read. */
  revision: string
  /** `undefined` on the last page. A page before it can have fewer items than its limit. */
  next?: Position | undefined
}

export interface Bounds {
  after: Start
  /** Of the page. */
  limit: number
  /** Items that a page compares at most, for each index that it reads. Default: 500. */
  maxCompared?: number
}

/** What a list needs of its collection. */
export type Listed = Pick<CollectionData, 'path' | 'fields' | 'filters' | 'orders' | 'searched'>

/** One range of an index. */
type Access = Pick<ListQuery, 'filters' | 'order'>

type Read = (query: ListQuery) => Promise<Page | undefined>

/** Items that are read at a time. */
const chunk = 100

/** @returns `undefined` if the parent does not exist. @throws {Error} if the contract has no such order. */
export async function listItems(
  collection: Listed,
  query: ItemsQuery,
  { after: start, limit, maxCompared = 500 }: Bounds,
  read: Read,
): Promise<ItemsPage | undefined> {
  const order = getOrder(query)
  requireOrders(collection, query)
  if (start === 'nowhere') return noItems(read)
  const after = start
  let accesses = getAccesses(query, order)
  const rest = { ...query, words: query.words.slice(order !== undefined && 'prefix' in order ? 1 : 0) }
  if (isSelected(query, order)) {
    const page = await listSelected()
    if (page !== 'changing') return page
  }
  for (const access of getOthers(query, order)) {
    const page = await read({ ...access, after: undefined, limit: maxCompared + 1 })
    if (page === undefined) return undefined
    if (page.items.length <= maxCompared) return chooseFrom(page)
  }
  return compareAll()

  async function listSelected(): Promise<ItemsPage | 'changing' | undefined> {
    const page = await readAll(after, limit + 1)
    if (page === undefined || page === 'changing') return page
    const items = page.items.slice(0, limit)
    const last = page.items.length > limit ? items.at(-1) : undefined
    return { items, revision: page.revision, next: last && locate(last) }
  }

  /** The few items that another index has selected, in the order of the list. */
  function chooseFrom({ items, revision }: Page): ItemsPage {
    const positions = new Map<string, StoredItem & Position>()
    for (const { id, text } of items) {
      const item: Item = JSON.parse(text)
      const value = order && getOrderValue(collection, order, item)
      const isListed = matchesQuery(collection, query, item) && (order === undefined || value !== undefined)
      if (isListed) positions.set(id, { id, text, value })
    }
    const left = [...positions.values()].filter((one) => !after || comparePositions(order, one, after) > 0)
    const chosen = left.sort(comparePositions.bind(null, order)).slice(0, limit)
    return { items: chosen, revision, next: left.length > limit ? chosen.at(-1) : undefined }
  }

  /** The items in the order of the list, until the page is full, or enough were compared. */
  async function compareAll(): Promise<ItemsPage | undefined> {
    const found: StoredItem[] = []
    let revision: string | undefined
    let position = after
    for (let compared = 0; compared < maxCompared; ) {
      const count = compared === 0 ? limit + 1 : chunk
      const page = await readAll(position, count)
      if (page === undefined) return undefined
      if (page === 'changing') {
        accesses = [{ filters: getScalars(query), order }]
        continue
      }
      revision ??= page.revision
      for (const one of page.items) {
        const last = position
        position = locate(one)
        if (!isMatch(one)) continue
        if (found.length === limit) return { items: found, revision, next: last }
        found.push(one)
      }
      if (page.items.length < count) return { items: found, revision }
      compared += count
    }
    return { items: found, revision: revision ?? '', next: position }
  }

  /**
   * A changed item is still listed with an earlier word, and an item with several words is listed with each.
   * @param value The word with which the store has listed it: the search then needs only the other words.
   */
  function isMatch({ text, value }: ListedItem): boolean {
    const item: Item = JSON.parse(text)
    if (value === undefined) return matchesQuery(collection, query, item)
    return (
      order !== undefined && getOrderValue(collection, order, item) === value && matchesQuery(collection, rest, item)
    )
  }

  function locate(one: ListedItem): Position {
    return getPosition(collection, order, one)
  }

  /** @returns `changing` if others have changed items between the reads, also when they were repeated. */
  async function readAll(
    from: Position | undefined,
    count: number,
    attempts = 3,
  ): Promise<Page | 'changing' | undefined> {
    const pages: Page[] = []
    for (const access of accesses) {
      const page = await read({ ...access, after: from?.id, afterValue: from?.value, limit: count })
      if (page === undefined) return undefined
      pages.push(page)
    }
    const [first] = pages
    if (first === undefined) return noItems(read)
    if (pages.length === 1) return first
    // An item whose value has changed between two reads could be in both, or in none.
    const isSame = pages.every(({ revision }) => revision === first.revision)
    if (!isSame) return attempts > 1 ? readAll(from, count, attempts - 1) : 'changing'
    const items = sortItems(
      collection,
      order,
      pages.flatMap(({ items }) => items),
    )
    return { items: items.slice(0, count), revision: first.revision }
  }
}

/** An empty page. */
async function noItems(read: Read): Promise<Page | undefined> {
  const page = await read({ filters: {}, after: undefined, limit: 1 })
  return page && { items: [], revision: page.revision }
}

/** One access for each combination of filter values. */
function getAccesses({ filters }: ItemsQuery, order: Order | undefined): Access[] {
  if (order !== undefined && 'prefix' in order) return [{ filters: {}, order }]
  let all: Record<string, Scalar>[] = [{}]
  for (const [field, value] of Object.entries(filters)) {
    const values = [...new Set([value].flat())]
    all = all.flatMap((one) => values.map((value) => ({ ...one, [field]: value })))
  }
  return all.map((filters) => ({ filters, order }))
}

/** The filters with one value. */
function getScalars({ filters }: ItemsQuery): Record<string, Scalar> {
  const scalars = Object.entries(filters).flatMap(([field, value]) => (Array.isArray(value) ? [] : [[field, value]]))
  return Object.fromEntries(scalars)
}

/** Whether the accesses select all items of the list, and no others. */
function isSelected({ ranges, words }: ItemsQuery, order: Order | undefined): boolean {
  const ofOrder = order !== undefined && 'field' in order ? [order.field] : []
  return words.length === 0 && Object.keys(ranges).every((field) => ofOrder.includes(field))
}

const maxOthers = 3

/** What could select few items: the other words, the longest first, and ranges, and the filters of a search. */
function getOthers(query: ItemsQuery, order: Order | undefined): Access[] {
  const { ranges, words } = query
  const field = order !== undefined && 'field' in order ? order.field : undefined
  const prefix = order !== undefined && 'prefix' in order ? order.prefix : undefined
  const scalars = getScalars(query)
  const others = Object.entries(ranges).filter(([name]) => name !== field)
  const rarest = words.filter((word) => word !== prefix).sort((one, other) => other.length - one.length)
  const all: Access[] = [
    ...rarest.map((prefix) => ({ filters: {}, order: { prefix } })),
    ...others.map(([field, range]) => ({ filters: {}, order: { field, ...range } })),
    ...(prefix !== undefined && Object.keys(scalars).length > 0 ? [{ filters: scalars }] : []),
  ]
  return all.slice(0, maxOthers)
}

function requireOrders({ path, orders, searched = [], filters }: Listed, query: ItemsQuery): void {
  const fields = [...Object.keys(query.ranges), ...(query.sort ? [query.sort.field] : [])]
  const order = fields.find((field) => !(field in orders))
  if (order !== undefined) throw new Error(`The list ${path} has neither a sort nor a range of ${order}.`)
  if (query.words.length > 0 && searched.length === 0) throw new Error(`The list ${path} has no search.`)
  const filter = Object.keys(query.filters).find((field) => !filters.includes(field))
  if (filter !== undefined) throw new Error(`The list ${path} has no filter ${filter}.`)
}
