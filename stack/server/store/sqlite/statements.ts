// The statements of the store over SQLite, but those of lists (lists.ts).
import { maxDescendants } from '../../../core/resources/item-store.ts'

const item = 'owner = ? AND collection = ? AND id = ?'
const below = 'owner = ? AND collection > ? AND collection < ?'

/** Whatever the contract. */
export const texts = {
  revision: 'SELECT revision FROM item_revision WHERE owner = ? AND collection = ?',
  get: `SELECT text, creator FROM item WHERE ${item}`,
  insert: 'INSERT INTO item (owner, collection, id, path, text, creator) VALUES (?, ?, ?, ?, ?, ?)',
  update: 'UPDATE item SET text = ?4 WHERE owner = ?1 AND collection = ?2 AND id = ?3',
  remove: `DELETE FROM item WHERE ${item}`,
  countBelow: `SELECT count(*) FROM (SELECT 1 FROM item WHERE ${below} LIMIT ?)`,
  removeBelow: `DELETE FROM item WHERE ${below}`,
  // As many as items, at most. The others expire: nothing reads them.
  forgetKeysBelow: `DELETE FROM item_creation WHERE (owner, collection, key) IN
                    (SELECT owner, collection, key FROM item_creation WHERE ${below} LIMIT ${maxDescendants})`,
  // After the items: their triggers make new revisions.
  forgetRevisionsBelow: `DELETE FROM item_revision WHERE ${below}`,
  findCreation: 'SELECT text FROM item_creation WHERE owner = ? AND collection = ? AND key = ? AND expires_at > ?',
  keepCreation:
    'INSERT OR REPLACE INTO item_creation (owner, collection, key, text, expires_at) VALUES (?, ?, ?, ?, ?)',
  // Ten at each creation: more than one creation adds, and few enough to be fast.
  forgetCreations: `DELETE FROM item_creation WHERE (owner, collection, key) IN
                    (SELECT owner, collection, key FROM item_creation WHERE expires_at <= ? ORDER BY expires_at LIMIT 10)`,
  itemsAfter: `SELECT owner, collection, id, path, text FROM item WHERE (owner, collection, id) > (?, ?, ?)
               ORDER BY owner, collection, id LIMIT ?`,
  checkedContract: 'SELECT contract FROM item_check',
  keepCheckedContract: 'INSERT OR REPLACE INTO item_check VALUES (1, ?)',
  // A part of a transaction.
  save: 'SAVEPOINT part',
  undo: 'ROLLBACK TO part',
  release: 'RELEASE part',
} as const

export type Name = keyof typeof texts
