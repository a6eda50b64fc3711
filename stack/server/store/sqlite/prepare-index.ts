// Makes the missing index rows of a database at the start: for a changed contract, and for collections that another
// program has changed. It runs in short steps: it can stop after each, and continue at the next start.
import type { DatabaseSync } from 'node:sqlite'
import type { Collection } from '../../../core/contract/contract.ts'
import { hasIndexTable } from '../index-table.ts'
import { prepareArrays } from './file.ts'
import { createTables, indexWriters, tablesOf } from './index-rows.ts'

/** Name of a table while its rows are deleted. */
const droppedTable = 'item_unfinished'

const itemsPerStep = 100
const rowsPerStep = 500
const collectionsPerStep = 100

/** @param onProgress Called with the progress. */
export function* prepareIndex(
  database: DatabaseSync,
  collections: Collection[],
  onProgress: (progress: string) => void,
): Generator<void> {
  const existing = tableNames(database)
  const lacksTable = (collection: Collection) => !tablesOf(collection).every((name) => existing.includes(name))
  const indexed = collections.filter(hasIndexTable)
  const missing = indexed.filter(lacksTable)
  const keptTables = indexed.filter((collection) => !lacksTable(collection)).flatMap(tablesOf)
  for (const name of existing.filter((name) => !keptTables.includes(name))) yield* drop(database, name)
  // Indexes of a version without index rows.
  const indexes = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'item_filter_*'")
  for (const { name } of indexes.all()) database.exec(`DROP INDEX ${name}`)
  // Marks all index rows as missing, so that the next start continues if this one is interrupted.
  if (missing.length > 0) database.exec('UPDATE item_revision SET has_index_rows = 0')
  for (const collection of missing) createTables(database, collection)
  yield
  yield* replaceOutdated(database, indexed, onProgress)
}

/** Returns the names of index tables, including those of earlier versions and of an interrupted start. */
function tableNames(database: DatabaseSync): string[] {
  const patterns = [droppedTable, ...['index', 'word', 'entry', 'filter', 'search'].map((kind) => `item_${kind}_*`)]
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'
    AND (${patterns.map((name) => `name GLOB '${name}'`).join(' OR ')}) ORDER BY name = '${droppedTable}' DESC`)
  return tables.all().map(({ name }) => String(name))
}

/** Drops a table in steps. Renames it first, so that a service with its contract does not use the remaining rows. */
function* drop(database: DatabaseSync, name: string): Generator<void> {
  if (name !== droppedTable) database.exec(`ALTER TABLE ${name} RENAME TO ${droppedTable}`)
  const columns = `SELECT coalesce(group_concat(name), 'rowid') AS key FROM pragma_table_info('${droppedTable}') WHERE pk > 0`
  const key = database.prepare(columns).get()?.key
  const remove = database.prepare(
    `DELETE FROM ${droppedTable} WHERE (${key}) IN (SELECT ${key} FROM ${droppedTable} LIMIT ${rowsPerStep})`,
  )
  while (Number(remove.run().changes) > 0) yield
  database.exec(`DROP TABLE ${droppedTable}`)
}

/** Replaces the index rows of collections with `has_index_rows = 0`. */
function* replaceOutdated(
  database: DatabaseSync,
  collections: Collection[],
  onProgress: (progress: string) => void,
): Generator<void> {
  const prepare = prepareArrays.bind(null, database)
  const writers = indexWriters(collections, prepare)
  const outdated = prepare(`SELECT owner, collection FROM item_revision
    WHERE has_index_rows = 0 AND (owner, collection) > (?, ?) ORDER BY owner, collection LIMIT ${collectionsPerStep}`)
  const readRows = prepare(
    `SELECT id, path, text FROM item WHERE owner = ? AND collection = ? AND id > ? ORDER BY id LIMIT ${itemsPerStep}`,
  )
  const markIndexed = prepare('UPDATE item_revision SET has_index_rows = 1 WHERE owner = ? AND collection = ?')
  let count = 0
  // The rows are arrays.
  let keys = outdated.all('', '') as unknown as [owner: string, collection: string][]
  while (keys.length > 0) {
    // No item is trusted until the next check, because another program may have changed items.
    database.exec('DELETE FROM item_check')
    for (const [owner, collection] of keys) {
      for (const { deleteBetween } of writers.values())
        while (deleteBetween(owner, collection, collection, rowsPerStep) > 0) yield
      let items: [id: string, path: string, text: string][]
      let last = ''
      do {
        items = readRows.all(owner, collection, last) as unknown as typeof items
        for (const [id, path, text] of items) {
          writers.get(path)?.write({ owner, collection }, id, undefined, text)
          last = id
          yield
        }
        count += items.length
        onProgress(`index of lists: ${count} items read`)
      } while (items.length > 0)
      markIndexed.run(owner, collection)
      yield
    }
    keys = outdated.all(...(keys.at(-1) ?? ['', ''])) as unknown as typeof keys
  }
}
