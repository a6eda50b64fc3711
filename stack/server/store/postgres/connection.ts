// Runs statements on the primary. If another server takes its place, the next statements go to the new one.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import {
  type Client,
  OutcomeUnknown,
  probeEveryMs,
  Refused,
  StoreUnavailable,
} from '../../../core/resources/item-store.ts'
import type { DatabaseServer } from '../../configuration/database-servers.ts'
import type { Database } from '../../configuration/read-configuration.ts'
import { prepareDatabase } from './prepare.ts'
import { type Found, findPrimary, newSocket, openProbes, toMessage } from './primary.ts'
import { type Row, SessionUse, type Statement, startSession } from './session.ts'

export interface ConnectionOptions extends Database {
  collections: CollectionData[]
  /** Called with the reason whenever the database cannot be used. */
  report?: (reason: string) => void
}

/** A statement is not sent for a caller that is destroyed: nobody waits for the result. */
export type Connection = Awaited<ReturnType<typeof connectToPrimary>>

interface Primary {
  server: DatabaseServer
  pool: Pool
  /** The last trial, which calls at the same time share. A statement that fails later makes it obsolete. */
  trial?: Promise<boolean> | undefined
}

/** How often to look whether another server has become the primary. */
const watchMs = 250
/** After a search, the next starts after this pause. */
const pauseMs = 100
/** How long a search waits for other servers: after a primary has responded, and after another server has. */
const graceMs = 50
const patienceMs = 500
/** PostgreSQL ends a statement at its timeout. If it does not, the connection is dropped after this time. */
const dropAfterMs = 500

/**
 * Connects to the primary and prepares the database.
 * @throws {Error} if it cannot be used; the message says why.
 */
