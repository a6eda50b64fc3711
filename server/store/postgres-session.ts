// The settings of each session, in one round trip: what the operator or the URL has set otherwise must not change results.
import type { ClientBase } from 'pg'
import { ReadOnlyReplica } from './postgres-primary.ts'

const settings = `SELECT pg_is_in_recovery() AS replica,
  set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false),
  set_config('default_transaction_isolation', 'read committed', false), set_config('statement_timeout', $1, false),
  -- For the warning that a commit did not wait for its standby.
  set_config('client_min_messages', 'warning', false),
  -- Each query reads one range of an index in its order. With old statistics, PostgreSQL would read and sort all plants of
  -- an owner that had few of them before. Compiling a query would take longer than the query.
  set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', false),
  set_config('jit', 'off', false),
  -- Otherwise a commit could be acknowledged before it is durable.
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
       THEN set_config('synchronous_commit', 'on', false) END`

/** @throws {ReadOnlyReplica} */
export async function startSession(
  client: ClientBase,
  { statementTimeoutMs, connectTimeoutMs }: { statementTimeoutMs: number; connectTimeoutMs: number },
): Promise<void> {
  const query = { text: settings, values: [`${statementTimeoutMs}`], query_timeout: connectTimeoutMs }
  const { rows } = await client.query<{ replica: boolean }>(query)
  if (rows[0]?.replica) throw new ReadOnlyReplica()
}

/**
 * Runs a statement that commits.
 * @throws {Error} if PostgreSQL acknowledged it before the standby has it.
 */
export async function durably<T>(client: ClientBase, commit: () => Promise<T>): Promise<T> {
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

/** A warning. A commit that is cancelled while it waits for its standby is acknowledged, with this warning only. */
const cancelledWait = '01000'
