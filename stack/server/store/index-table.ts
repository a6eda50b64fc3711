// The index table of a collection: a row for each item, with the values by which lists select and sort. Both databases
// have the same columns and indexes, so a list is the same statement in both.
import { hash } from 'node:crypto'
import type { Collection } from '../../core/contract/contract.ts'

/** Increment it when the row of an unchanged item changes: the next start makes all rows again. */
const version = 1

/** Whether a collection has an index table. Lists by id without filters read the items themselves. */
export function hasIndexTable({ filters, orders, searched }: Collection): boolean {
  return filters.length > 0 || Object.keys(orders).length > 0 || searched !== undefined
}

const digests = new WeakMap<Collection, string>()

/** Returns 16 hexadecimal digits, which change if anything changes the row of an item. */
export function indexDigest(collection: Collection): string {
  const digest = digests.get(collection) ?? computeDigest(collection)
  digests.set(collection, digest)
  return digest
}

function computeDigest({ path, fields, filters, orders, searched }: Collection): string {
  // A default of null differs from no default.
  const defaults = [...filters, ...Object.keys(orders)].map((name) => ({ default: fields[name]?.default }))
  const types = Object.entries(orders).map(([name, { type }]) => [name, type === 'number'])
  return hash('sha256', JSON.stringify([version, path, filters, types, searched, defaults])).slice(0, 16)
}

export function indexTable(collection: Collection): string {
  return `item_index_${indexDigest(collection)}`
}

/** Returns the column with the JSON of a scalar, or a hash of long JSON; NULL for an item without a value. */
export function filterColumn({ filters }: Collection, name: string): string {
  return `filter_${filters.indexOf(name)}`
}

/** Returns the column with a string or a number; NULL for an item without a value. */
export function sortColumn({ orders }: Collection, name: string): string {
  return `order_${Object.keys(orders).indexOf(name)}`
}

/** Returns the columns of each index, between the columns `owner, collection` and `id`. */
function getIndexes(collection: Collection): string[][] {
  const sortColumns = Object.keys(collection.orders).map((name) => sortColumn(collection, name))
  const filters = collection.filters.map((name) => filterColumn(collection, name))
  return [
    ...sortColumns.map((field) => [field]),
    ...filters.flatMap((filter) => [[filter], ...sortColumns.map((field) => [filter, field])]),
  ]
}

export function indexName(collection: Collection, columns: string[]): string {
  return [indexTable(collection), ...columns].join('_')
}

export function createIndexes(collection: Collection): string {
  const statements = getIndexes(collection).map((columns) => {
    const key = ['owner', 'collection', ...columns, 'id'].join(', ')
    return `CREATE INDEX ${indexName(collection, columns)} ON ${indexTable(collection)} (${key});`
  })
  return statements.join('\n')
}

/** Limit of the JSON in a filter column, in code points. A hash replaces longer JSON. */
export const maxJsonLength = 66

export function toFilterValue(json: string): string {
  const isLong = json.length > maxJsonLength && Array.from(json).length > maxJsonLength
  return isLong ? `#${hash('sha256', json).slice(0, 32)}` : json
}

/** Limit of a string in a sort column; a longer one is NULL. An index row of PostgreSQL has at most 2,704 bytes. */
export const maxSortedBytes = 2_000
