// Copies the items of a data folder to PostgreSQL, for a service that moves from SQLite.
import { existsSync } from 'node:fs'
import { Client } from 'pg'
import type { Contract } from '../../core/contract/contract.ts'
import type { Command } from '../api.ts'
import type { DatabaseServer } from '../configuration/database-servers.ts'
import { readMove } from '../configuration/read-configuration.ts'
import { getLine, StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { copyToPostgres } from '../store/postgres/move.ts'
import { prepareDatabase } from '../store/postgres/prepare.ts'
import { startSession } from '../store/postgres/session.ts'
import { openDatabase } from '../store/sqlite/file.ts'
import { fileIn } from '../store/sqlite/store.ts'
import { findPrimaryOnce } from './find-primary.ts'

const progressEveryMs = 2_000

export const move: Command = async ({ contract }, environment) => {
  const { dataFolder, servers, connectTimeoutMs } = readMove(environment)
  const file = fileIn(contract.product, dataFolder)
  if (!existsSync(file)) throw new StartUpError(`There is no ${file}. Set DATA= as for the service.`)
  using from = await usingDataFolder(dataFolder, async () => openDatabase(file, 'rw'), adviceForSqlite)
  const to = await usingPostgres(() => connect(contract, servers, connectTimeoutMs))
  try {
    console.log(`Copying ${file} to PostgreSQL...`)
    const { items, keys, digest, commit } = await copyToPostgres(from, to, { onProgress: progress() }).catch(notMoved)
    await commit().catch(outcomeUnknown)
    console.log(`Moved ${of(items, 'item')} and ${of(keys, 'idempotency key')}.
Both databases have the same rows, with the SHA-256 ${digest}.

Next: start the service with the same DATABASE_URL. Keep ${file} until you have a backup of PostgreSQL.
After the first write, never start the service without DATABASE_URL: it would use ${file}.`)
  } finally {
    await to.end()
  }
}

async function connect(
  { collections }: Contract,
  servers: DatabaseServer[],
  connectTimeoutMs: number,
): Promise<Client> {
  const primary = await findPrimaryOnce(servers, connectTimeoutMs)
  await prepareDatabase(primary, { connectTimeoutMs, collections })
  const client = new Client({
    connectionString: primary.url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  await startSession(client, { statementTimeoutMs: 0, connectTimeoutMs })
  return client
}

function progress() {
  let shownAt = performance.now()
  return (done: number, total: number) => {
    if (performance.now() < shownAt + progressEveryMs) return
    shownAt = performance.now()
    console.log(`${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`)
  }
}

function of(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
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
