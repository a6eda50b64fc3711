// An empty database for one test or one test file.
import { randomBytes } from 'node:crypto'
import { onCleanUp } from '../folder.ts'
import { oncePerRun } from '../once-per-run.ts'
import { startPostgresServer } from './server.ts'
import { queryOnce, type Row } from './session.ts'

export interface Database extends AsyncDisposable {
  url: string
  /** Runs one SQL statement on a new connection. */
  query(sql: string, values?: unknown[]): Promise<Row[]>
}

/**
 * Creates a database in the server of TEST_DATABASE_URL, whose role needs the attribute CREATEDB, or else in a server
 * that all tests of the run share. `await using` or `cleanUp` drops it, and terminates its sessions.
 */
export async function newDatabase(): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL ?? (await oncePerRun('server', startSharedServer))
  const name = `test_${randomBytes(6).toString('hex')}`
  // A locale whose collation differs from the order of code points, as on many servers.
  await queryOnce(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`)
  const url = new URL(serverUrl)
  url.pathname = name
  const database: Database = {
    url: url.href,
    query: (sql, values) => queryOnce(url.href, sql, values),
    async [Symbol.asyncDispose]() {
      await queryOnce(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
  onCleanUp(async () => database[Symbol.asyncDispose]())
  return database
}

/** Starts a server for all databases of a run. @returns Its URL. */
export async function startSharedServer(): Promise<string> {
  return (await startPostgresServer({ full_page_writes: 'off', max_connections: '300' })).url()
}
