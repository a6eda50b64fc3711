// Plants in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded: at most 101 rows of
// an index, and no wait for a lock.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Creation, Plant, PlantStore } from '../core/plants/plant-store.ts'
import { migrations } from './sqlite-migrations.ts'

/**
 * @param folder Holds `plants.db`. It is created if it does not exist.
 * @throws {Error} if the data cannot be used; the message says why.
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

/** Opens the file for one server only. A committed transaction survives a loss of power. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // EXCLUSIVE: a second server fails at its start, instead of waiting at every write.
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
    throw new Error(
      `a newer version of this service wrote it (data version ${version}, this service supports ${migrations.length})`,
    )
  }
  for (const migration of migrations.slice(version)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`)
}

const columns = 'id, name, tag, created_at, updated_at'

/** Every statement of the store. Without INDEXED BY, SQLite would read all plants of the owner to find those with a tag. */
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
  // Ten at each creation: more than one creation adds, and few enough to be fast.
  forgetCreations: `DELETE FROM creation WHERE (owner, key) IN
                    (SELECT owner, key FROM creation WHERE expires_at <= ? ORDER BY expires_at LIMIT 10)`,
} as const

function storeOn(database: DatabaseSync): PlantStore {
  const prepared = Object.fromEntries(
    Object.entries(statements).map(([name, sql]) => {
      const statement = database.prepare(sql)
      // Rows as objects are slow: they are dictionaries without a prototype.
      statement.setReturnArrays(true)
      return [name, statement]
    }),
    // It has the keys of `statements`.
  ) as Record<keyof typeof statements, StatementSync>

  function find(owner: string, id: string): Plant | undefined {
    const row = prepared.get.get(owner, id)
    return row && plantOf(row)
  }

  function insert(owner: string, { id, name, tag, createdAt, updatedAt }: Plant): void {
    prepared.insert.run(owner, id, name, tag, createdAt, updatedAt)
  }

  // All or nothing. It is synchronous, so no other request runs in between.
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
    async list(owner, { tag, after = '', limit }) {
      const { list, listTagged } = prepared
      const rows = tag === undefined ? list.all(owner, after, limit) : listTagged.all(owner, tag, after, limit)
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

// `setReturnArrays` makes each row an array in the order of the selected columns. The types of Node do not say so.
function plantOf(row: unknown): Plant {
  const [id, name, tag, createdAt, updatedAt] = row as [string, string, string, string, string]
  return { id, name, tag, createdAt, updatedAt }
}

function creationOf(row: unknown): Creation {
  const [plant, request] = row as [string, string]
  return { plant: JSON.parse(plant), request: JSON.parse(request) }
}
