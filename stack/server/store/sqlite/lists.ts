// The lists of a store over SQLite. Each statement reads one range of the items, or of their entries.
import type { StatementSync } from 'node:sqlite'
import { lookUpByPath } from '../../../core/contract/collections.ts'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { getPageRange, getWordRange, type OrderValue } from '../../../core/items/list-order.ts'
import type { ListedItem, ListQuery, Place } from '../../../core/stores/item-store.ts'
import { getLists, getTable, hasEntries, toFilters } from './entries.ts'

type Value = OrderValue | Uint8Array

/** @returns A function that reads a list. */
export function prepareLists(collections: CollectionData[], prepare: (text: string) => StatementSync) {
  const readerAt = lookUpByPath(collections.map((collection) => prepareCollection(collection, prepare)))
  return (place: Place, query: ListQuery) => readerAt(place.path).read(place, query)
}

function prepareCollection(collection: CollectionData, prepare: (text: string) => StatementSync) {
  const { path, filters, searched } = collection
  const [byId, ascending, descending, search] = listTexts(collection).map(prepare)
  const lists = getLists(collection)
  const numbers = new Map(lists.map(({ names, field }, list) => [JSON.stringify([names, field]), list]))

  function read({ owner, collection: filled }: Place, { order, limit, ...query }: ListQuery): ListedItem[] {
    const place = [owner, filled] as const
    // A caller may pass them in another order than the contract.
    const names = filters.filter((name) => name in query.filters)
    if (order === undefined && names.length === 0) return toItems(byId, ...place, query.after ?? '', limit)
    const isSearch = order !== undefined && 'prefix' in order
    const key = JSON.stringify([names, isSearch ? 'search' : (order?.field ?? null)])
    const list = isSearch && searched ? lists.length : numbers.get(key)
    if (list === undefined) throw new Error(`The list ${path} has no ${key}.`)
    const values = names.map((name) => query.filters[name])
    const isDescending = order !== undefined && 'field' in order && order.descending
    const statement = isSearch ? search : isDescending ? descending : ascending
    const range = getRange(collection, { order, limit, ...query })
    return toItems(statement, ...place, list, toFilters(values), ...range, limit)
  }

  return { path, read }
}

/** No value is less or greater. For SQLite, each blob is greater than each text, and each text than each number. */
const ends = { text: ['', new Uint8Array()], number: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] } as const

/** The position before the page, and the last value. */
function getRange({ orders }: CollectionData, query: ListQuery): [value: Value, id: Value, last: Value] {
  const { order, after = '' } = query
  if (order === undefined) return ['', after, '']
  if ('prefix' in order) {
    const { start, end } = getWordRange(order, query)
    return [start.value, start.id, end]
  }
  const [least, greatest] = ends[orders[order.field]?.type === 'number' ? 'number' : 'text']
  const [from, to] = order.descending ? [greatest, least] : [least, greatest]
  const { first = from, last = to, start } = getPageRange(order, query)
  if (start !== undefined) return [start.value, start.id, last]
  const [beforeIds, afterIds] = ends.text
  return [first, order.descending ? afterIds : beforeIds, last]
}

/** By id; and, if the collection has entries, in each direction, and with the words. */
export function listTexts(collection: CollectionData): string[] {
  const byId = 'SELECT id, text FROM item WHERE owner = ? AND collection = ? AND id > ? ORDER BY id LIMIT ?'
  if (!hasEntries(collection)) return [byId]
  const inOrder = (columns: string, [after, before, direction]: readonly string[]) =>
    `SELECT ${columns} FROM ${getTable(collection)} AS entry CROSS JOIN item
     ON item.owner = ?1 AND item.collection = ?2 AND item.id = entry.id
     WHERE entry.owner = ?1 AND entry.collection = ?2 AND entry.list = ?3 AND entry.filters = ?4
     AND (entry.value, entry.id) ${after} (?5, ?6) AND entry.value ${before} ?7
     ORDER BY entry.value ${direction}, entry.id ${direction} LIMIT ?8`
  const columns = 'entry.id, item.text'
  const [ascending, descending] = [
    ['>', '<=', 'ASC'],
    ['<', '>=', 'DESC'],
  ] as const
  return [
    byId,
    inOrder(columns, ascending),
    inOrder(columns, descending),
    inOrder(`${columns}, entry.value`, ascending),
  ]
}

// The rows are arrays.
function toItems(statement: StatementSync | undefined, ...values: Value[]): ListedItem[] {
  const rows = (statement?.all(...values) ?? []) as unknown as [string, string, string | undefined][]
  return rows.map(([id, text, value]) => (value === undefined ? { id, text } : { id, text, value }))
}