export async function connectToPrimary(options: ConnectionOptions) {
  const { servers, connectTimeoutMs, statementTimeoutMs, report = () => {} } = options
  const probes = openProbes(servers, connectTimeoutMs)
  let primary: Primary | undefined
  let search: Promise<Primary> | undefined
  let nextSearchAt = 0
  /** A primary with an earlier timeline was replaced, and does not know. */
  let latestTimeline = 0
  let isClosed = false

  function lookForPrimary(times = { graceMs, patienceMs }): Promise<Primary> {
    search ??= findPrimary(probes, times)
      .then(use)
      .finally(() => {
        search = undefined
        nextSearchAt = performance.now() + pauseMs
      })
    return search
  }

  /** Until it has found another, statements go to the same server as before. */
  function lookAgain(): void {
    if (!isClosed && performance.now() >= nextSearchAt) void lookForPrimary().catch(() => {})
  }

  function use({ server, timeline }: Found): Primary {
    if (isClosed) throw new Error('the store is closed')
    if (timeline < latestTimeline) throw new Error(`${server.name} was replaced by another primary`)
    if (primary !== undefined && server === primary.server && timeline === latestTimeline) return primary
    leave(primary)
    latestTimeline = timeline
    primary = { server, pool: openPool(server, options) }
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

  async function findClient(from: Primary): Promise<PoolClient> {
    try {
      return await from.pool.connect()
    } catch (error) {
      // The server, or only the pool, may be busy: the connections that are open stay.
      lookAgain()
      throw unavailable(error)
    }
  }

  function unavailable(error: unknown): StoreUnavailable {
    report(toMessage(error))
    return new StoreUnavailable('The database failed.', { cause: error })
  }

  async function run<T>(use: (session: SessionUse) => Promise<T>, caller?: Client): Promise<T> {
    const from = await current()
    const client = await findClient(from)
    if (caller?.destroyed) {
      client.release()
      throw new StoreUnavailable('The caller no longer waits for the result.')
    }
    const session = new SessionUse(client)
    try {
      const result = await use(session)
      client.release()
      return result
    } catch (error) {
      if (error instanceof Refused) {
        client.release()
        throw error.cause
      }
      const isUndone = error instanceof DatabaseError && (await session.isAlive(dropAfterMs))
      // Otherwise the statement may still run. It is not cancelled: a commit that waits for its standby would then be
      // acknowledged without it.
      client.release(!isUndone)
      if (isUndone && isAboutValues(error)) throw error
      // The other connections are as silent as this one.
      const isSilent = performance.now() > session.sentAt + statementTimeoutMs + dropAfterMs / 2
      if (!isUndone && isSilent) leave(from)
      lookAgain()
      from.trial = undefined
      const failed = unavailable(error)
      throw session.mayHaveCommitted && !isUndone
        ? new OutcomeUnknown('The write was interrupted.', { cause: failed })
        : failed
    }
  }

  /** The result of a trial belongs to one primary, so that a failover needs no wait for the next one. */
  function isUsable(from: Primary, trial: () => Statement[]): Promise<boolean> {
    if (from.trial !== undefined) return from.trial
    const forget = () => {
      from.trial = undefined
    }
    const tried = run((session) => session.try(trial())).then((refused) => {
      setTimeout(forget, probeEveryMs).unref()
      if (refused === undefined) return true
      lookAgain()
      report(toMessage(refused))
      return false
    })
    // Without a result, the next call tries again.
    tried.catch(forget)
    from.trial = tried
    return tried
  }

  async function close(): Promise<void> {
    isClosed = true
    clearInterval(watch)
    const last = primary
    primary = undefined
    const ended = Promise.all([last?.pool.end(), ...probes.map((probe) => probe.close())])
    // The driver waits for a server that may never respond.
    await Promise.race([ended, sleep(statementTimeoutMs + 2 * dropAfterMs, undefined, { ref: false })])
  }

  const watch = servers.length > 1 ? setInterval(lookAgain, watchMs).unref() : undefined
  try {
    // All servers get the time to respond: at the start, it is not known which primary was replaced.
    const { server } = await lookForPrimary({ graceMs: connectTimeoutMs, patienceMs: connectTimeoutMs })
    await prepareDatabase(server, { connectTimeoutMs, collections: options.collections })
  } catch (error) {
    await close()
    throw error
  }

  return {
    /** @throws {StoreUnavailable} */
    read: (statement: Statement, caller?: Client) => run((session) => session.read(statement), caller),
    /** @throws {StoreUnavailable} with nothing changed. @throws {OutcomeUnknown} */
    write: (statement: Statement, caller?: Client) => run((session) => session.write(statement), caller),
    /**
     * Runs `decide` with the rows of `select`, and writes what it returns, in one transaction.
     * @returns The rows of the first write.
     * @throws {OutcomeUnknown} @throws {StoreUnavailable} with nothing changed, like what `decide` throws.
     */
    writeIf: (select: Statement, decide: (rows: Row[]) => Statement[], caller?: Client) =>
      run((session) => session.writeIf(select, decide), caller),
    /**
     * Runs statements in one transaction.
     * @param work Gets what runs a statement. It returns whether to keep what they have changed.
     * @throws {StoreUnavailable} with nothing changed. @throws {OutcomeUnknown}
     */
    transact: <T>(work: (run: SessionUse['read']) => Promise<{ isKept: boolean; result: T }>, caller?: Client) =>
      run((session) => session.transact(() => work((statement) => session.read(statement))), caller),
    /**
     * Returns whether the primary responds, and whether these statements work: they are run and undone, at most once in
     * five seconds if none has failed since.
     */
    async isReady(trial: () => Statement[] = () => []): Promise<boolean> {
      try {
        await run((session) => session.read({ name: 'ready', text: 'SELECT 1', values: [] }))
        return await isUsable(await current(), trial)
      } catch {
        return false
      }
    },
    /** Returns how many statements wait for a connection of the pool. */
    waitingStatements: () => primary?.pool.waitingCount ?? 0,
    close,
  }
}

function openPool({ url }: DatabaseServer, options: ConnectionOptions): Pool {
  const { poolSize, connectTimeoutMs, statementTimeoutMs } = options
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    stream: newSocket,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + dropAfterMs,
    async onConnect(client) {
      // The statement that runs reports it. Without a listener the process would end.
      client.on('error', () => {})
      await startSession(client, options)
    },
  })
  // A connection that fails while nobody uses it is replaced.
  return pool.on('error', () => {})
}

/**
 * Classes 22 and 23, for example a second item with the same id, and a value that is too long for an index. Others
 * concern the database or its server.
 */
function isAboutValues({ code = '' }: DatabaseError): boolean {
  return /^2[23]|^54000$/.test(code)
}
