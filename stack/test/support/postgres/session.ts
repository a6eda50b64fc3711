// Sessions of PostgreSQL, for one SQL statement or several.
import { Client, type ClientConfig } from 'pg'

export type Row = Record<string, unknown>

/** A session that stays open. */
export async function openSession(url: string, options: ClientConfig = {}): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url, ...options })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => {}) })
}

/** Runs a statement on a new connection. @throws {Error} After 10 s without a connection, or 30 s without a result. */
export async function queryOnce(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  await using session = await openSession(url, { connectionTimeoutMillis: 10_000, query_timeout: 30_000 })
  return (await session.query<Row>(sql, values)).rows
}
