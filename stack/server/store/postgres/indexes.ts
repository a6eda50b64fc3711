// The indexes of filters: one for each set of filters that a request can have. They are built while other instances read and write.
import { hash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { combine } from '../../../core/resources/place.ts'
import { filterExpression, quoted } from './statements.ts'

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
  for (const { name, isValid } of await existingIndexes(client)) {
    if (isValid && name in wanted) delete wanted[name]
    else await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  }
  for (const [name, definition] of Object.entries(wanted)) {
    await client.query(`CREATE INDEX CONCURRENTLY ${name} ON item ${definition}`)
  }
}

/** By name. Another default makes another name. */
function wantedIndexes(collections: CollectionData[]): Record<string, string> {
  const definitions = collections.flatMap((collection) =>
    combine(collection.filters)
      .filter((names) => names.length > 0)
      .map((names) => {
        const values = names.map((name) => `(${filterExpression(collection, name)})`).join(', ')
        return `(owner, collection, ${values}, id) WHERE path = ${quoted(collection.path)}`
      }),
  )
  return Object.fromEntries(definitions.map((one) => [prefix + hash('sha256', one).slice(0, 16), one]))
}

async function existingIndexes(client: ClientBase): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `SELECT relname AS name, indisvalid AS "isValid" FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = to_regclass('item') AND starts_with(relname, $1)`,
    [prefix],
  )
  return rows
}
