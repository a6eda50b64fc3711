// Runs statements on the primary. If it fails, or another server takes its place, the next statements go to the new one.
import { DatabaseError, Pool, type PoolClient } from 'pg'
import type { DatabaseServer } from '../configuration/database-servers.ts'
import { OutcomeUnknown, StoreUnavailable } from '../core/plants/plant-store.ts'
import { prepareDatabase } from './postgres-migrations.ts'
import { type Found, findPrimary, messageOf, ReadOnlyReplica } from './postgres-primary.ts'

export interface ConnectionOptions {
  /** All servers of the same database; at most one of them accepts writes. */
  servers: DatabaseServer[]
  poolSize: number
  connectTimeoutMs: number
  statementTimeoutMs: number
  /** Called with the reason whenever the database cannot be used. */
  report?: (reason: string) => void
}

/** Every value is text; `null` for NULL. */
export type Row = (string | null)[]

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

export interface Connection {
  /** @throws {StoreUnavailable} */
  read: (statement: Statement) => Promise<Row[]>
  /** @throws {StoreUnavailable} with nothing changed. @throws {OutcomeUnknown} */
  write: (statement: Statement) => Promise<Row[]>
  isReady: () => Promise<boolean>
  close: () => Promise<void>
}

interface Primary extends Found {
  pool: Pool
}

/** After a failed search, the next starts after this pause. */
const pauseMs = 100
/** A statement that takes longer starts a search: perhaps there is another primary by now. */
const slowMs = 300
/** PostgreSQL ends a statement at its timeout. If it does not even do that, the connection is dropped after this time. */
const dropAfterMs = 500

/**
 * Connects to the primary and prepares the database.
 * @throws {Error} if it cannot be used; the message says why.
 */
export async function connectToPrimary(options: ConnectionOptions): Promise<Connection> {
  const { servers, connectTimeoutMs, report = () => {} } = options
  let primary: Primary | undefined
  let search: Promise<Primary> | undefined
  let nextSearchAt = 0
  /** A primary with an earlier timeline was replaced, and does not know. */
  let latestTimeline = 0
  let isClosed = false

  function lookForPrimary(): Promise<Primary> {
    search ??= findPrimary(servers, connectTimeoutMs)
      .then(use)
      .finally(() => {
        search = undefined
        nextSearchAt = performance.now() + pauseMs
      })
    return search
  }

  function use({ server, timeline }: Found): Primary {
    if (isClosed) throw new Error('the store is closed')
    if (timeline < latestTimeline) throw new Error('the only primary is one that was replaced')
    if (primary !== undefined && server === primary.server && timeline === primary.timeline) return primary
    leave(primary)
    latestTimeline = timeline
    primary = { server, timeline, pool: openPool(server, options) }
    return primary
  }

  /** Its statements may end; the next ones look for the primary. */
  function leave(left: Primary | undefined): void {
    if (left === undefined || primary !== left) return
    primary = undefined
    void left.pool.end()
  }

  async function current(): Promise<Primary> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    if (primary !== undefined) return primary
    if (search === undefined && performance.now() < nextSearchAt) {
      throw new StoreUnavailable('There is no primary until the next attempt to find one.')
    }
    try {
      return await lookForPrimary()
    } catch (error) {
      throw unavailable(error)
    }
  }

  async function clientOf(from: Primary): Promise<PoolClient> {
    try {
      return await from.pool.connect()
    } catch (error) {
      leave(from)
      throw unavailable(error)
    }
  }

  function unavailable(error: unknown): StoreUnavailable {
    report(messageOf(error))
    return new StoreUnavailable('The database failed.', { cause: error })
  }

  async function run(statement: Statement, isWrite: boolean): Promise<Row[]> {
    const slow = servers.length > 1 ? setInterval(() => void lookForPrimary().catch(() => {}), slowMs) : undefined
    try {
      const from = await current()
      const client = await clientOf(from)
      try {
        const rows = await rowsOf(client, statement)
        client.release()
        return rows
      } catch (error) {
        const isRefused = isRefusal(error)
        // Without a response, the statement may still run. It is not cancelled: a commit that waits for its standby would
        // then be acknowledged without it.
        client.release(!isRefused)
        if (!isRefused || isOfReplica(error)) leave(from)
        if (isRefused && isAboutValues(error)) throw error
        const failed = unavailable(error)
        throw isWrite && !isRefused ? new OutcomeUnknown('The write was interrupted.', { cause: failed }) : failed
      }
    } finally {
      clearInterval(slow)
    }
  }

  const { server } = await lookForPrimary()
  await prepareDatabase(server).catch(async (error) => {
    await close()
    throw error
  })

  async function close(): Promise<void> {
    isClosed = true
    const last = primary
    primary = undefined
    await last?.pool.end()
  }

  return {
    read: (statement) => run(statement, false),
    write: (statement) => run(statement, true),
    async isReady() {
      try {
        await run({ name: 'ready', text: 'SELECT 1', values: [] }, false)
        return true
      } catch {
        return false
      }
    },
    close,
  }
}

function openPool({ url }: DatabaseServer, options: ConnectionOptions): Pool {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = options
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + dropAfterMs,
    async onConnect(client) {
      const session = { text: sessionSettings, values: [`${statementTimeoutMs}`], query_timeout: connectTimeoutMs }
      const { rows } = await client.query<{ replica: boolean }>(session)
      if (rows[0]?.replica) throw new ReadOnlyReplica()
    },
  })
  // A connection that fails while nobody uses it is replaced.
  return pool.on('error', () => {})
}

const sessionSettings = `SELECT pg_is_in_recovery() AS replica,
  set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false),
  set_config('default_transaction_isolation', 'read committed', false), set_config('statement_timeout', $1, false),
  -- Otherwise a commit could be acknowledged before it is durable.
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
       THEN set_config('synchronous_commit', 'on', false) END`

const text = { getTypeParser: () => (value: string) => value }

async function rowsOf(client: PoolClient, statement: Statement): Promise<Row[]> {
  let isCancelled = false
  const onNotice = ({ code }: { code?: string | undefined }) => {
    if (code === cancelledWait) isCancelled = true
  }
  client.on('notice', onNotice)
  try {
    const { rows } = await client.query<Row>({ ...statement, rowMode: 'array', types: text })
    if (isCancelled) throw new Error('the wait of a commit for its standby was cancelled')
    return rows
  } finally {
    client.off('notice', onNotice)
  }
}

/** A warning. A commit that is cancelled while it waits for its standby is acknowledged, with this warning only. */
const cancelledWait = '01000'

/** Whether PostgreSQL says that it has undone the statement. */
function isRefusal(error: unknown): error is DatabaseError {
  // Classes 08 and 57P: the connection ends, and with it what is known of the statement.
  return error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? '08')
}

/** Class 25006, read_only_sql_transaction: the primary has become a replica. */
function isOfReplica({ code }: DatabaseError): boolean {
  return code === '25006'
}

/** Classes 22 and 23, for example a second plant with the same id. Others concern the database or its server. */
function isAboutValues({ code = '' }: DatabaseError): boolean {
  return /^2[23]/.test(code)
}
