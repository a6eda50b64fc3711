// One SQL statement on a new connection.
import { Client } from 'pg'

export type Row = Record<string, unknown>

/** @throws {Error} After 10 s without a connection, or 30 s without a result. */
export async function queryOnce(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
