// The statements of the PostgreSQL store, except those of lists (lists.ts). Each connection prepares each statement once.
import { keyedItem, type StoredItems } from '../../../core/stores/item-store.ts'
import type { Row, Statement } from './session.ts'

const columns = 'owner, collection, id, path, text, creator, valid_hash'
const newItem = `$1, $2, $3, $4, $5::text::json, $6, ${validHash('$7', '$5')}`
const revision = 'SELECT revision FROM item_revision WHERE owner = $1 AND collection = $2'

/** SQL for any contract. In statements about an item, $1 to $3 are its owner, collection and id. */
const texts = {
  // Returns a row even for a collection that never changed, but none if its parent does not exist.
  revision: `SELECT (${revision}) AS revision`,
  revisionWithParent: `SELECT (${revision}) AS revision FROM item WHERE ${item(1, 3)}`,
  get: `SELECT text, creator, valid_hash = ${validHash('$4')} FROM item WHERE ${item(1)}`,
  getLocked: `SELECT text, creator FROM item WHERE ${item(1)} FOR UPDATE`,
  insert: `INSERT INTO item (${columns}) VALUES (${newItem}) RETURNING text`,
  insertWithParent: `WITH parent AS (${lockedParent(8)})
                INSERT INTO item (${columns}) SELECT ${newItem} FROM parent RETURNING text`,
  insertOnce: insertUnlessRepeated('VALUES ($1, $2, $8, $5::text::json, now() + make_interval(hours => $9))'),
  insertOnceWithParent: `${insertUnlessRepeated('SELECT $1, $2, $8, $5::text::json, now() + make_interval(hours => $9) FROM parent', `parent AS (${lockedParent(10)}), `)}`,
  // Responses have no collection. Returns no row if the key already has a response, perhaps of another instance just now.
  storeResponse: `INSERT INTO item_creation (owner, collection, key, text, expires_at)
                  VALUES ($1, '', $2, $3, now() + make_interval(hours => $4))
                  ON CONFLICT (owner, collection, key) DO UPDATE SET text = EXCLUDED.text, expires_at = EXCLUDED.expires_at
                  WHERE item_creation.expires_at <= now() RETURNING key`,
  response: `SELECT text FROM item_creation WHERE owner = $1 AND collection = '' AND key = $2 AND expires_at > now()`,
  // Prevents creations in the collection until the transaction ends. A new revision would change the tag of the list.
  lock: lockRevision('VALUES ($1, $2, gen_random_uuid())'),
  lockWithParent: lockRevision('SELECT $1, $2, gen_random_uuid() FROM parent', `WITH parent AS (${lockedParent(3)}) `),
  // Transactions that use the same collections wait for each other, in one order. $1 has a string for each collection.
  lockCollections: `SELECT pg_advisory_xact_lock(key)
                    FROM (SELECT DISTINCT hashtextextended(one, 0) AS key FROM unnest($1::text[]) AS one ORDER BY 1) AS keys`,
  // The values are arrays of owners, collections and ids.
  lockItems: `SELECT owner, collection, id, text FROM item
              WHERE (owner, collection, id) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
              ORDER BY owner, collection, id FOR UPDATE`,
  revisions: `SELECT owner, collection, revision FROM item_revision
              WHERE (owner, collection) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
  update: `UPDATE item SET text = $4::text::json, valid_hash = ${validHash('$5', '$4')}
           WHERE ${item(1)} AND ($6::text IS NULL OR text::text = $6) RETURNING text`,
  remove: `DELETE FROM item WHERE ${item(1)} RETURNING 'deleted'`,
  // Runs after the item is locked, so it gets no descendants. $4 and $5 bound the collections below the item.
  removeWithDescendants: `WITH below AS (SELECT collection, id FROM item WHERE ${descendants(1, 4)} LIMIT $6::int + 1),
              few AS (SELECT count(*) <= $6 AS allowed FROM below),
              children AS (DELETE FROM item USING few WHERE allowed AND ${descendants(1, 4)}),
              gone AS (DELETE FROM item USING few WHERE allowed AND ${item(1)})
              SELECT CASE WHEN allowed THEN 'deleted' ELSE 'has-children' END FROM few`,
  // Runs if the item is deleted, once for each level: an item may have been added to a child before the child was deleted.
  removeLevel: `DELETE FROM item WHERE ${descendants(1, 4)} AND ${itemIsGone()}`,
  deleteDescendantKeys: `DELETE FROM item_creation WHERE ${descendants(1, 4)} AND ${itemIsGone()}`,
  deleteDescendantRevisions: `DELETE FROM item_revision WHERE ${descendants(1, 4)} AND ${itemIsGone()}`,
  deleteExpiredCreations: `DELETE FROM item_creation WHERE ctid = ANY (ARRAY(
                      SELECT ctid FROM item_creation WHERE expires_at <= now() LIMIT 1000
                      FOR UPDATE SKIP LOCKED))
                    RETURNING true`,
  itemsAfter: `SELECT owner, collection, id, path, text FROM item WHERE (owner, collection, id) > ($1, $2, $3)
               ORDER BY owner, collection, id LIMIT $4`,
  checkedContract: 'SELECT contract FROM item_check',
  keepCheckedContract:
    'INSERT INTO item_check VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET contract = EXCLUDED.contract RETURNING one',
} as const

export type PostgresStatementName = keyof typeof texts

/** Returns the function `StoredItems.itemsAfter`. @param runRead Runs a statement. */
export function readItemsAfter(runRead: (statement: Statement) => Promise<Row[]>): StoredItems['itemsAfter'] {
  return async (after = ['', '', ''], limit) =>
    (await runRead(statement('itemsAfter', [...after, limit]))).map(keyedItem)
}

export function statement(name: PostgresStatementName, values: unknown[]): Statement {
  return { name, text: texts[name], values }
}

/** Returns SQL of the hash of a valid item. @param key Parameter with the key that the item was validated with. */
export function validHash(key: string, text = 'text'): string {
  return `hashtextextended(${key}::text || ${text}::text, 0)`
}

/** SQL of the revision of the collection $2 of the owner $1. */
export const revisionOf = `(${revision})`

/** Returns the condition of an item. @param at Number of the parameter of the collection. The id is the next one. */
export function item(owner: number, at = owner + 1): string {
  return `owner = $${owner} AND collection = $${at} AND id = $${at + 1}`
}

/** Returns SQL that selects the parent, which cannot be deleted until the transaction ends. */
function lockedParent(at: number): string {
  return `SELECT FROM item WHERE ${item(1, at)} FOR KEY SHARE`
}

function descendants(owner: number, from: number): string {
  return `owner = $${owner} AND collection > $${from} AND collection < $${from + 1}`
}

function itemIsGone(): string {
  return `NOT EXISTS (SELECT FROM item WHERE ${item(1)})`
}

function lockRevision(rows: string, before = ''): string {
  return `${before}INSERT INTO item_revision (owner, collection, revision) ${rows}
          ON CONFLICT (owner, collection) DO UPDATE SET owner = EXCLUDED.owner
          RETURNING CASE WHEN xmax = 0 THEN '' ELSE revision::text END`
}

/** Uses DO UPDATE, because it locks and returns the existing row, even one that another instance has just written. */
function insertUnlessRepeated(rows: string, before = ''): string {
  const ifExpired = ['text', 'expires_at'].map((name) => {
    const [oldValue, newValue] = [`item_creation.${name}`, `EXCLUDED.${name}`]
    return `${name} = CASE WHEN item_creation.expires_at <= now() THEN ${newValue} ELSE ${oldValue} END`
  })
  return `WITH ${before}kept AS (
            INSERT INTO item_creation (owner, collection, key, text, expires_at) ${rows}
            ON CONFLICT (owner, collection, key) DO UPDATE SET ${ifExpired.join(', ')}
            RETURNING text
          ), inserted AS (
            INSERT INTO item (${columns}) SELECT ${newItem} FROM kept WHERE text::text = $5
          )
          SELECT text FROM kept`
}

/** Returns an SQL string literal. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
