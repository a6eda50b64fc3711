// Copies the items of a data folder to PostgreSQL, for a service that moves from SQLite.
import type { Command } from '../api.ts'
import { readData } from '../configuration/read-configuration.ts'
import { getLine, StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { copyToPostgres } from '../store/postgres/move.ts'
import { prepareDatabase } from '../store/postgres/prepare.ts'
import { openSession } from '../store/postgres/session.ts'
import { openDatabase } from '../store/sqlite/file.ts'
import { requireFile } from './check-data.ts'
import { counted, format, progress } from './progress.ts'

export const move: Command = async ({ contract }, environment) => {
  const { dataFolder, database } = readData(environment)
  if (database === undefined) throw new StartUpError('DATABASE_URL= is missing: set it to the new database.')
  const { url, connectTimeoutMs } = database
  const file = requireFile(contract.product, dataFolder)
  using from = await usingDataFolder(dataFolder, async () => openDatabase(file, 'rw'), adviceForSqlite)
  const to = await usingPostgres(async () => {
    await prepareDatabase(url, { connectTimeoutMs, collections: contract.collections })
    return openSession(url, connectTimeoutMs)
  })
  const onProgress = progress((done: number, total: number) => `${format(done)} of ${format(total)} rows`)
  try {
    console.log(`Copying ${file} to PostgreSQL...`)
    const { items, keys, digest, commit } = await copyToPostgres(from, to, { onProgress }).catch(notMoved)
    await commit().catch(outcomeUnknown)
    console.log(`Moved ${counted(items)} and ${counted(keys, 'idempotency key')}.
Both databases have the same rows, with the SHA-256 ${digest}.

Next: start the service with the same DATABASE_URL. Keep ${file} until you have a backup of PostgreSQL.
After the first write, never start the service without DATABASE_URL: it would use ${file}.`)
  } finally {
    await to.end()
  }
}

function notMoved(error: unknown): never {
  throw new StartUpError(`Nothing was moved: ${getLine(error)}.`, { cause: error })
}

function outcomeUnknown(error: unknown): never {
  throw new StartUpError(
    `The connection failed during the commit: ${getLine(error)}. Run the command again: either it moves the items, or it says that the database has them already.`,
    { cause: error },
  )
}
