// Plants in PostgreSQL, for several instances of the service. Each call is one statement, and so one round trip and one
// transaction; only a write with a condition needs more.
import { randomUUID } from 'node:crypto'
import type { Plant, PlantStore, WriteCondition } from '../core/plants/plant-store.ts'
import { columns, valuesOf } from './plant-row.ts'
import { type Connection, type ConnectionOptions, connectToPrimary } from './postgres-connection.ts'
import { migrations } from './postgres-migrations.ts'
import type { Row, Statement } from './postgres-session.ts'
import type { StoredSchema } from './stored-schema.ts'

const values = '$2, $3, $4, $5, $6'

/** Every statement of the store. PostgreSQL prepares each once for each connection. */
export const statements = {
  list: page('owner = $1 AND id > $2', '$3'),
  listTagged: page('owner = $1 AND tag = $4 AND id > $2', '$3'),
  revision: 'SELECT revision FROM revision WHERE owner = $1',
  get: `SELECT ${columns} FROM plant WHERE owner = $1 AND id = $2`,
  getLocked: `SELECT ${columns} FROM plant WHERE owner = $1 AND id = $2 FOR UPDATE`,
  insert: `INSERT INTO plant (owner, ${columns}) VALUES ($1, ${values})`,
  // DO UPDATE, because it locks and returns the row that is there, also one that another instance has just written.
  insertOnce: `WITH kept AS (
                 INSERT INTO creation (owner, ${columns}, key, expires_at)
                 VALUES ($1, ${values}, $7, now() + make_interval(hours => $8))
                 ON CONFLICT (owner, key) DO UPDATE SET ${ifExpired(`${columns}, expires_at`)}
                 RETURNING ${columns}
               ), inserted AS (
                 INSERT INTO plant (owner, ${columns}) SELECT $1, ${columns} FROM kept WHERE id = $2
               )
               SELECT ${columns} FROM kept`,
  update: `UPDATE plant SET name = coalesce($3, name), tag = coalesce($4, tag), updated_at =
             CASE WHEN (name, tag) = (coalesce($3, name), coalesce($4, tag)) THEN updated_at
             ELSE greatest(updated_at, $5) END
           WHERE owner = $1 AND id = $2 AND ($6::text IS NULL OR (name, tag, updated_at) = ($6, $7, $8))
           RETURNING ${columns}`,
  remove: `DELETE FROM plant
           WHERE owner = $1 AND id = $2 AND ($3::text IS NULL OR (name, tag, updated_at) = ($3, $4, $5))
           RETURNING true`,
  forgetCreations: `DELETE FROM creation WHERE ctid = ANY (ARRAY(
                      SELECT ctid FROM creation WHERE expires_at <= now() LIMIT 1000
                      FOR UPDATE SKIP LOCKED))
                    RETURNING true`,
} as const

/** With the revision of the same moment, also where there are no plants. */
function page(condition: string, limit: string): string {
  return `SELECT revision.revision, ${columns}
          FROM (SELECT (SELECT revision FROM revision WHERE owner = $1)) AS revision LEFT JOIN
               (SELECT ${columns} FROM plant WHERE ${condition} ORDER BY id LIMIT ${limit}) AS page ON true`
}

function ifExpired(names: string): string {
  const isExpired = 'creation.expires_at <= now()'
  const changes = names.split(', ').map((name) => {
    return `${name} = CASE WHEN ${isExpired} THEN EXCLUDED.${name} ELSE creation.${name} END`
  })
  return changes.join(', ')
}

type Name = keyof typeof statements

const leastId = '00000000-0000-0000-0000-000000000000'
const forgetEveryMs = 60_000

/** How often a write with a condition is tried without a lock. */
const attemptsWithoutLock = 2

export type PostgresStore = PlantStore & Pick<Connection, 'waitingStatements'> & { schema: StoredSchema }

