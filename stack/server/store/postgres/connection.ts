// Runs statements on the database. Connections that have failed, or have become read-only, are replaced.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import {
  type ClientSocket,
  OutcomeUnknown,
  probeEveryMs,
  type Readiness,
  Refused,
  StoreUnavailable,
} from '../../../core/stores/item-store.ts'
import type { Database } from '../../configuration/read-configuration.ts'
import { getMessage } from '../../configuration/start-up-error.ts'
import { type PrepareOptions, prepareDatabase } from './prepare.ts'
import { isReadOnlyError, newSocket, SessionUse, type Statement, startSession } from './session.ts'

export interface ConnectionOptions extends Database, Pick<PrepareOptions, 'collections' | 'onProgress'> {
  /** Called with the reason whenever the database cannot be used. */
  report?: (reason: string) => void
}

/** Connection to the database. It does not send a statement whose client has disconnected. */
export type Connection = Awaited<ReturnType<typeof connectToDatabase>>

interface Connections {
  pool: Pool
  /** The last health probe, which concurrent calls share. A statement that fails later makes it obsolete. */
  probe?: Promise<Readiness> | undefined
}

/** If PostgreSQL does not end a statement at its timeout, the connection is dropped after this time, in ms. */
const dropAfterMs = 500
/** SQLSTATE disk_full. */
const diskFull = '53100'

/** Prepares the database and connects to it. @throws {Error} if it cannot be used; the message says why. */
export async function connectToDatabase(options: ConnectionOptions) {
  const { statementTimeoutMs, report = () => {} } = options
  await prepareDatabase(options.url, options)
  let connections: Connections = { pool: openPool(options) }
  let isClosed = false

  /** Replaces the pool: running statements may end, and the next ones open connections, perhaps to another server. */
  function disconnect(previous: Connections): void {
    if (connections !== previous || isClosed) return
    connections = { pool: openPool(options) }
    void previous.pool.end()
  }

  async function acquireClient({ pool }: Connections, clientSocket?: ClientSocket): Promise<PoolClient> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    const client = await pool.connect().catch((error) => {
      throw toUnavailable(error)
    })
    if (!clientSocket?.destroyed) return client
    client.release()
    throw new StoreUnavailable('The client has disconnected.')
  }

  function toUnavailable(error: unknown): StoreUnavailable {
    report(getMessage(error))
    return new StoreUnavailable('The database failed.', { cause: error })
  }

  async function run<T>(use: (session: SessionUse) => Promise<T>, clientSocket?: ClientSocket): Promise<T> {
    const from = connections
    const client = await acquireClient(from, clientSocket)
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
      client.release(!isUndone || isReadOnlyError(error))
      // Classes 22 and 23, for example a second item with the same id, and a value that is too long for an index. Others
      // concern the database or its server.
      if (isUndone && /^2[23]|^54000$/.test(error.code ?? '')) throw error
      // The other connections are as silent as this one, or lead to the same server, which is no longer the primary.
      const isSilent = performance.now() > session.sentAt + statementTimeoutMs + dropAfterMs / 2
      if ((!isUndone && isSilent) || isReadOnlyError(error)) disconnect(from)
      from.probe = undefined
      const failed = toUnavailable(error)
      throw session.mayHaveCommitted && !isUndone
        ? new OutcomeUnknown('The write was interrupted.', { cause: failed })
        : failed
    }
  }

  function probeOn(from: Connections, probe: () => Statement[]): Promise<Readiness> {
    if (from.probe !== undefined) return from.probe
    const forgetProbe = () => {
      from.probe = undefined
    }
    const result = run((session) => session.tryStatements(probe())).then((refused): Readiness => {
      setTimeout(forgetProbe, probeEveryMs).unref()
      if (refused === undefined) return 'ready'
      report(getMessage(refused))
      return refused.code === diskFull ? 'read-only' : 'unavailable'
    })
    // After an error, the next call probes again.
    result.catch(forgetProbe)
    from.probe = result
    return result
  }

  async function close(): Promise<void> {
    isClosed = true
    // The driver waits for a server that may never respond.
    await Promise.race([connections.pool.end(), sleep(statementTimeoutMs + 2 * dropAfterMs, undefined, { ref: false })])
  }

  return {
    /** @throws {StoreUnavailable} */
    read: (statement: Statement, clientSocket?: ClientSocket) =>
      run((session) => session.read(statement), clientSocket),
    /** @throws {StoreUnavailable} with nothing changed. @throws {OutcomeUnknown} */
    write: (statement: Statement, clientSocket?: ClientSocket) =>
      run((session) => session.write(statement), clientSocket),
    /**
     * Runs statements in one transaction. @param work Gets a function that runs a statement.
     * @param shouldCommit Whether to commit, by the result of `work`. Default: unless it is `undefined`.
     * @throws {StoreUnavailable} with nothing changed, or the cause of a `Refused` of `work`. @throws {OutcomeUnknown}
     */
    transact: <T>(
      work: (run: SessionUse['read']) => Promise<T>,
      clientSocket?: ClientSocket,
      shouldCommit = (result: T) => result !== undefined,
    ) => run((session) => session.transact(work, shouldCommit), clientSocket),
    /**
     * Checks that the database responds, and that these statements work: it runs and undoes them, at most once in five
     * seconds if no statement has failed since.
     */
    async readiness(probe: () => Statement[] = () => []): Promise<Readiness> {
      try {
        await run((session) => session.read({ name: 'ready', text: 'SELECT 1', values: [] }))
        return await probeOn(connections, probe)
      } catch {
        return 'unavailable'
      }
    },
    waitingStatements: () => connections.pool.waitingCount,
    close,
  }
}

function openPool(options: ConnectionOptions): Pool {
  const { url, poolSize, connectTimeoutMs, statementTimeoutMs } = options
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    stream: newSocket,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + dropAfterMs,
    async onConnect(client) {
      // The running statement reports the error. Without a listener, the process would end.
      client.on('error', () => {})
      await startSession(client, options)
    },
  })
  // A connection that fails while it is idle is replaced.
  return pool.on('error', () => {})
}
