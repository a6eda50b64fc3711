// The words of items, for the search in lists. The triggers are those of a connection: other programs do not have the function.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { parsedItem } from '../../../core/resources/item.ts'
import { wordsOf } from '../../../core/resources/list-order.ts'
import { quoted } from './indexes.ts'

const prefix = 'item_search_'

/** The words of a database from before this number are made again. */
const version = 1

/** Creates a table of words for each search of the contract, and drops those of another contract. */
export function createSearches(database: DatabaseSync, collections: CollectionData[]): void {
  const searched = collections.filter((one) => one.searched !== undefined)
  const wanted = new Map(searched.map((collection) => [tableOf(collection), collection]))
  const found = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?")
    .all(`${prefix}*`)
  const existing = new Set(found.map(({ name }) => String(name)))
  for (const name of existing) if (!wanted.has(name)) database.exec(`DROP TABLE ${name}`)
  for (const [name, collection] of wanted) {
    const words = `${name}_words`
    database.function(words, { deterministic: true }, (text) =>
      JSON.stringify(wordsOf(collection, parsedItem(String(text)))),
    )
    if (!existing.has(name)) fill(database, name, collection)
    watch(database, name, collection)
  }
}

function fill(database: DatabaseSync, name: string, { path }: CollectionData): void {
  database.exec(`
    BEGIN;
    CREATE TABLE ${name} (
      owner TEXT NOT NULL,
      collection TEXT NOT NULL,
      word TEXT NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (owner, collection, word, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO ${name} SELECT item.owner, item.collection, value, item.id FROM item, json_each(${name}_words(item.text))
    WHERE item.path = ${quoted(path)} ORDER BY 1, 2, 3, 4;
    COMMIT`)
}

function watch(database: DatabaseSync, name: string, { path }: CollectionData): void {
  const isOf = (row: 'OLD' | 'NEW') => `${row}.path = ${quoted(path)}`
  const add = `INSERT OR IGNORE INTO ${name} SELECT NEW.owner, NEW.collection, value, NEW.id FROM json_each(${name}_words(NEW.text));`
  const remove = `DELETE FROM ${name} WHERE owner = OLD.owner AND collection = OLD.collection AND id = OLD.id
                  AND word IN (SELECT value FROM json_each(${name}_words(OLD.text)));`
  database.exec(`
    CREATE TEMP TRIGGER ${name}_inserted AFTER INSERT ON main.item WHEN ${isOf('NEW')} BEGIN ${add} END;
    CREATE TEMP TRIGGER ${name}_updated AFTER UPDATE ON main.item
    WHEN ${isOf('NEW')} AND ${name}_words(OLD.text) <> ${name}_words(NEW.text) BEGIN ${remove} ${add} END;
    CREATE TEMP TRIGGER ${name}_deleted AFTER DELETE ON main.item WHEN ${isOf('OLD')} BEGIN ${remove} END;`)
}

/** Its parameters: the owner, the collection, the word and the id before the page, the end of the words, and the limit. */
export function searchStatement(collection: CollectionData): string {
  return `SELECT item.id, item.text, found.word FROM ${tableOf(collection)} AS found CROSS JOIN item
          ON item.owner = found.owner AND item.collection = found.collection AND item.id = found.id
          WHERE found.owner = ? AND found.collection = ? AND (found.word, found.id) > (?, ?) AND found.word < ?
          ORDER BY found.word, found.id LIMIT ?`
}

/** Other fields make another name. */
function tableOf({ path, searched }: CollectionData): string {
  return prefix + hash('sha256', JSON.stringify([version, path, searched])).slice(0, 16)
}
