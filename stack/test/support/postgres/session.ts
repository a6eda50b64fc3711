// Sessions of PostgreSQL, for one SQL statement or several.
import { Client, type ClientConfig } from 'pg'

export type Row = Record<string, unknown>

/** Opens a session. `await using` closes it. */
export async function openSession(url: string, options: ClientConfig = {}): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url, ...options })
  client.on('error', () => {}) // the next query reports it
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => {}) })
}

/** Runs a statement on a new connection. @throws {Error} If there is no connection in 10 s, or no result in 30 s. */
export async function queryOnce(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  await using session = await openSession(url, { connectionTimeoutMillis: 10_000, query_timeout: 30_000 })
  return (await session.query<Row>(sql, values)).rows
}
