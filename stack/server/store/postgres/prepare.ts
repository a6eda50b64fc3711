// Checks the database at the start, and applies the migrations that are missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type ClientBase, DatabaseError } from 'pg'
import type { Collection } from '../../../core/contract/contract.ts'
import { type DatabaseSchema, postgresSchema } from '../schemas.ts'
import { createIndexTables, lacksIndexTables } from './index-tables.ts'
import { connectTo, startSession, UnusableDatabase } from './session.ts'

export interface PrepareOptions {
  connectTimeoutMs: number
  collections: Collection[]
  /** Called with the progress while the database is prepared. */
  onProgress?: (progress: string) => void
  /** Default: the schema of this version. */
  schema?: DatabaseSchema
  /** How long a migration is retried while other sessions lock the tables, in ms. Default: a minute. */
  patienceMs?: number
  /** Fills the tables before the indexes are built. Default: nothing, and an unfinished move is refused. */
  fill?: (client: ClientBase) => Promise<void>
}

/** Any constant that no other program uses. */
const advisoryLockKey = 7_305_804_402

/** Earlier major versions get no more bug fixes. */
const minVersion = 14

/** While a migration waits for a lock, all statements that come later wait behind it. */
const lockTimeoutMs = 250
const pauseMs = 1_000

/**
 * Prepares the database. Several instances can do so at the same time: one of them migrates, the others wait for it.
 * Running instances wait for a quarter of a second at most before a migration gets its locks.
 * @throws {Error} if the database cannot be used; the message says why. Completed steps are kept.
 */
export async function prepareDatabase(url: string, options: PrepareOptions): Promise<void> {
  const { connectTimeoutMs, collections, schema = postgresSchema, patienceMs = 60_000, fill } = options
  const { onProgress = () => {} } = options
  const connect = () => connectTo(url, connectTimeoutMs)
  const client = await connect()
  try {
    await checkServer(client, connectTimeoutMs)
    await checkPooler(client, connect, connectTimeoutMs)
    await startSession(client, { statementTimeoutMs: 0, connectTimeoutMs })
    const isCurrent = (await readVersion(client, schema)) === schema.migrations.length
    const withLocks = (change: () => Promise<unknown>) => changeTables(client, patienceMs, change)
    const change = (subject: string, run: () => Promise<void>) => {
      onProgress(`${subject} of PostgreSQL`)
      return underLock(client, patienceMs, run)
    }
    if (!isCurrent) await change('tables', () => withLocks(() => applyMigrations(client, schema)))
    if (fill) await change('rows', () => fill(client))
    else if (await isHalfMoved(client)) {
      throw new UnusableDatabase('a move from SQLite to it has not ended', 'Run the command move again: it continues.')
    }
    if (await lacksIndexTables(client, collections))
      await change('indexes', () => createIndexTables(client, collections, withLocks))
  } finally {
    // Not awaited: a server that is silent does not close the connection.
    void client.end().catch(() => {})
  }
}

/** Whether a move has begun and not ended: its table exists. */
export function isHalfMoved(client: ClientBase): Promise<boolean> {
  return isTrue(client, `to_regclass('item_move') IS NOT NULL`)
}

async function isTrue(client: ClientBase, condition: string, values: unknown[] = []): Promise<boolean> {
  const { rows } = await client.query<{ value: boolean }>(`SELECT ${condition} AS value`, values)
  return rows[0]?.value === true
}

async function checkServer(client: ClientBase, timeoutMs: number): Promise<void> {
  const text = `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
                       current_setting('server_encoding') AS encoding`
  const query = { text, values: [], query_timeout: timeoutMs }
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(query)
  const [{ version = 0, name = '', encoding = '' } = {}] = rows
  if (version < minVersion)
    throw new UnusableDatabase(
      `it is PostgreSQL ${name}, but this service needs version ${minVersion} or later`,
      'Upgrade PostgreSQL.',
    )
  if (encoding !== 'UTF8')
    throw new UnusableDatabase(
      `its encoding is ${encoding}, but this service needs UTF8`,
      'Create a database with that encoding.',
    )
}

/**
 * A pooler that gives each transaction a different session loses the settings and the prepared statements of a session. Such a
 * pooler lends one session to two connections, or two sessions to one connection, which nothing else does.
 */
