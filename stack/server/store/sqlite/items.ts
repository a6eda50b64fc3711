// The items of an SQLite database, read and written with prepared statements.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Collection } from '../../../core/contract/contract.ts'
import {
  type CollectionKey,
  getDescendantRange,
  type KeyedItem,
  keyedItem,
  maxDescendants,
  type StoredItemKey,
} from '../../../core/stores/item-store.ts'
import type { SynchronousItems } from '../../../core/stores/synchronous-store.ts'
import { prepareArrays } from './file.ts'
import { indexWriters } from './index-rows.ts'
import { prepareLists } from './lists.ts'

const item = 'owner = ? AND collection = ? AND id = ?'
const inDescendants = 'owner = ? AND collection > ? AND collection < ?'

/** The statements that do not depend on the contract. Those of lists and index rows do. */
export const statementTexts = {
  revision: 'SELECT revision FROM item_revision WHERE owner = ? AND collection = ?',
  // The triggers have set has_index_rows to 0.
  markIndexed: 'UPDATE item_revision SET has_index_rows = 1 WHERE owner = ? AND collection = ?',
  get: `SELECT text, creator FROM item WHERE ${item}`,
  insert: 'INSERT INTO item (owner, collection, id, path, text, creator) VALUES (?, ?, ?, ?, ?, ?)',
  update: 'UPDATE item SET text = ?4 WHERE owner = ?1 AND collection = ?2 AND id = ?3',
  remove: `DELETE FROM item WHERE ${item}`,
  countDescendants: `SELECT count(*) FROM (SELECT 1 FROM item WHERE ${inDescendants} LIMIT ?)`,
  deleteDescendants: `DELETE FROM item WHERE ${inDescendants}`,
  // At most as many keys as items. Nothing reads the other keys until they expire.
  deleteDescendantKeys: `DELETE FROM item_creation WHERE (owner, collection, key) IN
                    (SELECT owner, collection, key FROM item_creation WHERE ${inDescendants} LIMIT ${maxDescendants})`,
  // Runs after the items are deleted, because their triggers make new revisions.
  deleteDescendantRevisions: `DELETE FROM item_revision WHERE ${inDescendants}`,
  findCreation: 'SELECT text FROM item_creation WHERE owner = ? AND collection = ? AND key = ? AND expires_at > ?',
  saveCreation:
    'INSERT OR REPLACE INTO item_creation (owner, collection, key, text, expires_at) VALUES (?, ?, ?, ?, ?)',
  // Deletes ten at each creation: more than a creation adds, and few enough to be fast.
  deleteExpiredCreations: `DELETE FROM item_creation WHERE (owner, collection, key) IN
                    (SELECT owner, collection, key FROM item_creation WHERE expires_at <= ? ORDER BY expires_at LIMIT 10)`,
  itemsAfter: `SELECT owner, collection, id, path, text FROM item WHERE (owner, collection, id) > (?, ?, ?)
               ORDER BY owner, collection, id LIMIT ?`,
  checkedContract: 'SELECT contract FROM item_check',
  keepCheckedContract: 'INSERT OR REPLACE INTO item_check VALUES (1, ?)',
  deleteCheckedContract: 'DELETE FROM item_check',
  // A savepoint, because several writes share a transaction.
  save: 'SAVEPOINT part',
  rollback: 'ROLLBACK TO part',
  release: 'RELEASE part',
} as const

type SqliteStatementName = keyof typeof statementTexts

export interface SqliteItems extends SynchronousItems {
  statements: Record<SqliteStatementName, StatementSync>
}

/** @param clock Decides when an idempotency key expires. */
export function prepareItems(database: DatabaseSync, collections: Collection[], clock: () => number): SqliteItems {
  const prepare = prepareArrays.bind(null, database)
  const entries = Object.entries(statementTexts).map(([name, sql]) => [name, prepare(sql)])
  // The object has the keys of `statementTexts`.
  const statements = Object.fromEntries(entries) as Record<SqliteStatementName, StatementSync>
  const writers = indexWriters(collections, prepare)
  const index = (collectionKey: CollectionKey, id: string, before?: string, after?: string) => {
    writers.get(collectionKey.path)?.write(collectionKey, id, before, after)
    statements.markIndexed.run(collectionKey.owner, collectionKey.collection)
  }

  return {
    statements,
    find({ owner, collection }, id) {
      const row = statements.get.get(owner, collection, id)
      if (row === undefined) return undefined
      const [text, createdBy] = row as unknown as [string, string]
      return { text, createdBy }
    },
    list: prepareLists(collections, prepare),
    // A collection that never had items has no revision.
    getRevision({ owner, collection }) {
      const row = statements.revision.get(owner, collection)
      return row === undefined ? '' : firstColumn(row)
    },
    insert(collectionKey, id, text, createdBy) {
      const { owner, path, collection } = collectionKey
      statements.insert.run(owner, collection, id, path, text, createdBy)
      index(collectionKey, id, undefined, text)
    },
    replace(collectionKey, id, before, text) {
      statements.update.run(collectionKey.owner, collectionKey.collection, id, text)
      index(collectionKey, id, before, text)
    },
    remove(collectionKey, id, before) {
      statements.remove.run(collectionKey.owner, collectionKey.collection, id)
      index(collectionKey, id, before)
    },
    deleteDescendants(collectionKey, id, max) {
      const range = [collectionKey.owner, ...getDescendantRange(collectionKey, id)] as const
      const [count] = statements.countDescendants.get(...range, max + 1) as unknown as [number]
      if (count > max) return false
      const cleanups = ['deleteDescendants', 'deleteDescendantKeys', 'deleteDescendantRevisions'] as const
      for (const name of cleanups) statements[name].run(...range)
      for (const { deleteBetween } of writers.values()) deleteBetween(...range, max)
      return true
    },
    findCreation({ owner, collection }, name) {
      const row = statements.findCreation.get(owner, collection, name, clock())
      return row && firstColumn(row)
    },
    saveCreation({ owner, collection }, { name, ttlHours }, text) {
      const now = clock()
      statements.deleteExpiredCreations.run(now)
      statements.saveCreation.run(owner, collection, name, text, now + ttlHours * 60 * 60 * 1000)
    },
    // Not a transaction, which other writes share.
    begin() {
      const { save, rollback, release } = statements
      save.run()
      return { rollback: () => void rollback.run(), end: () => void release.run() }
    },
  }
}

/** Returns the items of `StoredItems.itemsAfter`. @param select The prepared statement `itemsAfter`. */
export function readItemsAfter(select: StatementSync, after: StoredItemKey = ['', '', ''], limit: number): KeyedItem[] {
  return select.all(...after, limit).map((row) => keyedItem(Object(row)))
}

// `setReturnArrays` makes each row an array in the order of the selected columns. The types of Node do not say so.
export function firstColumn(row: unknown): string {
  const [text] = row as [string]
  return text
}
