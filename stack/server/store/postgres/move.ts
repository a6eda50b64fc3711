// Copies all items and idempotency keys from SQLite to PostgreSQL, in one transaction: all of them or nothing.
import { createHash, type Hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ClientBase } from 'pg'
import { sqliteSchema } from '../schemas.ts'
import { durably } from './session.ts'

export interface Moved {
  items: number
  keys: number
  /** SHA-256 of all rows, which both databases have. */
  digest: string
}

export interface MoveOptions {
  /** An idempotency key that has expired by then is not copied. */
  now?: number
  /** Called after each batch. */
  onProgress?: (done: number, total: number) => void
}

interface Table {
  name: string
  /** By the names of PostgreSQL. */
  columns: Record<string, 'text' | 'json' | 'timestamptz'>
  key: string
  condition: string
}

type Row = string[]

// Revisions are not copied: PostgreSQL makes new ones.
const tables: Table[] = [
  {
    name: 'item',
    columns: { owner: 'text', collection: 'text', id: 'text', path: 'text', text: 'json', creator: 'text' },
    key: 'owner, collection, id',
    condition: '? IS NOT NULL',
  },
  {
    name: 'item_creation',
    columns: { owner: 'text', collection: 'text', key: 'text', text: 'json', expires_at: 'timestamptz' },
    key: 'owner, collection, key',
    condition: 'expires_at > ?',
  },
]

const rowsPerBatch = 2_000

/**
 * @param from Opened for this process only. It is not changed.
 * @param to A session of the service on the primary, without a timeout, with the tables of this version. If the promise
 * rejects, the caller ends the connection.
 * @returns A function that commits.
 * @throws {Error} with nothing changed; the message says why.
 */
export async function copyToPostgres(
  from: DatabaseSync,
  to: ClientBase,
  { now = Date.now(), onProgress = () => {} }: MoveOptions = {},
): Promise<Moved & { commit: () => Promise<unknown> }> {
  const version = Number(from.prepare('PRAGMA user_version').get()?.user_version)
  const { migrations } = sqliteSchema
  if (version !== migrations.length) {
    throw new Error(
      `the SQLite file has schema version ${version}, but this service needs ${migrations.length}: start and stop this version of the service on it first`,
    )
  }
  await begin(to)
  const total = tables.reduce((sum, table) => sum + countRows(from, table, now), 0)
  const read = createHash('sha256')
  const counts: number[] = []
  let done = 0
  for (const table of tables) {
    const before = done
    for (const batch of toBatches(from, table, now)) {
      await insert(to, table, batch)
      add(read, batch)
      done += batch.length
      onProgress(done, total)
    }
    counts.push(done - before)
  }
  const digest = read.digest('hex')
  if ((await getDigest(to)) !== digest) throw new Error('PostgreSQL returns other rows than SQLite')
  const [items = 0, keys = 0] = counts
  return { items, keys, digest, commit: () => durably(to, () => to.query('COMMIT')) }
}

async function begin(to: ClientBase): Promise<void> {
  await to.query(`BEGIN;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL lock_timeout = '10s';
    -- Instances that run already can read, but not write.
    LOCK TABLE item, item_creation, item_revision IN SHARE ROW EXCLUSIVE MODE`)
  const { rows } = await to.query('SELECT FROM item UNION ALL SELECT FROM item_creation LIMIT 1')
  if (rows.length > 0) throw new Error('the PostgreSQL database has items or idempotency keys already')
}

function countRows(from: DatabaseSync, { name, condition }: Table, now: number): number {
  return Number(from.prepare(`SELECT count(*) AS count FROM ${name} WHERE ${condition}`).get(now)?.count)
}

function* toBatches(from: DatabaseSync, { name, columns, key, condition }: Table, now: number): Generator<Row[]> {
  const names = Object.keys(columns).join(', ')
  const statement = from.prepare(`SELECT ${names} FROM ${name} WHERE ${condition} ORDER BY ${key}`)
  statement.setReturnArrays(true)
  let batch: Row[] = []
  for (const row of statement.iterate(now) as Iterable<unknown>) {
    batch.push((row as (string | number)[]).map(toText))
    if (batch.length < rowsPerBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Times of expiry are milliseconds in SQLite. */
function toText(value: string | number): string {
  return typeof value === 'number' ? new Date(value).toISOString() : value
}

async function insert(to: ClientBase, { name, columns }: Table, rows: Row[]): Promise<void> {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  await to.query({
    name: `move ${name}`,
    text: `INSERT INTO ${name} (${Object.keys(columns).join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`,
    values: arrays.map((_, index) => rows.map((row) => row[index])),
  })
}

/** Of the rows as PostgreSQL returns them, in the order and the form of SQLite. */
async function getDigest(to: ClientBase): Promise<string> {
  const digest = createHash('sha256')
  for (const { name, columns, key } of tables) {
    const values = Object.entries(columns).map(([column, type]) => {
      return type === 'timestamptz' ? `to_char(${column} AT TIME ZONE 'UTC', '${iso}')` : `${column}::text`
    })
    await to.query(`DECLARE ${name}_rows CURSOR FOR SELECT ${values.join(', ')} FROM ${name} ORDER BY ${key}`)
    for (;;) {
      const { rows } = await to.query<Row>({ text: `FETCH ${rowsPerBatch} FROM ${name}_rows`, rowMode: 'array' })
      if (rows.length === 0) break
      add(digest, rows)
    }
  }
  return digest.digest('hex')
}

const iso = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

function add(digest: Hash, rows: Row[]): void {
  digest.update(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
