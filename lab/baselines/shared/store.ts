// The SQLite store of all baselines: a table of plants with indexes, and a table of words. It has the durability
// settings of the service, prepared statements, and rows as arrays. Each write is one transaction.
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { columns, type ListedPlant, type ListQuery, type Plant, plantWords, readList, toPlant } from './list.ts'

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
  CREATE INDEX plant_by_tag ON plant (owner, tag, id);
  CREATE INDEX plant_by_name ON plant (owner, name, id);
  CREATE INDEX plant_by_time ON plant (owner, created_at, id);
  CREATE TABLE plant_word (
    owner TEXT NOT NULL,
    word TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (owner, word, id)
  ) STRICT, WITHOUT ROWID;`

export function openStore(folder: string) {
  const database = new DatabaseSync(join(folder, 'plants.db'))
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const statements = new Map<string, StatementSync>()
  const get = prepare(`SELECT ${columns} FROM plant WHERE owner = ? AND id = ?`)
  const insert = prepare(`INSERT INTO plant (owner, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const update = prepare('UPDATE plant SET name = ?, tag = ?, updated_at = ? WHERE owner = ? AND id = ?')
  const remove = prepare('DELETE FROM plant WHERE owner = ? AND id = ?')
  const insertWord = prepare('INSERT INTO plant_word (owner, word, id) VALUES (?, ?, ?)')
  const removeWord = prepare('DELETE FROM plant_word WHERE owner = ? AND word = ? AND id = ?')

  /** Prepares each statement once. */
  function prepare(sql: string): StatementSync {
    const prepared = statements.get(sql)
    if (prepared !== undefined) return prepared
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    statements.set(sql, statement)
    return statement
  }

  function write<T>(run: () => T): T {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  function find(owner: string, id: string): Plant | undefined {
    const row = get.get(owner, id)
    return row && toPlant(row)
  }

  function changeWords(owner: string, id: string, before: string[], after: string[]): void {
    for (const word of before) if (!after.includes(word)) removeWord.run(owner, word, id)
    for (const word of after) if (!before.includes(word)) insertWord.run(owner, word, id)
  }

  return {
    list: (owner: string, query: ListQuery, limit: number): ListedPlant[] => readList(prepare, owner, query, limit),
    get: find,
    create(owner: string, plant: Plant): void {
      const { id, name, tag, createdAt, updatedAt } = plant
      write(() => {
        insert.run(owner, id, name, tag, createdAt, updatedAt)
        changeWords(owner, id, [], plantWords(plant))
      })
    },
    update(owner: string, id: string, change: (plant: Plant) => Plant): Plant | undefined {
      const plant = find(owner, id)
      if (plant === undefined) return undefined
      const next = change(plant)
      if (next === plant) return plant
      write(() => {
        update.run(next.name, next.tag, next.updatedAt, owner, id)
        changeWords(owner, id, plantWords(plant), plantWords(next))
      })
      return next
    },
    delete(owner: string, id: string, check: (plant: Plant) => void): boolean {
      const plant = find(owner, id)
      if (plant === undefined) return false
      check(plant)
      write(() => {
        remove.run(owner, id)
        changeWords(owner, id, plantWords(plant), [])
      })
      return true
    },
  }
}
