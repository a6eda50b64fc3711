// Plants in PostgreSQL, for several instances of the service. Each call is one statement, and so one round trip and one
// transaction.
import type { Plant, PlantStore } from '../core/plants/plant-store.ts'
import { columns, expectedValues, valuesOf } from './plant-row.ts'
import { type Connection, type ConnectionOptions, connectToPrimary, type Row } from './postgres-connection.ts'

const values = '$2, $3, $4, $5, $6'

/** Every statement of the store. PostgreSQL prepares each once for each connection. */
export const statements = {
  list: page('owner = $1 AND id > $2', '$3'),
  listTagged: page('owner = $1 AND tag = $4 AND id > $2', '$3'),
  revision: 'SELECT revision FROM revision WHERE owner = $1',
  get: `SELECT ${columns} FROM plant WHERE owner = $1 AND id = $2`,
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

const leastId = '00000000-0000-0000-0000-000000000000'
const forgetEveryMs = 60_000

export type PostgresStore = PlantStore & Pick<Connection, 'waitingStatements'>

/** @throws {Error} if the database cannot be used now; the message says why. */
export async function openPostgresStore(options: ConnectionOptions): Promise<PostgresStore> {
  const primary = await connectToPrimary(options)
  type Name = keyof typeof statements
  const read = (name: Name, values: unknown[]) => primary.read({ name, text: statements[name], values })
  const write = (name: Name, values: unknown[]) => primary.write({ name, text: statements[name], values })

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
    async update(owner, id, { name, tag, updatedAt }, expected) {
      const [row] = await write('update', [owner, id, name, tag, updatedAt, ...expectedValues(expected)])
      return row && plantOf(row)
    },
    async delete(owner, id, expected) {
      const rows = await write('remove', [owner, id, ...expectedValues(expected)])
      return rows.length === 1 || undefined
    },
    isReady: primary.isReady,
    waitingStatements: primary.waitingStatements,
    async close() {
      clearInterval(forgetting)
      await primary.close()
    },
  }
}

function plantOf([id, name, tag, createdAt, updatedAt]: Row): Plant {
  if (id == null || name == null || tag == null) throw new Error('PostgreSQL returned a row without a plant.')
  return { id, name, tag, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) }
}

// From 2025-11-20 09:00:00.12+00 to 2025-11-20T09:00:00.120Z: a Date would take five times as long.
function timeOf(text: string | null | undefined): string {
  const [, date, time, milliseconds = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(text ?? '') ?? []
  if (date === undefined) throw new Error(`PostgreSQL returned a time that is not valid: ${text}`)
  return `${date}T${time}.${milliseconds.padEnd(3, '0')}Z`
}
