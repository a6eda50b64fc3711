// Copies all items and idempotency keys from SQLite to PostgreSQL. It commits each batch: an interrupted copy is continued.
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ClientBase } from 'pg'
import { prepareArrays } from '../sqlite/file.ts'
import { isHalfMoved } from './prepare.ts'
import { commitDurably, UnusableDatabase } from './session.ts'

export interface Moved {
  items: number
  keys: number
  /** SHA-256 of all rows, which both databases have. */
  digest: string
}

/** Called after each batch with the number of rows done, and of all rows. */
export type OnProgress = (step: 'Copied' | 'Compared', done: number, total: number) => void

interface Table {
  name: string
  /** Types of the columns in PostgreSQL, by name. The first three columns are the key. */
  columns: Record<string, 'text' | 'json' | 'timestamptz'>
}

type MovedRow = string[]

// Revisions are not copied: PostgreSQL makes new ones.
const tables: Table[] = [
  {
    name: 'item',
    columns: { owner: 'text', collection: 'text', id: 'text', path: 'text', text: 'json', creator: 'text' },
  },
  {
    name: 'item_creation',
    columns: { owner: 'text', collection: 'text', key: 'text', text: 'json', expires_at: 'timestamptz' },
  },
]

const rowsPerBatch = 1_000
const firstKey = ['', '', '']
const count = 'SELECT (SELECT count(*) FROM item) AS items, (SELECT count(*) FROM item_creation) AS keys'

/**
 * Copies the rows after the last one that PostgreSQL has. Until `completeMove` has ended, no service starts with it.
 * @param from Opened for this process only. It is not changed.
 * @param to A session of the service on the primary, without a timeout, with the tables of this version.
 * @throws {UnusableDatabase} if PostgreSQL has rows that no move has copied.
 */
export async function copyRows(from: DatabaseSync, to: ClientBase, onProgress: OnProgress): Promise<void> {
  if (!(await isHalfMoved(to))) await begin(to)
  const { total } = countRows(from.prepare(count).get())
  let { total: done } = countRows((await to.query(count)).rows[0])
  for (const table of tables) {
    let rows = readSqlite(from, table, await readLastKey(to, table))
    while (rows.length > 0) {
      await insert(to, table, rows)
      done += rows.length
      onProgress('Copied', done, total)
      rows = readSqlite(from, table, rows.at(-1))
    }
  }
}

/**
 * Compares all rows. If they are equal, the service can start.
 * @param to If the promise rejects, the caller ends the session.
 * @throws {UnusableDatabase} if a row differs.
 */
export async function completeMove(from: DatabaseSync, to: ClientBase, onProgress: OnProgress): Promise<Moved> {
  await lockTables(to)
  const { items, keys, total } = countRows(from.prepare(count).get())
  const digest = createHash('sha256')
  let done = 0
  for (const table of tables) {
    let rows: MovedRow[] | undefined
    while (rows?.length !== 0) {
      const after = rows?.at(-1)
      rows = readSqlite(from, table, after)
      const text = JSON.stringify(rows)
      if (text !== JSON.stringify(await readPostgres(to, table, after)))
        throw new UnusableDatabase(
          'its rows differ from those of SQLite, which has changed since the move began',
          'Drop the database, create it again, and run the command again.',
        )
      digest.update(text)
      done += rows.length
      onProgress('Compared', done, total)
    }
  }
  await to.query('DROP TABLE item_move')
  await commitDurably(to, () => to.query('COMMIT'))
  return { items, keys, digest: digest.digest('hex') }
}

async function begin(to: ClientBase): Promise<void> {
  await lockTables(to)
  const { rows } = await to.query('SELECT FROM item UNION ALL SELECT FROM item_creation LIMIT 1')
  if (rows.length > 0)
    throw new UnusableDatabase('it already has items or idempotency keys', 'Create a new database for the move.')
  await to.query('CREATE TABLE item_move (); COMMIT')
}

/** Begins a transaction in which running instances can read, but not write. */
function lockTables(to: ClientBase): Promise<unknown> {
  return to.query("BEGIN; SET LOCAL lock_timeout = '10s'; LOCK TABLE item, item_creation IN SHARE ROW EXCLUSIVE MODE")
}

/** Reads counts, which are strings in results of PostgreSQL. */
function countRows(row: Record<string, unknown> | undefined) {
  const [items, keys] = [Number(row?.items), Number(row?.keys)]
  return { items, keys, total: items + keys }
}

async function readLastKey(to: ClientBase, { name, columns }: Table): Promise<MovedRow | undefined> {
  const key = Object.keys(columns).slice(0, 3)
  const last = key.map((column) => `${column} DESC`).join(', ')
  const text = `SELECT ${key.join(', ')} FROM ${name} ORDER BY ${last} LIMIT 1`
  const { rows } = await to.query<MovedRow>({ text, rowMode: 'array' })
  return rows[0]
}

/** Returns the next batch, in the order of the key. */
function readSqlite(from: DatabaseSync, table: Table, after: MovedRow = firstKey): MovedRow[] {
  const statement = prepareArrays(from, selectBatch(table, Object.keys(table.columns), '?, ?, ?'))
  // The rows are arrays.
  const rows = statement.all(...after.slice(0, 3)) as unknown as (string | number)[][]
  // Times of expiry are milliseconds in SQLite.
  return rows.map((row) => row.map((value) => (typeof value === 'number' ? new Date(value).toISOString() : value)))
}

/** Returns the next batch in the form of SQLite. */
async function readPostgres(to: ClientBase, table: Table, after: MovedRow = firstKey): Promise<MovedRow[]> {
  const values = Object.entries(table.columns).map(([column, type]) => {
    if (type === 'text') return column
    return type === 'json' ? `${column}::text` : `to_char(${column} AT TIME ZONE 'UTC', '${iso}')`
  })
  const text = selectBatch(table, values, '$1, $2, $3')
  const name = `compare ${table.name}`
  const { rows } = await to.query<MovedRow>({ name, text, values: after.slice(0, 3), rowMode: 'array' })
  return rows
}

const iso = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

function selectBatch({ name, columns }: Table, values: string[], after: string): string {
  const key = Object.keys(columns).slice(0, 3).join(', ')
  return `SELECT ${values.join(', ')} FROM ${name} WHERE (${key}) > (${after}) ORDER BY ${key} LIMIT ${rowsPerBatch}`
}

async function insert(to: ClientBase, { name, columns }: Table, rows: MovedRow[]): Promise<void> {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  await to.query({
    name: `move ${name}`,
    text: `INSERT INTO ${name} (${Object.keys(columns).join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`,
    values: arrays.map((_, index) => rows.map((row) => row[index])),
  })
}
