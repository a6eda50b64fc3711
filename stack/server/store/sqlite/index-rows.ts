// The index rows of items: one row for each item, and one for each of its words. The store writes them with the item, and
// changes only columns that differ, which SQL indexes on the JSON of the item could not.
import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Collection } from '../../../core/contract/contract.ts'
import { getScalar } from '../../../core/items/collection-key.ts'
import { parseItem } from '../../../core/items/item.ts'
import { termsOf } from '../../../core/items/list-page.ts'
import { getSortValue } from '../../../core/items/sort-order.ts'
import {
  createIndexes,
  filterColumn,
  hasIndexTable,
  indexDigest,
  indexTable,
  sortColumn,
  toFilterValue,
} from '../index-table.ts'
import type { ListScope } from '../list-scans.ts'

type ColumnValue = string | number | null

export function tablesOf(collection: Collection): string[] {
  return [indexTable(collection), termTable(collection)]
}

export function termTable(collection: Collection): string {
  return `item_word_${indexDigest(collection)}`
}

/** Returns four bytes that identify a collection in a table of words. Two collections can have the same. */
export function listHash(owner: string, collection: string): number {
  return hash('sha256', JSON.stringify([owner, collection]), 'buffer').readInt32BE()
}

export function createTables(database: DatabaseSync, collection: Collection): void {
  const rows = indexTable(collection)
  const types = Object.entries(collection.orders).map(
    ([name, { type }]) => `${sortColumn(collection, name)} ${type === 'number' ? 'REAL' : 'TEXT'},`,
  )
  const filters = collection.filters.map((name) => `${filterColumn(collection, name)} TEXT,`)
  database.exec(`CREATE TABLE ${rows} (
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    ${[...types, ...filters].join(' ')}
    words TEXT,
    UNIQUE (owner, collection, id)
  ) STRICT`)
  database.exec(createIndexes(collection))
  database.exec(`CREATE TABLE ${termTable(collection)} (
    list INTEGER NOT NULL,
    word TEXT NOT NULL,
    item INTEGER NOT NULL,
    PRIMARY KEY (list, word, item)
  ) STRICT, WITHOUT ROWID`)
}

/** Prepares the writes of the index rows of a collection. */
function createIndexWriter(collection: Collection, prepare: (text: string) => StatementSync) {
  const [rows, terms] = [indexTable(collection), termTable(collection)]
  const orders = Object.keys(collection.orders)
  const columns = [
    ...orders.map((name) => sortColumn(collection, name)),
    ...collection.filters.map((name) => filterColumn(collection, name)),
    'words',
  ]
  const itemCondition = 'owner = ? AND collection = ? AND id = ?'
  const parameters = ['owner', 'collection', 'id', ...columns].map(() => '?')
  const insert = prepare(`INSERT INTO ${rows} (owner, collection, id, ${columns.join(', ')}) VALUES (${parameters})`)
  const update = new LRUCache<string, StatementSync>({
    max: 100,
    memoMethod: (names) =>
      prepare(`UPDATE ${rows} SET ${names.replaceAll(',', ' = ?,')} = ? WHERE ${itemCondition} RETURNING rowid`),
  })
  const remove = prepare(`DELETE FROM ${rows} WHERE ${itemCondition} RETURNING rowid`)
  const deleteRows = prepare(`DELETE FROM ${rows} WHERE rowid IN
    (SELECT rowid FROM ${rows} WHERE owner = ? AND collection >= ? AND collection <= ? LIMIT ?)
    RETURNING collection, words, rowid`)
  const termInsert = prepare(`INSERT OR IGNORE INTO ${terms} VALUES (?, ?, ?)`)
  const termDelete = prepare(`DELETE FROM ${terms} WHERE list = ? AND word = ? AND item = ?`)

  function toRow(text: string): ColumnValue[] {
    const item = parseItem(text)
    const filters = collection.filters.map((name) => getScalar(collection.fields, name, item))
    return [
      ...orders.map((name) => getSortValue(collection, name, item)),
      ...filters.map((value) => (value === null ? null : toFilterValue(JSON.stringify(value)))),
      collection.searched ? ['', ...termsOf(collection, item)].join(' ') : null,
    ]
  }

  /** Updates the rows of words. @param before Words in the form of their column. */
  function writeTerms(list: number, item: number, before: ColumnValue, after: ColumnValue): void {
    const [oldTerms, newTerms] = [toTermSet(before), toTermSet(after)]
    for (const term of oldTerms) if (!newTerms.has(term)) termDelete.run(list, term, item)
    for (const term of newTerms) if (!oldTerms.has(term)) termInsert.run(list, term, item)
  }

  /** @returns The rowid; `undefined` if the columns stay the same. */
  function writeRow(key: [string, string, string], oldRow?: ColumnValue[], newRow?: ColumnValue[]): number | undefined {
    const getRowid = (row: unknown) => Number(Object(row)[0])
    if (newRow === undefined) return getRowid(remove.get(...key))
    if (oldRow === undefined) return Number(insert.run(...key, ...newRow).lastInsertRowid)
    const changed = [...columns.keys()].filter((at) => oldRow[at] !== newRow[at])
    if (changed.length === 0) return undefined
    const values = changed.map((at) => newRow[at] ?? null)
    return getRowid(update.memo(changed.map((at) => columns[at]).join()).get(...values, ...key))
  }

  return {
    /** @param before JSON of the item until now; `undefined` if it is new. @param after `undefined` if it is deleted. */
    write({ owner, collection: filledPath }: ListScope, id: string, before?: string, after?: string): void {
      const [oldRow, newRow] = [before, after].map((text) => (text === undefined ? undefined : toRow(text)))
      const rowid = writeRow([owner, filledPath, id], oldRow, newRow)
      if (rowid === undefined || !collection.searched) return
      writeTerms(listHash(owner, filledPath), rowid, oldRow?.at(-1) ?? null, newRow?.at(-1) ?? null)
    },
    /** Deletes up to `limit` rows of the collections between two paths. @returns The number of rows. */
    deleteBetween(owner: string, from: string, to: string, limit: number): number {
      const deleted = deleteRows.all(owner, from, to, limit) as unknown as [string, string | null, number][]
      for (const [filledPath, words, rowid] of deleted) {
        if (words !== null) writeTerms(listHash(owner, filledPath), rowid, words, null)
      }
      return deleted.length
    },
  }
}

/** @param terms Terms, each after a space. */
function toTermSet(terms: ColumnValue): Set<string> {
  return new Set(terms === null ? [] : String(terms).split(' ').slice(1))
}

/** Returns a writer for each collection that has index rows, by the path of the collection. */
export function indexWriters(collections: Collection[], prepare: (text: string) => StatementSync) {
  const indexed = collections.filter(hasIndexTable)
  return new Map(indexed.map((collection) => [collection.path, createIndexWriter(collection, prepare)]))
}
