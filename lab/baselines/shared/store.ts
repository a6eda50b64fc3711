// The plants in a data folder, as every baseline reads and writes them: one table with a column for each property, the durability
// of the service, prepared statements, rows as arrays. Each write is a transaction of its own.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { components } from '../../../generated/api.d.ts'

export type Plant = components['schemas']['Plant']
type Row = [id: string, name: string, tag: string, createdAt: string, updatedAt: string]

export const baselineTables = `
  CREATE TABLE plant (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    tag TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (owner, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX plant_by_tag ON plant (owner, tag, id);`

const columns = 'id, name, tag, created_at, updated_at'

export function openStore(folder: string) {
  const database = new DatabaseSync(join(folder, 'plants.db'))
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const list = prepare(`SELECT ${columns} FROM plant WHERE owner = ? AND id > ? ORDER BY id LIMIT ?`)
  const listTagged = prepare(
    `SELECT ${columns} FROM plant INDEXED BY plant_by_tag WHERE owner = ? AND tag = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const get = prepare(`SELECT ${columns} FROM plant WHERE owner = ? AND id = ?`)
  const insert = prepare(`INSERT INTO plant (owner, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const update = prepare('UPDATE plant SET name = ?, tag = ?, updated_at = ? WHERE owner = ? AND id = ?')
  const remove = prepare('DELETE FROM plant WHERE owner = ? AND id = ?')

  function prepare(sql: string) {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }

  function find(owner: string, id: string): Plant | undefined {
    const row = get.get(owner, id)
    return row && toPlant(row)
  }

  return {
    list(owner: string, tag: string | undefined, after: string, limit: number): Plant[] {
      const rows = tag === undefined ? list.all(owner, after, limit) : listTagged.all(owner, tag, after, limit)
      return rows.map(toPlant)
    },
    get: find,
    create(owner: string, { id, name, tag, createdAt, updatedAt }: Plant): void {
      insert.run(owner, id, name, tag, createdAt, updatedAt)
    },
    /** @param change Returns the plant after the change. */
    update(owner: string, id: string, change: (plant: Plant) => Plant): Plant | undefined {
      const plant = find(owner, id)
      if (plant === undefined) return undefined
      const next = change(plant)
      if (next !== plant) update.run(next.name, next.tag, next.updatedAt, owner, id)
      return next
    },
    /** @param check Called with the plant before it is deleted. */
    delete(owner: string, id: string, check: (plant: Plant) => void): boolean {
      const plant = find(owner, id)
      if (plant === undefined) return false
      check(plant)
      remove.run(owner, id)
      return true
    },
  }
}

// `setReturnArrays` makes each row an array in the order of the columns. The types of Node do not say so.
function toPlant(row: unknown): Plant {
  const [id, name, tag, createdAt, updatedAt] = row as Row
  return { id, name, tag, createdAt, updatedAt }
}
