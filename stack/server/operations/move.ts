// Copies the items of a data folder to PostgreSQL, for a service that moves from SQLite. It continues an interrupted copy.
import type { ClientBase } from 'pg'
import type { Command } from '../api.ts'
import { readDataConfiguration } from '../configuration/read-configuration.ts'
import { getMessage, StartUpError, withDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { completeMove, copyRows } from '../store/postgres/move.ts'
import { prepareDatabase } from '../store/postgres/prepare.ts'
import { openSession, UnusableDatabase } from '../store/postgres/session.ts'
import { sqliteSchema } from '../store/schemas.ts'
import { getVersion, openDatabase } from '../store/sqlite/file.ts'
import { requireFile } from './check-data.ts'
import { createProgressReporter, formatCount, formatNumber } from './progress.ts'

export const move: Command = async ({ contract }, environment) => {
  const { dataFolder, database } = readDataConfiguration(environment)
  if (database === undefined) throw new StartUpError('DATABASE_URL= is missing: set it to the new database.')
  const { url, connectTimeoutMs } = database
  const file = requireFile(contract.product, dataFolder)
  using from = await withDataFolder(dataFolder, async () => openDatabase(file, 'rw'), adviceForSqlite)
  requireCurrentSchema(from)
  const onProgress = createProgressReporter((step: string, done: number, total: number) => {
    return `${step} ${formatNumber(done)} of ${formatNumber(total)} rows`
  })
  const { items, keys, digest } = await usingPostgres(async () => {
    const fill = (to: ClientBase) => {
      console.log(`Copying ${file} to PostgreSQL...`)
      return copyRows(from, to, onProgress).catch(throwInterrupted)
    }
    await prepareDatabase(url, { connectTimeoutMs, collections: contract.collections, fill })
    const to = await openSession(url, connectTimeoutMs)
    return completeMove(from, to, onProgress)
      .catch(throwInterrupted)
      .finally(() => to.end())
  })
  console.log(`Moved ${formatCount(items)} and ${formatCount(keys, 'idempotency key')}.
Both databases have the same rows, with the SHA-256 ${digest}.

Next: start the service with the same DATABASE_URL. Keep ${file} until you have a backup of PostgreSQL.
After the first write, never start the service without DATABASE_URL: it would use ${file}.`)
}

function requireCurrentSchema(from: ReturnType<typeof openDatabase>): void {
  const version = getVersion(from)
  const { migrations } = sqliteSchema
  if (version === migrations.length) return
  throw new StartUpError(
    `The SQLite file has schema version ${version}, but this service needs ${migrations.length}: start and stop this version of the service on it first.`,
  )
}

function throwInterrupted(error: unknown): never {
  if (error instanceof UnusableDatabase) throw error
  throw new UnusableDatabase(
    `the move was interrupted: ${getMessage(error)}`,
    'Run the command again: it continues, or says that the database already has the items.',
    { cause: error },
  )
}
