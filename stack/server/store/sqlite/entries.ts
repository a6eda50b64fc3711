// The index of lists, but for those by id without filters: an entry of each item for each order with each set of
// filters, and one for each of its words. No index or trigger keeps them up to date: the store does, in each write. The
// entries of a small owner are beside each other, so a write changes few pages of the file.
import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { type Item, parsedItem } from '../../../core/items/item.ts'
import { getOrdered, getWords, type OrderValue } from '../../../core/items/list-order.ts'
import { combine, getField } from '../../../core/items/place.ts'
import type { Place } from '../../../core/stores/item-store.ts'

/** Raise it when the same item gets other entries: the next start makes all of them again. */
const version = 1

/** The table while its entries are made. */
const unfinished = 'item_unfinished'

const itemsPerStep = 100
const rowsPerStep = 500
const collectionsPerStep = 100

/** The number of the list, the values of its filters, and that of its order: none by id, and a word in a search. */
type Entry = [list: number, filters: string, value: OrderValue]

/**
 * Creates the entries of each collection that needs some, and drops those of another contract, in short steps. It can
 * stop after each of them, and start again.
 * @param onProgress Called with what is done.
 */
export function* createEntries(
  database: DatabaseSync,
  collections: CollectionData[],
  onProgress: (progress: string) => void,
): Generator<void> {
  const wanted = new Map(collections.filter(hasEntries).map((collection) => [getTable(collection), collection]))
  // The first name is that of an interrupted start, and the last two are those of an earlier version.
  const found = database.prepare(`SELECT type, name FROM sqlite_schema WHERE name = '${unfinished}'
    OR name GLOB 'item_entry_*' OR name GLOB 'item_filter_*' OR name GLOB 'item_search_*'
    ORDER BY name = '${unfinished}' DESC`)
  for (const { type, name } of found.all()) {
    if (wanted.delete(String(name))) continue
    if (type === 'table') yield* drop(database, String(name))
    else database.exec(`DROP ${type} ${name}`)
  }
  for (const [name, collection] of wanted) {
    database.exec(`CREATE TABLE ${unfinished} (
      owner TEXT NOT NULL,
      collection TEXT NOT NULL,
      list INTEGER NOT NULL,
      filters TEXT NOT NULL,
      value ANY NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (owner, collection, list, filters, value, id)
    ) STRICT, WITHOUT ROWID`)
    yield* addAll(database, collection, onProgress)
    database.exec(`ALTER TABLE ${unfinished} RENAME TO ${name}`)
    yield
  }
  yield* replaceOutdated(database, collections)
}

/** Drops a table in short steps. A service of the contract that it belongs to does not take the rest for a whole one. */
function* drop(database: DatabaseSync, name: string): Generator<void> {
  if (name !== unfinished) database.exec(`ALTER TABLE ${name} RENAME TO ${unfinished}`)
  yield* clear(database, unfinished)
  database.exec(`DROP TABLE ${unfinished}`)
}

/** Deletes the rows of a table of entries. @param where Condition of the rows, with `values`. Default: all rows. */
function* clear(database: DatabaseSync, name: string, where = '', ...values: string[]): Generator<void> {
  const columns = `SELECT coalesce(group_concat(name), 'rowid') AS key FROM pragma_table_info('${name}') WHERE pk > 0`
  const key = database.prepare(columns).get()?.key
  const remove = database.prepare(
    `DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM ${name} ${where} LIMIT ${rowsPerStep})`,
  )
  while (Number(remove.run(...values).changes) > 0) yield
}

/** Replaces the entries of collections whose items another program has changed. */
function* replaceOutdated(database: DatabaseSync, collections: CollectionData[]): Generator<void> {
  const outdated = database.prepare(`SELECT owner, collection FROM item_revision
    WHERE has_index_rows = 0 AND (owner, collection) > (?, ?) ORDER BY owner, collection LIMIT ${collectionsPerStep}`)
  const read = database.prepare(
    `SELECT id, path, text FROM item WHERE owner = ? AND collection = ? AND id > ? ORDER BY id LIMIT ${itemsPerStep}`,
  )
  const settle = database.prepare('UPDATE item_revision SET has_index_rows = 1 WHERE owner = ? AND collection = ?')
  const tables = collections.filter(hasEntries).map((collection) => {
    const name = getTable(collection)
    return [
      collection.path,
      { name, add: database.prepare(addStatement(name)), getEntries: entriesIn(collection) },
    ] as const
  })
  const byPath = new Map(tables)
  let keys: [owner: string, collection: string][] = [['', '']]
  while (keys.length > 0) {
    keys = outdated.all(...(keys.at(-1) ?? [])).map(({ owner, collection }) => [String(owner), String(collection)])
    // No item is trusted until the next check.
    if (keys.length > 0) database.exec('DELETE FROM item_check')
    for (const key of keys) {
      for (const { name } of byPath.values()) yield* clear(database, name, 'WHERE owner = ? AND collection = ?', ...key)
      let items = read.all(...key, '')
      while (items.length > 0) {
        for (const { id, path, text } of items) {
          const table = byPath.get(String(path))
          for (const entry of table?.getEntries(parsedItem(String(text))) ?? [])
            table?.add.run(...key, ...entry, String(id))
          yield
        }
        items = read.all(...key, String(items.at(-1)?.id))
      }
      settle.run(...key)
      yield
    }
  }
}

