// The indexes of lists: one for each set of filters, by id and in each order.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { combine } from '../../../core/resources/place.ts'

const prefix = 'item_filter_'

/** Creates the indexes of the contract, and drops those of another contract. */
export function createIndexes(database: DatabaseSync, collections: CollectionData[]): void {
  const indexes = collections.flatMap((collection) =>
    combine(collection.filters).flatMap((names) => [
      ...(names.length > 0 ? [getIndex(collection, names)] : []),
      ...Object.keys(collection.orders).map((field) => getIndex(collection, names, field)),
    ]),
  )
  const wanted = new Map(indexes.map(({ name, definition }) => [name, definition]))
  const found = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB ?")
    .all(`${prefix}*`)
  for (const name of found.map((row) => String(row.name))) {
    if (!wanted.delete(name)) database.exec(`DROP INDEX ${name}`)
  }
  for (const [name, definition] of wanted) database.exec(`CREATE INDEX ${name} ON item ${definition}`)
}

/** Another default makes another name. @param field That of the order. Default: none, by id. */
export function getIndex(collection: CollectionData, names: string[], field?: string) {
  const values = names.map((name) => toJson(collection, name))
  const order = field === undefined ? [] : [orderExpression(collection, field)]
  const key = ['owner', 'collection', ...values, ...order, 'id'].join(', ')
  const definition = `(${key}) WHERE path = ${quoted(collection.path)}`
  return { name: prefix + hash('sha256', definition).slice(0, 16), definition }
}

/** The JSON of a field: texts, numbers and null stay different. An item from before the field existed has its default. */
export function toJson(collection: CollectionData, field: string): string {
  return withDefault(collection, field, '->', JSON.stringify)
}

/** The value of a field: SQLite compares numbers by value, and texts by code points. */
export function orderExpression(collection: CollectionData, field: string): string {
  return withDefault(collection, field, '->>', String)
}

function withDefault(
  { fields, orders }: CollectionData,
  field: string,
  operator: '->' | '->>',
  toText: (value: unknown) => string,
): string {
  const value = `text ${operator} ${quoted(`$."${field}"`)}`
  const missing = fields[field]?.default
  if (missing === undefined) return `(${value})`
  const text = toText(missing)
  return `coalesce(${value}, ${operator === '->>' && orders[field] === 'number' ? text : quoted(text)})`
}

/** A string of SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
