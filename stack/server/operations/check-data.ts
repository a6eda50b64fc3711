// Checks stored items against the contract, before a version with a changed contract is deployed.
import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { compiledValidator } from '../../core/contract/compiled-validator.ts'
import type { Contract } from '../../core/contract/contract.ts'
import { findStoredProblems, type StoredProblems } from '../../core/resources/check-stored.ts'
import { keyedItem, type StoredItems } from '../../core/resources/item-store.ts'
import type { Command } from '../api.ts'
import { type Database, readData } from '../configuration/read-configuration.ts'
import { StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { SessionUse, startSession } from '../store/postgres/session.ts'
import { statement } from '../store/postgres/statements.ts'
import { openDatabase } from '../store/sqlite/file.ts'
import { texts } from '../store/sqlite/statements.ts'
import { fileIn } from '../store/sqlite/store.ts'
import { findPrimaryOnce } from './find-primary.ts'

type Items = Pick<StoredItems, 'itemsAfter'>

export const checkData: Command = async ({ contract, server }, environment) => {
  const { database, dataFolder } = readData(environment)
  const check = (items: Items) => findStoredProblems(contract, items, compiledValidator(server.validators))
  const problems = database ? await withPostgres(database, check) : await withSqlite(contract, dataFolder, check)
  if (problems.length === 0) console.log('All stored items fit the contract.')
  for (const one of problems) console.log(linesOf(one).join('\n'))
  if (problems.some(({ invalid }) => invalid.count > 0)) process.exitCode = 1
}

async function withSqlite<T>({ product }: Contract, dataFolder: string, use: (items: Items) => Promise<T>): Promise<T> {
  const file = fileIn(product, dataFolder)
  if (!existsSync(file)) throw new StartUpError(`There is no ${file}. Set DATA= as for the service.`)
  using database = await usingDataFolder(dataFolder, async () => openDatabase(file, 'rw'), adviceForSqlite)
  const select = database.prepare(texts.itemsAfter)
  select.setReturnArrays(true)
  return use({
    // The rows are arrays.
    itemsAfter: async (after = ['', '', ''], limit) =>
      select.all(...after, limit).map((row) => keyedItem(row as unknown as unknown[])),
  })
}

async function withPostgres<T>({ servers, connectTimeoutMs }: Database, use: (items: Items) => Promise<T>): Promise<T> {
  const client = await usingPostgres(async () => {
    const { url } = await findPrimaryOnce(servers, connectTimeoutMs)
    const connected = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true })
    connected.on('error', () => {}) // the query reports it
    await connected.connect()
    await startSession(connected, { statementTimeoutMs: 0, connectTimeoutMs })
    return connected
  })
  const session = new SessionUse(client)
  try {
    return await usingPostgres(() =>
      use({
        itemsAfter: async (after = ['', '', ''], limit) =>
          (await session.read(statement('itemsAfter', [...after, limit]))).map(keyedItem),
      }),
    )
  } finally {
    await client.end()
  }
}

function linesOf({ path, invalid, undeclared, unseen }: StoredProblems): string[] {
  const places = Object.entries(undeclared.properties).map(([place, count]) => `${place} (${count})`)
  return [
    ...(invalid.count > 0 ? [`${path}: ${invalid.count} items break the contract, such as:`] : []),
    ...invalid.items.map(({ id, error }) => `  ${id}: ${error}`),
    ...(undeclared.count > 0
      ? [`${path}: ${undeclared.count} items have undeclared properties: ${places.join(', ')}`]
      : []),
    ...(unseen > 0 ? [`${path}: no caller sees ${unseen} items, because x-access gives them another owner`] : []),
  ]
}
