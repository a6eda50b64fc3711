// A session: its settings, which those of the operator or of the URL must not override, and the ways to use it.
import { Socket } from 'node:net'
import { Client, type ClientBase, DatabaseError } from 'pg'
import { Refused } from '../../../core/stores/item-store.ts'

/** Values are strings; `null` for NULL. */
export type Row = (string | null)[]

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

const settings = `SELECT pg_is_in_recovery() AS replica,
  set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false),
  set_config('default_transaction_isolation', 'read committed', false), set_config('statement_timeout', $1, false),
  -- A service that hangs in a transaction must not keep its locks.
  set_config('idle_in_transaction_session_timeout', $1, false),
  -- A number can be part of a cursor: fewer digits would be a different one.
  set_config('extra_float_digits', '1', false),
  -- For the warning that a commit did not wait for its standby.
  set_config('client_min_messages', 'warning', false),
  -- Each query reads one range of an index in its order. With old statistics, PostgreSQL would read and sort all items of
  -- an owner that had few of them before. Only bitmap scans read the GIN index of words. JIT compilation would take longer
  -- than a query.
  set_config('enable_seqscan', 'off', false), set_config('enable_sort', 'off', false),
  set_config('enable_incremental_sort', 'off', false), set_config('enable_bitmapscan', 'on', false),
  set_config('jit', 'off', false),
  -- One plan is then right for all values. With many items, PostgreSQL would plan some queries again each time.
  set_config('plan_cache_mode', 'force_generic_plan', false),
  -- Otherwise a commit could be acknowledged before it is durable.
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
       THEN set_config('synchronous_commit', 'on', false) END`

/** How long a socket that the driver has ended stays open if the server does not respond, in ms. */
const lingerMs = 500

/** Returns a socket that closes itself. After the driver has ended one, it would wait for the server for minutes. */
export function newSocket(): Socket {
  const socket = new Socket()
  return socket.once('finish', () => setTimeout(() => socket.destroy(), lingerMs).unref())
}

/** Opens a connection that belongs to no pool. Only connecting has a timeout. */
export async function connectTo(url: string, connectTimeoutMs: number): Promise<Client> {
  const times = { connectionTimeoutMillis: connectTimeoutMs, keepAlive: true }
  const client = new Client({ connectionString: url, stream: newSocket, ...times })
  client.on('error', () => {}) // The running query reports the error.
  await client.connect()
  return client
}

/** Error of a database that cannot be used. Its message says why, and `advice` what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
  readonly advice: string

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options)
    this.advice = advice
  }
}

/** Whether a server that has become read-only refused a write. A new session may reach a different server. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006'
}

/** Applies the settings of a session. @throws {UnusableDatabase} if the server is a replica. */
export async function startSession(
  client: ClientBase,
  { statementTimeoutMs, connectTimeoutMs }: { statementTimeoutMs: number; connectTimeoutMs: number },
): Promise<void> {
  const query = { text: settings, values: [`${statementTimeoutMs}`], query_timeout: connectTimeoutMs }
  const { rows } = await client.query<{ replica: boolean }>(query)
  if (rows[0]?.replica)
    throw new UnusableDatabase('the server is a read-only replica', 'Use the address of the primary in DATABASE_URL=.')
}

/** Opens a session for one command, whose statements have no timeout. The caller ends it. @throws {UnusableDatabase} */
export async function openSession(url: string, connectTimeoutMs: number): Promise<Client> {
  const client = await connectTo(url, connectTimeoutMs)
  try {
    await startSession(client, { statementTimeoutMs: 0, connectTimeoutMs })
  } catch (error) {
    // An open connection would keep the process alive.
    void client.end().catch(() => {})
    throw error
  }
  return client
}

/** Runs a statement that commits. @throws {Error} if PostgreSQL acknowledged the commit before its standby had it. */
export async function commitDurably<T>(client: ClientBase, commit: () => Promise<T>): Promise<T> {
  let isCancelled = false
  const onNotice = ({ code }: { code?: string | undefined }) => {
    if (code === cancelledWait) isCancelled = true
  }
  client.on('notice', onNotice)
  try {
    const result = await commit()
    if (isCancelled) throw new Error('PostgreSQL has committed, but a standby has not confirmed it')
    return result
  } finally {
    client.off('notice', onNotice)
  }
}

/** SQLSTATE warning. A commit that is cancelled while it waits for its standby is acknowledged, with this warning only. */
const cancelledWait = '01000'

const rawStrings = { getTypeParser: () => (value: string) => value }

export class SessionUse {
  /** When the last statement was sent, on the monotonic clock. */
  sentAt = performance.now()
  /** Whether a write may have been committed if the session ends now. */
  mayHaveCommitted = false
  readonly #client: ClientBase
  #isInTransaction = false

  constructor(client: ClientBase) {
    this.#client = client
  }

  async read(statement: Statement): Promise<Row[]> {
    this.sentAt = performance.now()
    const { rows } = await this.#client.query<Row>({ ...statement, rowMode: 'array', types: rawStrings })
    return rows
  }

  write(statement: Statement): Promise<Row[]> {
    this.mayHaveCommitted = true
    return commitDurably(this.#client, () => this.read(statement))
  }

  /** Runs `work` as `Connection.transact`. @throws {Refused} */
  async transact<T>(work: (run: SessionUse['read']) => Promise<T>, shouldCommit: (result: T) => boolean): Promise<T> {
    await this.#send('BEGIN')
    try {
      const result = await work((statement) => this.read(statement))
      if (!shouldCommit(result)) {
        await this.#send('ROLLBACK')
        return result
      }
      this.mayHaveCommitted = true
      await commitDurably(this.#client, () => this.#send('COMMIT'))
      return result
    } catch (error) {
      if (error instanceof Refused) await this.#send('ROLLBACK')
      throw error
    }
  }

  /** Runs the statements and undoes them. @returns The error of the first statement that PostgreSQL refuses. */
  async tryStatements(statements: Statement[]): Promise<DatabaseError | undefined> {
    await this.#send('BEGIN')
    let refused: DatabaseError | undefined
    try {
      for (const statement of statements) await this.read(statement)
    } catch (error) {
      if (!(error instanceof DatabaseError) || isReadOnlyError(error)) throw error
      refused = error
    }
    // ROLLBACK does not wait for a standby.
    await this.#send('ROLLBACK')
    return refused
  }

  /** Whether the session is usable after an error, which has then undone everything. Otherwise the outcome is unknown. */
  isAlive(timeoutMs: number): Promise<boolean> {
    const query = { text: this.#isInTransaction ? 'ROLLBACK' : 'SELECT 1', query_timeout: timeoutMs }
    return this.#client.query(query).then(
      () => true,
      () => false,
    )
  }

  async #send(command: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.sentAt = performance.now()
    this.#isInTransaction = command === 'BEGIN'
    await this.#client.query(command)
  }
}
