// The indexes of lists: one for each set of filters, by id and in each order. They are built while other instances read and write.
import { hash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { combine } from '../../../core/items/place.ts'

const prefix = 'item_filter_'

/** Whether an index is missing, or one is left of another contract. */
export async function lacksIndexes(client: ClientBase, collections: CollectionData[]): Promise<boolean> {
  const wanted = Object.keys(wantedIndexes(collections))
  const existing = await existingIndexes(client)
  return wanted.length !== existing.length || existing.some(({ name, isValid }) => !isValid || !wanted.includes(name))
}

/** Each is built and dropped by a statement of its own, outside of a transaction. */
export async function createIndexes(client: ClientBase, collections: CollectionData[]): Promise<void> {
  const wanted = wantedIndexes(collections)
  const existing = await existingIndexes(client)
  const drop = (name: string) => client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  for (const { name, isValid } of existing) if (!isValid) await drop(name)
  const valid = existing.filter(({ isValid }) => isValid).map(({ name }) => name)
  for (const [name, definition] of Object.entries(wanted)) {
    if (!valid.includes(name)) await client.query(`CREATE INDEX CONCURRENTLY ${name} ON item ${definition}`)
  }
  // Last, because lists use the old ones until the new ones are there.
  for (const name of valid) if (!(name in wanted)) await drop(name)
}

/** By name. Another default makes another name. */
function wantedIndexes(collections: CollectionData[]): Record<string, string> {
  const definitions = collections.flatMap((collection) => {
    const orders = [[], ...Object.keys(collection.orders).map((field) => [orderExpression(collection, field)])]
    return combine(collection.filters)
      .map((names) => names.map((name) => `(${filterExpression(collection, name)})`))
      .flatMap((filters) => orders.map((order) => [...filters, ...order]))
      .filter((values) => values.length > 0)
      .map((values) => `(owner, collection, ${values.join(', ')}, id) WHERE path = ${quoted(collection.path)}`)
  })
  return Object.fromEntries(definitions.map((one) => [prefix + hash('sha256', one).slice(0, 16), one]))
}

/** The JSON of a field: texts, numbers and null stay different. An item from before the field existed has its default. */
export function filterJson({ fields }: CollectionData, name: string): string {
  const json = `(text -> ${quoted(name)})::text`
  const missing = fields[name]?.default
  return missing === undefined ? json : `coalesce(${json}, ${quoted(JSON.stringify(missing))})`
}

/** What the index of a filter has: an index row has at most 2,704 bytes, so a hash stands for a long JSON. */
export function filterExpression(collection: CollectionData, name: string): string {
  const json = filterJson(collection, name)
  return `CASE WHEN length(${json}) > ${maxIndexedLength} THEN ${hashOf(json)} ELSE ${json} END`
}

/** In code points, so that one row has three filters and an order. */
const maxIndexedLength = 66

/** Whether an index has the hash of a JSON. */
export function isLong(json: string): boolean {
  return json.length > maxIndexedLength && Array.from(json).length > maxIndexedLength
}

/** No JSON begins with `#`. @param json An expression. */
export function hashOf(json: string): string {
  return `'#' || hashtextextended(${json}, 0)::text`
}

/** The longest text that `limits` of stack/generate/list-parameters.ts allow in an order: 500 code points. */
const maxOrderedBytes = 2_000

/**
 * A number, or a text that is compared by code points. A value that an index could not have is NULL: one of another type, or a
 * longer text from before the contract had the order.
 */
export function orderExpression({ fields, orders }: CollectionData, name: string): string {
  const type = orders[name]?.type === 'number' ? 'number' : 'string'
  const json = `text -> ${quoted(name)}`
  const value = `(text ->> ${quoted(name)})`
  const isShort = type === 'number' ? '' : ` AND octet_length(${value}) <= ${maxOrderedBytes}`
  const toValue = (text: string) => text + (type === 'number' ? '::float8' : ' COLLATE "C"')
  const missing = fields[name]?.default
  const ifMissing = missing === undefined ? '' : `WHEN ${json} IS NULL THEN ${toValue(quoted(String(missing)))}`
  return `(CASE ${ifMissing} WHEN json_typeof(${json}) = '${type}'${isShort} THEN ${toValue(value)} END)`
}

/** A string of SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function existingIndexes(client: ClientBase): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `SELECT relname AS name, indisvalid AS "isValid" FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = to_regclass('item') AND starts_with(relname, $1)`,
    [prefix],
  )
  return rows
}