async function checkPooler(client: Client, connect: () => Promise<Client>, timeoutMs: number): Promise<void> {
  const text = `SELECT pg_backend_pid() || ' ' || pg_postmaster_start_time() AS session`
  const query = { text, query_timeout: timeoutMs }
  const getSession = async (client: ClientBase) => (await client.query<{ session: string }>(query)).rows[0]?.session
  const otherClient = await connect()
  try {
    const sessions = new Map<Client, string | undefined>()
    // Each connection twice in succession, and then in turn: a pooler may lend the session that was used last, or first. The
    // pattern is repeated, because with many other clients each connection may get its previous session again by chance.
    const pattern = [client, client, otherClient, client, otherClient, otherClient]
    for (const current of [pattern, pattern, pattern, pattern].flat()) {
      const session = await getSession(current)
      const isLent = [...sessions].some(([owner, lastSession]) => (owner === current) !== (lastSession === session))
      if (isLent)
        throw new UnusableDatabase(
          'a pooler in front of PostgreSQL gives each transaction a different session',
          'Set its pool_mode to session, or connect to PostgreSQL itself.',
        )
      sessions.set(current, session)
    }
  } finally {
    void otherClient.end().catch(() => {})
  }
}

/** Runs `change` in one instance at a time. The lock blocks no statement of a store. */
async function underLock(client: ClientBase, patienceMs: number, change: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs
  // It does not wait for the lock in a statement: CREATE INDEX CONCURRENTLY would wait for that statement.
  while (!(await isTrue(client, 'pg_try_advisory_lock($1)', [advisoryLockKey]))) {
    if (performance.now() > deadline)
      throw new UnusableDatabase(
        'another instance has been changing its tables for too long',
        'Start again when that instance is ready or has ended.',
      )
    await sleep(lockTimeoutMs)
  }
  await change()
  await client.query('SELECT pg_advisory_unlock($1)', [advisoryLockKey])
}

/** Retries `change` until it gets its locks. Each attempt is short, because other statements wait behind it. */
async function changeTables(client: ClientBase, patienceMs: number, change: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`)
      await change()
      await client.query('COMMIT')
      return
    } catch (error) {
      const isLockTimeout = error instanceof DatabaseError && error.code === '55P03'
      if (!isLockTimeout) throw error
      await client.query('ROLLBACK')
      if (performance.now() + pauseMs > deadline) throw await toBlockedError(client)
    }
    await sleep(pauseMs)
  }
}

async function applyMigrations(client: ClientBase, schema: DatabaseSchema): Promise<void> {
  const { tables, migrations } = schema
  const version = await readVersion(client, schema)
  if (version === 0) {
    await client.query('CREATE TABLE IF NOT EXISTS data_version (version integer NOT NULL)')
    await client.query('INSERT INTO data_version SELECT 0 WHERE NOT EXISTS (SELECT FROM data_version)')
  }
  const missing = version === 0 ? [tables] : migrations.slice(version)
  for (const migration of missing) await client.query(migration)
  await client.query('UPDATE data_version SET version = $1', [migrations.length])
}

async function readVersion(client: ClientBase, { migrations }: DatabaseSchema): Promise<number> {
  if (await isTrue(client, `to_regclass('data_version') IS NULL`)) return 0
  const { rows } = await client.query<{ version: number }>('SELECT version FROM data_version')
  const version = rows[0]?.version ?? 0
  if (version > migrations.length)
    throw new UnusableDatabase(
      `a newer version of this service has changed it (schema version ${version}, this service supports ${migrations.length})`,
      'Start that version or a newer one.',
    )
  return version
}

/**
 * Returns an error that names the session with the oldest transaction that has locked a table. The start of a transaction
 * of another user may be hidden (NULL).
 */
async function toBlockedError(client: ClientBase): Promise<UnusableDatabase> {
  const { rows } = await client.query<{ session: string }>(`
    SELECT format('session %s of the user %s', pid, usename) AS session
    FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE granted AND pid <> pg_backend_pid() AND datname = current_database() AND relation IN (
      SELECT oid FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()))
    ORDER BY xact_start NULLS FIRST LIMIT 1`)
  const session = rows[0]?.session ?? 'another session'
  return new UnusableDatabase(
    `its tables cannot be changed, because ${session} has locked them`,
    'End that session, or start again when it has ended.',
  )
}