/** @throws {Error} if the database cannot be used now; the message says why. */
export async function openPostgresStore(options: ConnectionOptions): Promise<PostgresStore> {
  const primary = await connectToPrimary(options)
  const read = (name: Name, values: unknown[]) => primary.read(statement(name, values))
  const write = (name: Name, values: unknown[]) => primary.write(statement(name, values))

  /**
   * Reads, checks, and writes only what is still the same. A plant that other writes change all the time, or that never equals
   * what is read, is then locked, so that the number of statements has a bound.
   * @param name A statement whose last three parameters are the expected plant: what can change in it, or NULL for any plant.
   */
  async function writeIf(condition: WriteCondition | undefined, name: Name, values: unknown[]): Promise<Row[]> {
    if (condition === undefined) return write(name, [...values, null, null, null])
    const { check, isAbandoned } = condition
    const key = values.slice(0, 2)
    for (let attempt = 1; attempt <= attemptsWithoutLock; attempt++) {
      const [row] = await primary.read(statement('get', key), isAbandoned)
      if (row === undefined) return []
      const current = plantOf(row)
      check(current)
      const expected = [current.name, current.tag, current.updatedAt]
      const written = await primary.write(statement(name, [...values, ...expected]), isAbandoned)
      if (written.length > 0) return written
    }
    const decide = ([row]: Row[]) => {
      if (row === undefined) return undefined
      check(plantOf(row))
      return statement(name, [...values, null, null, null])
    }
    return primary.writeIf(statement('getLocked', key), decide, isAbandoned)
  }

  async function forgetCreations(): Promise<void> {
    const forgotten = await write('forgetCreations', [])
    if (forgotten.length > 0) await forgetCreations()
  }
  // Every instance does so. If it fails, there are more rows until the next time.
  const forgetting = setInterval(() => void forgetCreations().catch(() => {}), forgetEveryMs).unref()

  return {
    async list(owner, { tag, after = leastId, limit }) {
      const rows =
        tag === undefined
          ? await read('list', [owner, after, limit])
          : await read('listTagged', [owner, after, limit, tag])
      const [revision] = rows[0] ?? []
      const plants = rows.map(([, ...plant]) => plant).filter(([id]) => id !== null)
      return { plants: plants.map(plantOf), revision: revision ?? '' }
    },
    async revision(owner) {
      const [row] = await read('revision', [owner])
      return row?.[0] ?? ''
    },
    async get(owner, id) {
      const [row] = await read('get', [owner, id])
      return row && plantOf(row)
    },
    async create(owner, plant) {
      await write('insert', [owner, ...valuesOf(plant)])
      return plant
    },
    async createOnce(owner, { key, plant, keptHours }) {
      const [row = []] = await write('insertOnce', [owner, ...valuesOf(plant), key, keptHours])
      return plantOf(row)
    },
    async update(owner, id, { name, tag, updatedAt }, condition) {
      const [row] = await writeIf(condition, 'update', [owner, id, name, tag, updatedAt])
      return row && plantOf(row)
    },
    async delete(owner, id, condition) {
      const rows = await writeIf(condition, 'remove', [owner, id])
      return rows.length === 1 || undefined
    },
    isReady: () => primary.isReady(everyStatement),
    schema: { engine: 'postgresql', version: migrations.length },
    waitingStatements: primary.waitingStatements,
    async close() {
      clearInterval(forgetting)
      await primary.close()
    },
  }
}

function statement(name: Name, values: unknown[]): Statement {
  return { name, text: statements[name], values }
}

/** Each statement, for a new owner: instances that try them at the same time do not wait for each other. */
function everyStatement(): Statement[] {
  const owner = `trial ${randomUUID()}`
  const [id, later] = [randomUUID(), '9999-12-31T23:59:59.999Z']
  const plant = { name: 'trial', tag: '', createdAt: later, updatedAt: later }
  const any = [null, null, null]
  const values: Record<Exclude<Name, 'forgetCreations'>, unknown[]> = {
    insert: [owner, ...valuesOf({ ...plant, id })],
    insertOnce: [owner, ...valuesOf({ ...plant, id: randomUUID() }), 'trial', 1],
    list: [owner, leastId, 1],
    listTagged: [owner, leastId, 1, ''],
    revision: [owner],
    get: [owner, id],
    getLocked: [owner, id],
    update: [owner, id, 'changed', null, later, ...any],
    remove: [owner, id, ...any],
  }
  // The names are the keys of `values`.
  const tried = Object.entries(values).map(([name, values]) => statement(name as Name, values))
  // Not run: it would delete rows of others, and undo that.
  return [...tried, { name: 'explain', text: `EXPLAIN ${statements.forgetCreations}`, values: [] }]
}

function plantOf([id, name, tag, createdAt, updatedAt]: Row): Plant {
  if (id == null || name == null || tag == null) throw new Error('PostgreSQL returned a row without a plant.')
  return { id, name, tag, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) }
}

// From 2025-11-20 09:00:00.12+00 to 2025-11-20T09:00:00.120Z, without the cost of a Date.
function timeOf(text: string | null | undefined): string {
  const [, date, time, milliseconds = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(text ?? '') ?? []
  if (date === undefined) throw new Error(`PostgreSQL returned a time that is not valid: ${text}`)
  return `${date}T${time}.${milliseconds.padEnd(3, '0')}Z`
}