function* addAll(
  database: DatabaseSync,
  collection: CollectionData,
  onProgress: (progress: string) => void,
): Generator<void> {
  const getEntries = entriesIn(collection)
  const read = database.prepare(
    // A condition on the path could make one statement read all items.
    `SELECT owner, collection, id, CASE path WHEN ? THEN text END FROM item WHERE (owner, collection, id) > (?, ?, ?)
     ORDER BY owner, collection, id LIMIT ${itemsPerStep}`,
  )
  const add = database.prepare(addStatement(unfinished))
  read.setReturnArrays(true)
  let count = 0
  let key = ['', '', '']
  let rows: unknown[][]
  do {
    // Arrays, as set above.
    rows = read.all(collection.path, ...key) as unknown as unknown[][]
    for (const row of rows) {
      const [owner = '', filled = '', id = ''] = row.map(String)
      const [, , , text] = row
      for (const entry of text === null ? [] : getEntries(parsedItem(String(text))))
        add.run(owner, filled, ...entry, id)
      key = [owner, filled, id]
      yield
    }
    count += rows.length
    onProgress(`index of ${collection.path}: ${count} items read`)
  } while (rows.length > 0)
}

function addStatement(table: string): string {
  return `INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`
}

/** Lists by id without filters read the items themselves. */
export function hasEntries({ filters, orders, searched }: CollectionData): boolean {
  return filters.length > 0 || Object.keys(orders).length > 0 || searched !== undefined
}

/** The entries of items that a store changes. */
export function prepareEntries(collections: CollectionData[], prepare: (text: string) => StatementSync) {
  const tables = collections.filter(hasEntries).map((collection) => {
    const name = getTable(collection)
    const getEntries = entriesIn(collection)
    return {
      path: collection.path,
      /** By their JSON. */
      read: (text?: string) =>
        new Map(text === undefined ? [] : getEntries(parsedItem(text)).map((entry) => [JSON.stringify(entry), entry])),
      add: prepare(addStatement(name)),
      remove: prepare(`DELETE FROM ${name} WHERE (owner, collection, list, filters, value, id) = (?, ?, ?, ?, ?, ?)`),
      removeBelow: prepare(`DELETE FROM ${name} WHERE owner = ? AND collection > ? AND collection < ?`),
    }
  })
  const byPath = new Map(tables.map((table) => [table.path, table]))
  return {
    /** @param before The text of the item. Default: there was none. @param after Default: there is none. */
    change({ owner, path, collection }: Place, id: string, before?: string, after?: string): void {
      const table = byPath.get(path)
      if (table === undefined) return
      const [old, current] = [table.read(before), table.read(after)]
      for (const [key, entry] of old) if (!current.has(key)) table.remove.run(owner, collection, ...entry, id)
      for (const [key, entry] of current) if (!old.has(key)) table.add.run(owner, collection, ...entry, id)
    },
    /** Forgets those of all collections between two texts. */
    removeBelow(...range: [owner: string, from: string, to: string]): void {
      for (const { removeBelow } of tables) removeBelow.run(...range)
    },
  }
}

/** By its filters and the field of its order: `null` is by id. The list of words has the next number. */
export function getLists({ filters, orders }: CollectionData): { names: string[]; field: string | null }[] {
  return combine(filters).flatMap((names) => [
    ...(names.length > 0 ? [{ names, field: null }] : []),
    ...Object.keys(orders).map((field) => ({ names, field })),
  ])
}

/** Values by their JSON: texts, numbers and null stay different. */
export function toFilters(values: unknown[]): string {
  return JSON.stringify(values)
}

function entriesIn(collection: CollectionData): (item: Item) => Entry[] {
  const lists = getLists(collection)
  return (item) => [
    ...lists.flatMap(({ names, field }, list): Entry[] => {
      const values = names.map((name) => getField(collection.fields, name, item))
      const value = field === null ? '' : getOrdered(collection, field, item)
      return value === undefined || values.includes(undefined) ? [] : [[list, toFilters(values), value]]
    }),
    ...getWords(collection, item).map((word): Entry => [lists.length, toFilters([]), word]),
  ]
}

/** Whatever gives an item other entries makes another name. */
export function getTable({ path, fields, filters, orders, searched }: CollectionData): string {
  // A default of null is not the same as none.
  const defaults = [...filters, ...Object.keys(orders)].map((name) => ({ default: fields[name]?.default }))
  const definition = JSON.stringify([version, path, filters, orders, searched, defaults])
  return `item_entry_${hash('sha256', definition).slice(0, 16)}`
}
