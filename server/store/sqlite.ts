// Plants in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded: at most 101 rows of
// an index, and no wait for a lock. Writes share transactions (group-commit.ts).
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Plant, PlantStore, WriteCondition } from '../core/plants/plant-store.ts'
import { groupCommit } from './group-commit.ts'
import { columns, valuesOf } from './plant-row.ts'
import { connect } from './sqlite-connection.ts'
import { migrations } from './sqlite-migrations.ts'
import type { StoredSchema } from './stored-schema.ts'

/** Every statement of the store. Without INDEXED BY, SQLite would read all plants of the owner to find those with a tag. */
export const statements = {
  list: `SELECT ${columns} FROM plant WHERE owner = ? AND id > ? ORDER BY id LIMIT ?`,
  listTagged: `SELECT ${columns} FROM plant INDEXED BY plant_by_tag
               WHERE owner = ? AND tag = ? AND id > ? ORDER BY id LIMIT ?`,
  revision: 'SELECT revision FROM revision WHERE owner = ?',
  get: `SELECT ${columns} FROM plant WHERE owner = ? AND id = ?`,
  insert: `INSERT INTO plant (owner, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`,
  update: `UPDATE plant SET name = coalesce(?3, name), tag = coalesce(?4, tag), updated_at =
             CASE WHEN (name, tag) = (coalesce(?3, name), coalesce(?4, tag)) THEN updated_at ELSE max(updated_at, ?5) END
           WHERE owner = ?1 AND id = ?2
           RETURNING ${columns}`,
  remove: 'DELETE FROM plant WHERE owner = ? AND id = ?',
  findCreation: `SELECT ${columns} FROM creation WHERE owner = ? AND key = ? AND expires_at > ?`,
  keepCreation: `INSERT OR REPLACE INTO creation (owner, key, ${columns}, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  // Ten at each creation: more than one creation adds, and few enough to be fast.
  forgetCreations: `DELETE FROM creation WHERE (owner, key) IN
                    (SELECT owner, key FROM creation WHERE expires_at <= ? ORDER BY expires_at LIMIT 10)`,
} as const

type Statements = Record<keyof typeof statements, StatementSync>

export interface SqliteOptions {
  /** Called with the reason whenever the data cannot be used. */
  report?: (reason: string) => void
  /** Decides when an idempotency key expires. */
  now?: () => number
}

export interface SqliteStore extends PlantStore {
  /**
   * Writes a copy of the database, while the store is used, to a new file in the folder `backups`. It has every write that
   * was acknowledged before the call.
   * @returns The path of the file; `undefined` while another backup is made.
   * @throws {StoreUnavailable} @throws {Error} The message says why.
   */
  backUp(): Promise<string | undefined>
  schema: StoredSchema
}

/**
 * @param folder Holds `plants.db`. It must exist; the file is created if it does not.
 * @throws {Error} if the data cannot be used now; the message says why.
 */
export function openSqliteStore(
  folder: string,
  { report = () => {}, now: clock = () => Date.now() }: SqliteOptions = {},
): SqliteStore {
  const connection = connect(join(folder, 'plants.db'), prepare, report)
  const commits = groupCommit(connection.transaction)

  /** Nothing else happens between the check and the write. */
  async function writeIf<T>(
    condition: WriteCondition | undefined,
    owner: string,
    id: string,
    write: (prepared: Statements) => T | undefined,
  ): Promise<T | undefined> {
    const outcome = await commits.add((prepared) => {
      const current = condition && plantOrNone(prepared.get.get(owner, id))
      try {
        if (current !== undefined) condition?.check(current)
      } catch (error) {
        // Not thrown here: the writes that share the transaction would be undone, and run again one by one.
        return { error }
      }
      return { written: write(prepared) }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.written
  }

  return {
    async list(owner, { tag, after = '', limit }) {
      return connection.read((prepared) => {
        const { list, listTagged } = prepared
        const rows = tag === undefined ? list.all(owner, after, limit) : listTagged.all(owner, tag, after, limit)
        return { plants: rows.map(plantOf), revision: revisionOf(prepared, owner) }
      })
    },
    async revision(owner) {
      return connection.read((prepared) => revisionOf(prepared, owner))
    },
    async get(owner, id) {
      return connection.read(({ get }) => plantOrNone(get.get(owner, id)))
    },
    create(owner, plant) {
      return commits.add((prepared) => {
        insert(prepared, owner, plant)
        return plant
      })
    },
    createOnce(owner, { key, plant, keptHours }) {
      const now = clock()
      return commits.add((prepared) => {
        const earlier = prepared.findCreation.get(owner, key, now)
        if (earlier !== undefined) return plantOf(earlier)
        insert(prepared, owner, plant)
        prepared.forgetCreations.run(now)
        prepared.keepCreation.run(owner, key, ...valuesOf(plant), now + keptHours * 60 * 60 * 1000)
        return plant
      })
    },
    update(owner, id, { name = null, tag = null, updatedAt }, condition) {
      return writeIf(condition, owner, id, ({ update }) => plantOrNone(update.get(owner, id, name, tag, updatedAt)))
    },
    delete(owner, id, condition) {
      return writeIf(condition, owner, id, ({ remove }) => remove.run(owner, id).changes === 1 || undefined)
    },
    async isReady() {
      return connection.isReady(tryAll)
    },
    schema: { engine: 'sqlite', version: migrations.length },
    backUp: connection.backUp,
    async close() {
      commits.flush()
      await connection.close()
    },
  }
}

function prepare(database: DatabaseSync): Statements {
  const prepared = Object.entries(statements).map(([name, sql]) => {
    const statement = database.prepare(sql)
    // Rows as objects are slow: they are dictionaries without a prototype.
    statement.setReturnArrays(true)
    return [name, statement]
  })
  // It has the keys of `statements`.
  return Object.fromEntries(prepared) as Statements
}

/** Runs each statement once, for a new owner. */
function tryAll(prepared: Statements): void {
  const plant = ['trial', 'trial', '', '', '']
  const values: Record<keyof Statements, SQLInputValue[]> = {
    insert: ['trial', ...plant],
    list: ['trial', '', 1],
    listTagged: ['trial', '', '', 1],
    revision: ['trial'],
    get: ['trial', 'trial'],
    update: ['trial', 'trial', 'changed', null, ''],
    remove: ['trial', 'trial'],
    keepCreation: ['trial', 'trial', ...plant, 0],
    findCreation: ['trial', 'trial', 0],
    forgetCreations: [0],
  }
  // It has the keys of `values`.
  for (const name in values) prepared[name as keyof Statements].all(...values[name as keyof Statements])
}

// An owner without plants, now and before, has none.
function revisionOf({ revision }: Statements, owner: string): string {
  const [found = ''] = (revision.get(owner) ?? []) as unknown as [string?]
  return found
}

function insert({ insert }: Statements, owner: string, plant: Plant): void {
  insert.run(owner, ...valuesOf(plant))
}

function plantOrNone(row: unknown): Plant | undefined {
  return row === undefined ? undefined : plantOf(row)
}

// `setReturnArrays` makes each row an array in the order of the selected columns. The types of Node do not say so.
function plantOf(row: unknown): Plant {
  const [id, name, tag, createdAt, updatedAt] = row as [string, string, string, string, string]
  return { id, name, tag, createdAt, updatedAt }
}
