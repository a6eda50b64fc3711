// The words of items, for the search in lists.
import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { parsedItem } from '../../../core/resources/item.ts'
import type { Place } from '../../../core/resources/item-store.ts'
import { getWords } from '../../../core/resources/list-order.ts'
import { quoted } from './indexes.ts'

const prefix = 'item_search_'

/** The words of a database from before this number are made again. */
const version = 1

/** Creates a table of words for each search of the contract, and drops those of another contract. */
export function createSearches(database: DatabaseSync, collections: CollectionData[]): void {
  const wanted = new Map(searchedIn(collections).map((collection) => [getTable(collection), collection]))
  const found = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?")
    .all(`${prefix}*`)
  for (const name of found.map((row) => String(row.name))) {
    if (!wanted.delete(name)) database.exec(`DROP TABLE ${name}`)
  }
  for (const [name, collection] of wanted) {
    const toJson = (text: unknown) => JSON.stringify(getWords(collection, parsedItem(String(text))))
    database.function('words_of', { deterministic: true }, toJson)
    database.exec(`
      BEGIN;
      CREATE TABLE ${name} (
        owner TEXT NOT NULL,
        collection TEXT NOT NULL,
        word TEXT NOT NULL,
        id TEXT NOT NULL,
        PRIMARY KEY (owner, collection, word, id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO ${name} SELECT item.owner, item.collection, value, item.id FROM item, json_each(words_of(item.text))
      WHERE item.path = ${quoted(collection.path)} ORDER BY 1, 2, 3, 4;
      COMMIT`)
  }
}

/** The words of items that a store changes. */
export interface Words {
  /** @param before The text of the item. Default: there was none. @param after Default: there is none. */
  change: (place: Pick<Place, 'owner' | 'path' | 'collection'>, id: string, before?: string, after?: string) => void
  /** Forgets those of all collections between two texts. */
  removeBelow: (owner: string, from: string, to: string) => void
}

export function prepareWords(collections: CollectionData[], prepare: (text: string) => StatementSync): Words {
  const tables = searchedIn(collections).map((collection) => {
    const name = getTable(collection)
    return {
      collection,
      add: prepare(`INSERT OR IGNORE INTO ${name} VALUES (?, ?, ?, ?)`),
      remove: prepare(`DELETE FROM ${name} WHERE owner = ? AND collection = ? AND word = ? AND id = ?`),
      removeBelow: prepare(`DELETE FROM ${name} WHERE owner = ? AND collection > ? AND collection < ?`),
    }
  })
  const byPath = new Map(tables.map((table) => [table.collection.path, table]))
  return {
    change({ owner, path, collection }, id, before, after) {
      const table = byPath.get(path)
      if (table === undefined) return
      const read = (text?: string) => (text === undefined ? [] : getWords(table.collection, parsedItem(text)))
      const [old, current] = [new Set(read(before)), new Set(read(after))]
      for (const word of old) if (!current.has(word)) table.remove.run(owner, collection, word, id)
      for (const word of current) if (!old.has(word)) table.add.run(owner, collection, word, id)
    },
    removeBelow(...range) {
      for (const { removeBelow } of tables) removeBelow.run(...range)
    },
  }
}

function searchedIn(collections: CollectionData[]): CollectionData[] {
  return collections.filter(({ searched }) => searched !== undefined)
}

/** Its parameters: the owner, the collection, the word and the id before the page, the end of the words, and the limit. */
export function searchStatement(collection: CollectionData): string {
  return `SELECT item.id, item.text, found.word FROM ${getTable(collection)} AS found CROSS JOIN item
          ON item.owner = found.owner AND item.collection = found.collection AND item.id = found.id
          WHERE found.owner = ? AND found.collection = ? AND (found.word, found.id) > (?, ?) AND found.word < ?
          ORDER BY found.word, found.id LIMIT ?`
}

/** Other fields make another name. */
function getTable({ path, searched }: CollectionData): string {
  return prefix + hash('sha256', JSON.stringify([version, path, searched])).slice(0, 16)
}
