// Plants in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded by design: an
// index walk of at most 101 rows, and no waiting for a lock.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Creation, Plant, PlantStore } from '../core/plants/plant-store.ts'
import { migrations } from './sqlite-migrations.ts'

/**
 * @param folder Is made if it is not there; holds `plants.db`.
 * @throws {Error} whose message says why the data cannot be used.
 */
export function openSqliteStore(folder: string): PlantStore {
  mkdirSync(folder, { recursive: true })
  const database = openDatabase(join(folder, 'plants.db'))
  try {
    migrate(database)
    return storeOn(database)
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

function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > migrations.length) {
    throw new Error(`a newer version of this service wrote it (data version ${version}, ours is ${migrations.length})`)
  }
  for (const migration of migrations.slice(version)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`)
}

const columns = 'id, name, tag, created_at, updated_at'

/** Every statement of the store. Left to itself, SQLite would walk all plants of the owner to find those of a tag. */
export const statements = {
  list: `SELECT ${columns} FROM plant WHERE owner = ? AND id > ? ORDER BY id LIMIT ?`,
  listTagged: `SELECT ${columns} FROM plant INDEXED BY plant_by_tag
               WHERE owner = ? AND tag = ? AND id > ? ORDER BY id LIMIT ?`,
  get: `SELECT ${columns} FROM plant WHERE owner = ? AND id = ?`,
  insert: `INSERT INTO plant (owner, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`,
  update: 'UPDATE plant SET name = ?, tag = ?, updated_at = ? WHERE owner = ? AND id = ?',
  remove: 'DELETE FROM plant WHERE owner = ? AND id = ?',
  findCreation: 'SELECT plant, request FROM creation WHERE owner = ? AND key = ? AND expires_at > ?',
  keepCreation: 'INSERT OR REPLACE INTO creation (owner, key, request, plant, expires_at) VALUES (?, ?, ?, ?, ?)',
  // A few at each creation: more than come in, and never so many that others wait.
  forgetCreations: `DELETE FROM creation WHERE (owner, key) IN
                    (SELECT owner, key FROM creation WHERE expires_at <= ? ORDER BY expires_at LIMIT 10)`,
} as const

function storeOn(database: DatabaseSync): PlantStore {
  const prepared = Object.fromEntries(
    Object.entries(statements).map(([name, sql]) => {
      const statement = database.prepare(sql)
      // Rows as objects are slow: dictionaries without a prototype.
      statement.setReturnArrays(true)
      return [name, statement]
    }),
    // As many as there are statements, by the same names.
  ) as Record<keyof typeof statements, StatementSync>

  function find(owner: string, id: string): Plant | undefined {
    const row = prepared.get.get(owner, id)
    return row && plantOf(row)
  }

  function insert(owner: string, { id, name, tag, createdAt, updatedAt }: Plant): void {
    prepared.insert.run(owner, id, name, tag, createdAt, updatedAt)
  }

  // All of it or nothing; the event loop runs nothing else meanwhile.
  function transaction<T>(run: () => T): T {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      database.exec('COMMIT')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  return {
    async list(owner, { tag, after = '', most }) {
      const { list, listTagged } = prepared
      const rows = tag === undefined ? list.all(owner, after, most) : listTagged.all(owner, tag, after, most)
      return rows.map(plantOf)
    },
    async get(owner, id) {
      return find(owner, id)
    },
    async create(owner, plant) {
      insert(owner, plant)
      return plant
    },
    async createOnce(owner, { key, plant, request, createdAt, keptHours }) {
      const now = createdAt.getTime()
      return transaction(() => {
        const earlier = prepared.findCreation.get(owner, key, now)
        if (earlier !== undefined) return creationOf(earlier)
        prepared.forgetCreations.run(now)
        insert(owner, plant)
        const expiresAt = now + keptHours * 60 * 60 * 1000
        prepared.keepCreation.run(owner, key, JSON.stringify(request), JSON.stringify(plant), expiresAt)
        return { plant, request }
      })
    },
    async update(owner, id, change) {
      return transaction(() => {
        const plant = find(owner, id)
        if (plant === undefined) return undefined
        const next = change(plant)
        if (next !== plant) prepared.update.run(next.name, next.tag, next.updatedAt, owner, id)
        return next
      })
    },
    async delete(owner, id, check) {
      return transaction(() => {
        const plant = find(owner, id)
        if (plant === undefined) return false
        check(plant)
        prepared.remove.run(owner, id)
        return true
      })
    },
    async close() {
      database.close()
    },
  }
}

// `setReturnArrays` makes rows arrays, in the order of the columns selected; the types of Node do not know.
function plantOf(row: unknown): Plant {
  const [id, name, tag, createdAt, updatedAt] = row as [string, string, string, string, string]
  return { id, name, tag, createdAt, updatedAt }
}

function creationOf(row: unknown): Creation {
  const [plant, request] = row as [string, string]
  return { plant: JSON.parse(plant), request: JSON.parse(request) }
}
