// Plants in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded by design: an
// index walk of at most 101 rows, and no waiting for a lock.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Plant, PlantStore } from './plant-store.ts'
import { migrations } from './sqlite-migrations.ts'

export interface SqliteStore extends PlantStore {
  /** Whether this call made the file. */
  readonly isNew: boolean
}

/**
 * @param folder Is made if it is not there; holds `plants.db`.
 * @throws {Error} whose message says why the data cannot be used.
 */
export function openSqliteStore(folder: string): SqliteStore {
  mkdirSync(folder, { recursive: true })
  const database = openDatabase(join(folder, 'plants.db'))
  try {
    return storeOn(database, migrate(database))
  } catch (error) {
    database.close()
    throw error
  }
}

/** One server has the file for itself, and what it has committed survives a loss of power. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // A second server is refused at start (EXCLUSIVE), rather than made to wait at every write.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** @returns Whether the database was empty before. */
function migrate(database: DatabaseSync): boolean {
  database.exec('BEGIN IMMEDIATE')
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > migrations.length) {
    throw new Error(`a newer version of this service wrote it (data version ${version}, ours is ${migrations.length})`)
  }
  for (const migration of migrations.slice(version)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`)
  return version === 0
}

const columns = 'id, name, tag, created_at, updated_at'

/** Every statement of the store. Left to itself, SQLite would walk all plants of the owner to find those of a tag. */
export const statements = {
  list: `SELECT ${columns} FROM plant WHERE owner = ? AND id > ? ORDER BY id LIMIT ?`,
  listTagged: `SELECT ${columns} FROM plant INDEXED BY plant_by_tag
               WHERE owner = ? AND tag = ? AND id > ? ORDER BY id LIMIT ?`,
  insert: `INSERT INTO plant (owner, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`,
  remove: 'DELETE FROM plant WHERE owner = ? AND id = ?',
}

function storeOn(database: DatabaseSync, isNew: boolean): SqliteStore {
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    // Rows as objects are slow: dictionaries without a prototype.
    statement.setReturnArrays(true)
    return statement
  }
  const [list, listTagged] = [prepare(statements.list), prepare(statements.listTagged)]
  const [insert, remove] = [prepare(statements.insert), prepare(statements.remove)]

  return {
    isNew,
    async list(owner, { tag, after: start = '', most }) {
      const rows = tag === undefined ? list.all(owner, start, most) : listTagged.all(owner, tag, start, most)
      return rows.map(plantOf)
    },
    async create(owner, { id, name, tag, createdAt, updatedAt }) {
      insert.run(owner, id, name, tag, createdAt, updatedAt)
    },
    async delete(owner, id) {
      return remove.run(owner, id).changes === 1
    },
    async close() {
      database.close()
    },
  }
}

function plantOf(row: unknown): Plant {
  // `setReturnArrays` makes rows arrays, in the order of `columns`; the types of Node do not know.
  const [id, name, tag, createdAt, updatedAt] = row as [string, string, string, string, string]
  return { id, name, tag, createdAt, updatedAt }
}
