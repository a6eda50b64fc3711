// The lists of a store over SQLite. Each statement reads one range of one index.
import type { StatementSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import type { FieldOrder, ListedItem, ListQuery, Place } from '../../../core/resources/item-store.ts'
import { getPageRange } from '../../../core/resources/list-order.ts'
import { combine } from '../../../core/resources/place.ts'
import { getIndex, orderExpression, quoted, toJson } from './indexes.ts'
import { searchStatement } from './search.ts'

type Prepare = (text: string) => StatementSync
type Value = string | number | Uint8Array

export interface Lists {
  read: (place: Pick<Place, 'owner' | 'path' | 'collection'>, query: ListQuery) => ListedItem[]
  /** Runs each statement. */
  tryAll: (owner: string) => void
}

/** `same`: items with one value, after an id. `from`: from one value to another. `past`: that without the first value. */
type Kind = 'same' | 'from' | 'past'

export function prepareLists(collections: CollectionData[], prepare: Prepare): Lists {
  const byPath = new Map(collections.map((collection) => [collection.path, prepareCollection(collection, prepare)]))
  return {
    read({ owner, path, collection }, query) {
      const lists = byPath.get(path)
      if (lists === undefined) throw new Error(`There is no collection ${path}.`)
      return lists.read([owner, collection], query)
    },
    tryAll(owner) {
      for (const [path, lists] of byPath) lists.tryAll([owner, path])
    },
  }
}

function prepareCollection(collection: CollectionData, prepare: Prepare) {
  const sets = combine(collection.filters)
  const orders = Object.keys(collection.orders)
  const statements = new Map(listTexts(collection).map(([key, text]) => [key, prepare(text)]))

  function find(...key: unknown[]): StatementSync {
    const found = statements.get(JSON.stringify(key))
    if (found === undefined) throw new Error(`The list ${collection.path} has no ${JSON.stringify(key)}.`)
    return found
  }

  function read(place: [owner: string, collection: string], query: ListQuery): ListedItem[] {
    const { filters, order, after = '', afterValue, limit } = query
    // A caller may pass them in another order than the contract.
    const names = collection.filters.filter((name) => name in filters)
    const values = names.map((name) => JSON.stringify(filters[name]))
    if (order === undefined) {
      return find(names)
        .all(...place, ...values, after, limit)
        .map(toItem)
    }
    if ('prefix' in order) {
      const start = after === '' || String(afterValue) < order.prefix ? [order.prefix, ''] : [String(afterValue), after]
      const rows = find('search').all(...place, ...start, `${order.prefix}\u{10ffff}`, limit)
      return rows.map(toItem)
    }
    const { field, descending = false } = order
    const run = (kind: Kind, ...rest: Value[]) =>
      find(names, field, descending, kind)
        .all(...place, ...values, ...rest)
        .map(toItem)
    return readOrdered(run, order, collection.orders[field] === 'number', query)
  }

  function tryAll(place: [string, string]): void {
    const given = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'trial']))
    const position = { after: 'trial', limit: 1 }
    for (const names of sets) {
      const filters = given(names)
      read(place, { ...position, filters })
      for (const field of orders)
        for (const descending of [false, true])
          read(place, { ...position, filters, order: { field, descending }, afterValue: '' })
    }
    if (collection.searched) read(place, { ...position, filters: {}, order: { prefix: 'trial' }, afterValue: 'trial' })
  }

  return { read, tryAll }
}

/** No value is less or greater. For SQLite, each blob is greater than each text, and each text than each number. */
const ends = { text: ['', new Uint8Array()], number: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] } as const

function readOrdered(
  run: (kind: Kind, ...values: Value[]) => ListedItem[],
  order: FieldOrder,
  isNumber: boolean,
  query: ListQuery,
): ListedItem[] {
  const [least, greatest] = ends[isNumber ? 'number' : 'text']
  const [from, to] = order.descending ? [greatest, least] : [least, greatest]
  const { first = from, last = to, start } = getPageRange(order, query)
  const { limit } = query
  if (start === undefined) return run('from', first, last, limit)
  const items = run('same', start.value, last, start.id, limit)
  return items.length < limit ? [...items, ...run('past', start.value, last, limit - items.length)] : items
}

/** The text of each statement, by what it is for. */
export function listTexts(collection: CollectionData): [key: string, text: string][] {
  const texts = combine(collection.filters).flatMap((names): [unknown[], string][] => [
    [[names], listById(collection, names)],
    ...Object.keys(collection.orders).flatMap((field) =>
      [false, true].flatMap((descending) =>
        (['same', 'from', 'past'] as const).map((kind): [unknown[], string] => [
          [names, field, descending, kind],
          listByField(collection, names, field, { descending, kind }),
        ]),
      ),
    ),
  ])
  if (collection.searched) texts.push([['search'], searchStatement(collection)])
  return texts.map(([key, text]) => [JSON.stringify(key), text])
}

function listById(collection: CollectionData, names: string[]): string {
  return `SELECT id, text ${getItemsClause(collection, names)} AND id > ? ORDER BY id LIMIT ?`
}

function listByField(
  collection: CollectionData,
  names: string[],
  field: string,
  { descending, kind }: { descending: boolean; kind: Kind },
): string {
  const value = orderExpression(collection, field)
  const [after, before, direction] = descending ? ['<', '>=', 'DESC'] : ['>', '<=', '']
  const items = getItemsClause(collection, names, field)
  if (kind === 'same')
    return `SELECT id, text ${items} AND ${value} = ? AND ${value} ${before} ? AND id ${after} ? ORDER BY id ${direction} LIMIT ?`
  const start = kind === 'past' ? after : `${after}=`
  return `SELECT id, text ${items} AND ${value} ${start} ? AND ${value} ${before} ?
          ORDER BY ${value} ${direction}, id ${direction} LIMIT ?`
}

function getItemsClause(collection: CollectionData, names: string[], field?: string): string {
  const isWhole = names.length === 0 && field === undefined
  // Without INDEXED BY, SQLite would read all items of the collection to find those with the values.
  const index = isWhole ? '' : `INDEXED BY ${getIndex(collection, names, field).name}`
  const ofPath = isWhole ? '' : `AND path = ${quoted(collection.path)}`
  const conditions = names.map((name) => `AND ${toJson(collection, name)} = ?`).join(' ')
  return `FROM item ${index} WHERE owner = ? AND collection = ? ${ofPath} ${conditions}`
}

// The rows are arrays.
function toItem(row: unknown): ListedItem {
  const [id, text, value] = row as [string, string, string | undefined]
  return value === undefined ? { id, text } : { id, text, value }
}
