// Creates and fills the index tables while other instances read and write, and drops each a day after the last contract
// that needs it. Drops the indexes and tables of version 1.0.0, which had an index for each list, too.
import type { ClientBase } from 'pg'
import type { Collection } from '../../../core/contract/contract.ts'
import { hasIndexTable, indexTable } from '../index-table.ts'
import { defineIndexTable, dropIndexTable, termVector } from './index-definition.ts'
import { quoteLiteral } from './statements.ts'

/** Comment of a table that has rows for all items that existed before it. */
const filled = 'filled'
/** State of a table whose triggers refuse each write with words: the bundler of an early version damaged its functions. */
const unusable = 'unusable'
/** Prefix of a time in a comment. */
const unused = 'unused since '
/** How long an unused table is kept, in ms: instances of another version may still use it, or be started again. */
const unusedForMs = 24 * 60 * 60 * 1000
/** Duration of a batch, in ms, for which writers of its items wait. */
const batchMs = 100
const maxBatch = 5_000

interface IndexObject {
  name: string
  kind: 'TABLE' | 'INDEX'
  /** The comment of the table or index, or `unusable`. */
  state: string
}

/** Calls a function in a transaction that waits for locks only briefly, and calls it again if the locks were not free. */
type WithLocks = (change: () => Promise<unknown>) => Promise<void>

/** Whether an index table is missing or not filled, or an object of another contract must be marked or dropped. */
export async function lacksIndexTables(client: ClientBase, collections: Collection[]): Promise<boolean> {
  const existing = await existingObjects(client)
  const expected = collections.filter(hasIndexTable).map(indexTable)
  const isFilled = (name: string) => existing.some((object) => object.name === name && object.state === filled)
  return !expected.every(isFilled) || existing.some((object) => !expected.includes(object.name) && !isRetained(object))
}

/** Creates and fills the tables of the contract, and marks or drops those of other contracts. It continues after a crash. */
export async function createIndexTables(
  client: ClientBase,
  collections: Collection[],
  withLocks: WithLocks,
): Promise<void> {
  const existing = new Map((await existingObjects(client)).map((object) => [object.name, object]))
  for (const collection of collections.filter(hasIndexTable)) {
    const name = indexTable(collection)
    const state = existing.get(name)?.state
    existing.delete(name)
    if (state === filled) continue
    if (state === undefined) await withLocks(() => client.query(defineIndexTable(collection)))
    // While a filled table was unused, its triggers kept it up to date.
    if (!state?.startsWith(filled)) {
      await fill(client, collection, withLocks)
      if (collection.searched) await createTermIndex(client, name)
    }
    await mark(client, { name, kind: 'TABLE', state: filled })
  }
  for (const object of existing.values()) await retire(client, object, withLocks)
}

/** Marks an object as unused, and drops it a day later; drops an unusable table at once. */
async function retire(client: ClientBase, object: IndexObject, withLocks: WithLocks): Promise<void> {
  const { name, kind, state } = object
  if (isRetained(object)) return
  const since = `${unused}${new Date().toISOString()}`
  if (state !== unusable && !state.includes(unused)) {
    await mark(client, { name, kind, state: state === '' ? since : `${state}, ${since}` })
  } else if (kind === 'INDEX') await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  else await withLocks(() => client.query(dropIndexTable(name)))
}

function isRetained({ state }: IndexObject): boolean {
  const [, since = ''] = state.split(unused)
  return Date.now() - Date.parse(since) < unusedForMs
}

function mark(client: ClientBase, { name, kind, state }: IndexObject): Promise<unknown> {
  return client.query(`COMMENT ON ${kind} ${name} IS ${quoteLiteral(state)}`)
}

/** Adds, in batches, the rows that the triggers have not added. The items of a batch are locked, so no row becomes outdated. */
async function fill(client: ClientBase, collection: Collection, withLocks: WithLocks): Promise<void> {
  const name = indexTable(collection)
  const text = `
    WITH batch AS MATERIALIZED (
      SELECT owner, collection, id, text FROM item WHERE path = $4 AND (owner, collection, id) > ($1, $2, $3)
      -- Not NOT EXISTS, for which PostgreSQL reads all rows.
      AND (SELECT true FROM ${name} AS old
        WHERE (old.owner, old.collection, old.id) = (item.owner, item.collection, item.id)) IS NULL
      ORDER BY owner, collection, id LIMIT $5 FOR SHARE OF item
    ), added AS (
      INSERT INTO ${name} SELECT owner, collection, id, made.* FROM batch CROSS JOIN LATERAL ${name}_row(text) AS made
      ON CONFLICT DO NOTHING
    )
    SELECT owner, collection, id FROM batch ORDER BY owner DESC, collection DESC, id DESC LIMIT 1`
  let size = 100
  for (let last: string[] | undefined = ['', '', '']; last !== undefined; ) {
    const startedAt = performance.now()
    const values: unknown[] = [...last, collection.path, size]
    await withLocks(async () => {
      const { rows } = await client.query<string[]>({ text, values, rowMode: 'array' })
      last = rows[0]
    })
    const fittingSize = Math.round((size * batchMs) / (performance.now() - startedAt))
    size = Math.min(Math.max(fittingSize, 1), 2 * size, maxBatch)
  }
}

/** Creates the index after the rows, in a tenth of the time. An index that an interrupted start has left is not valid. */
async function createTermIndex(client: ClientBase, name: string): Promise<void> {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_token`)
  const index = `gin ((${termVector(name)})) WITH (gin_pending_list_limit = 256)`
  await client.query(`CREATE INDEX CONCURRENTLY ${name}_token ON ${name} USING ${index}`)
}

/** Returns index tables, and what version 1.0.0 had: tables of words, and indexes of items. */
async function existingObjects(client: ClientBase): Promise<IndexObject[]> {
  const { rows } = await client.query<IndexObject>(
    `SELECT relname AS name, CASE relkind WHEN 'r' THEN 'TABLE' ELSE 'INDEX' END AS kind, CASE
       WHEN EXISTS (SELECT FROM pg_proc WHERE pronamespace = relnamespace AND proname = relname || '_words'
         AND strpos(prosrc, '\\ud83c') > 0) THEN '${unusable}'
       ELSE coalesce(obj_description(oid, 'pg_class'), '') END AS state
     FROM pg_class WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('item'))
     AND (relkind = 'r' AND relname ~ '^item_(index|search)_' OR relkind = 'i' AND starts_with(relname, 'item_filter_'))`,
  )
  return rows
}
