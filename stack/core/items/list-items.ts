// A page of a list with any filters, ranges, words and order. A store reads one range of one index at a time, so a page
// of many items costs no more than one of few. What an index does not select is compared here.

import type { CollectionData } from '../contract/contract-data.ts'
import type { ListedItem, ListQuery, Order, Page, Scalar, StoredItem } from '../stores/item-store.ts'
import type { Item } from './item.ts'
import { getOrder, type ItemsQuery, matchesQuery } from './items-query.ts'
import { comparePositions, getOrderValue, getPosition, type Position, type Start } from './list-order.ts'

export interface ItemsPage {
  items: StoredItem[]
  /** That of the collection, when its first item was read. */
  revision: string
  /** `undefined` on the last page. A page before it can have fewer items than its limit. */
  next?: Position | undefined
}

export interface Bounds {
  after: Start
  limit: number
  /** Items that a page compares at most, in all indexes together. Default: 1,000. */
  maxCompared?: number
  /** Bytes that an item can have, which decide how many are read first. Default: 16,384. */
  itemBytes?: number
}

export type Listed = Pick<CollectionData, 'path' | 'fields' | 'filters' | 'orders' | 'searched'>

/** One range of an index. */
type Access = Pick<ListQuery, 'filters' | 'order'>

type Read = (query: ListQuery) => Promise<Page | undefined>

/** One access of several, whose items are merged. */
interface Source {
  access: Access
  /** Items that were read, and are not compared yet. */
  items: ListedItem[]
  position: Position | undefined
  isDone: boolean
}

/** Items that are read at a time, from all sources together. */
const chunk = 200

/** Characters of the items that a page compares, so also of a page. One item can have more. */
const maxCharacters = 4_000_000

/** @returns `undefined` if the parent does not exist. @throws {Error} if the contract has no such order. */
export async function listItems(
  collection: Listed,
  query: ItemsQuery,
  { after: start, limit, maxCompared = 1_000, itemBytes = 16_384 }: Bounds,
  read: Read,
): Promise<ItemsPage | undefined> {
  const order = getOrder(query)
  requireOrders(collection, query)
  if (start === 'nowhere') return noItems(read)
  const after = start
  const rest = { ...query, words: query.words.slice(order !== undefined && 'prefix' in order ? 1 : 0) }
  const positions = new WeakMap<ListedItem, Position>()
  const isComplete = isSelected(query, order)
  const accesses = getAccesses(query, order)
  const [only] = accesses
  if (isComplete && only !== undefined && accesses.length === 1 && getCount(1, 0, 0) > limit) {
    const page = await read({ ...only, after: after?.id, afterValue: after?.value, limit: limit + 1 })
    if (page === undefined) return undefined
    let characters = 0
    const end = page.items.findIndex(({ text }, index) => {
      characters += text.length
      return index === limit || (index > 0 && characters > maxCharacters)
    })
    const last = page.items[end - 1]
    return last === undefined ? page : { ...page, items: page.items.slice(0, end), next: locate(last) }
  }
  const others = isComplete ? [] : getOthers(query, order)
  // Each index has the same share of what a page compares.
  const shares = others.length + 1
  const share = { items: maxCompared / shares, characters: maxCharacters / shares }
  for (const access of others) {
    const page = await readFew(access)
    if (page === undefined) return undefined
    if (page !== 'many') return chooseFrom(page)
  }
  return merge(accesses, isComplete)

  /** All items of an access, unless they are more than its share. */
  async function readFew(access: Access): Promise<Page | 'many' | undefined> {
    const items: ListedItem[] = []
    let revision: string | undefined
    let characters = 0
    for (;;) {
      const last = items.at(-1)
      const position = last && getPosition(collection, access.order, last)
      const count = Math.min(Math.floor(share.items) + 1 - items.length, getCount(shares, items.length, characters))
      const page = await read({ ...access, after: position?.id, afterValue: position?.value, limit: count })
      if (page === undefined) return undefined
      revision ??= page.revision
      items.push(...page.items)
      for (const { text } of page.items) characters += text.length
      // An item whose value has changed between two reads could be missing.
      if (page.revision !== revision) return 'many'
      if (items.length > share.items || characters > share.characters) return 'many'
      if (page.items.length < count) return { items, revision }
    }
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

  /**
   * The items in the order of the list, until the page is full, or enough were compared.
   * @param areAll Whether the accesses select no other items.
   */
  async function merge(accesses: Access[], areAll: boolean, attempts = 3): Promise<ItemsPage | undefined> {
    const sources = accesses.map((access): Source => ({ access, items: [], position: after, isDone: false }))
    const found: StoredItem[] = []
    let revision: string | undefined
    let last: ListedItem | undefined
    let [compared, characters] = [0, 0]
    for (;;) {
      const empty = sources.find(({ items, isDone }) => items.length === 0 && !isDone)
      if (empty !== undefined) {
        const count = getCount(sources.length, compared, characters)
        const page = await readNext(
          empty,
          Math.min(count, compared === 0 ? limit + 1 : Math.ceil(chunk / sources.length)),
        )
        if (page === undefined) return undefined
        revision ??= page.revision
        // An item whose value has changed between two reads could be in both, or in none.
        if (sources.length === 1 || page.revision === revision) continue
        if (attempts > 1) return merge(accesses, areAll, attempts - 1)
        return merge([{ filters: getScalars(query), order }], false)
      }
      const source = getFirst(sources)
      const [one] = source?.items ?? []
      if (source === undefined || one === undefined) break
      const isListed = areAll || isMatch(one)
      characters += one.text.length
      const isEnough = last !== undefined && (compared >= share.items || characters > share.characters)
      if (isEnough || (isListed && found.length === limit))
        return { items: found, revision: revision ?? '', next: last && locate(last) }
      if (isListed) found.push(one)
      compared++
      last = source.items.shift()
    }
    return revision === undefined ? noItems(read) : { items: found, revision }
  }

  async function readNext(source: Source, count: number): Promise<Page | undefined> {
    const { access, position } = source
    const page = await read({ ...access, after: position?.id, afterValue: position?.value, limit: count })
    const last = page?.items.at(-1)
    source.items = page?.items ?? []
    source.isDone = source.items.length < count
    source.position = last === undefined || source.isDone ? position : locate(last)
    return page
  }

  /**
   * How many items are read at a time, so that all sources have few bytes: items of the average length so far, and at
   * most four times as many.
   */
  function getCount(sources: number, items: number, characters: number): number {
    const length = items === 0 ? itemBytes : Math.max(characters / items, itemBytes / (4 * items))
    return Math.max(1, Math.floor(maxCharacters / length / sources))
  }

  /** The source with the next item of the list. */
  function getFirst(sources: Source[]): Source | undefined {
    if (sources.length === 1) return sources[0]
    const heads = sources.flatMap((source) => source.items.slice(0, 1).map((one) => ({ source, ...locate(one) })))
    return heads.sort(comparePositions.bind(null, order))[0]?.source
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

  /** Reads the text of each item once. */
  function locate(one: ListedItem): Position {
    const position = positions.get(one) ?? getPosition(collection, order, one)
    positions.set(one, position)
    return position
  }
}

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
