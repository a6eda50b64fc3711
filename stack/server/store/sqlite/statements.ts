// The statements of the store over SQLite, and the indexes of filters.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { maxDescendants } from '../../../core/resources/item-store.ts'
import { combine } from '../../../core/resources/place.ts'

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

export interface ListStatement {
  /** The path of the collection and the names of the filters. */
  name: string
  /** Its parameters: the owner, the collection, the JSON of each filter, the id before the page, and the limit. */
  text: string
}

/** A list for each combination of filters, in the order of the contract. */
export function listStatements(collection: CollectionData): ListStatement[] {
  return combine(collection.filters).map((names) => {
    // Without INDEXED BY, SQLite would read all items of the collection to find those with the values.
    const index = names.length === 0 ? '' : `INDEXED BY ${indexOf(collection, names).name}`
    const ofPath = names.length === 0 ? '' : `AND path = ${quoted(collection.path)}`
    const conditions = names.map((name) => `AND ${toJson(collection, name)} = ?`).join(' ')
    const text = `SELECT id, text FROM item ${index} WHERE owner = ? AND collection = ? ${ofPath} ${conditions} AND id > ?
                  ORDER BY id LIMIT ?`
    return { name: [collection.path, ...names].join(' '), text }
  })
}

const prefix = 'item_filter_'

/** Creates the indexes of the filters of the contract, and drops those of another contract. */
export function createIndexes(database: DatabaseSync, collections: CollectionData[]): void {
  const indexes = collections.flatMap((collection) =>
    combine(collection.filters)
      .filter((names) => names.length > 0)
      .map((names) => indexOf(collection, names)),
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

/** Another default makes another name. */
function indexOf(collection: CollectionData, fields: string[]): { name: string; definition: string } {
  const values = fields.map((field) => toJson(collection, field)).join(', ')
  const key = `owner, collection, ${values}, id`
  const definition = `(${key}) WHERE path = ${quoted(collection.path)}`
  return { name: prefix + hash('sha256', definition).slice(0, 16), definition }
}

/** The JSON of a field: texts, numbers and null stay different. An item from before the field existed has its default. */
function toJson({ fields }: CollectionData, field: string): string {
  const json = `text -> ${quoted(`$."${field}"`)}`
  const missing = fields[field]?.default
  return missing === undefined ? `(${json})` : `coalesce(${json}, ${quoted(JSON.stringify(missing))})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
