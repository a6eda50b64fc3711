// Checks stored items against a changed contract, before it is deployed. Names a few invalid items, and changes nothing.
import { existsSync } from 'node:fs'
import type { Product } from '../../core/contract/contract.ts'
import { compiledValidator } from '../../core/contract/validator.ts'
import { findStoredProblems, type StoredProblems } from '../../core/stores/check-stored.ts'
import type { StoredItems } from '../../core/stores/item-store.ts'
import type { Command } from '../api.ts'
import { type Database, readDataConfiguration } from '../configuration/read-configuration.ts'
import { StartUpError, withDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { openSession, SessionUse } from '../store/postgres/session.ts'
import { readItemsAfter as readRowsAfter } from '../store/postgres/statements.ts'
import { checkPages, openDatabase, prepareArrays } from '../store/sqlite/file.ts'
import { readItemsAfter, statementTexts } from '../store/sqlite/items.ts'
import { fileIn } from '../store/sqlite/store.ts'
import { formatCount } from './progress.ts'

export const checkData: Command = async ({ contract, server }, environment) => {
  const { database, dataFolder } = readDataConfiguration(environment)
  const check = (items: ItemScan) => findStoredProblems(contract, items, compiledValidator(server.validators))
  const problems = database ? await usePostgres(database, check) : await useSqlite(contract.product, dataFolder, check)
  if (problems.length === 0) console.log('All stored items fit the contract.')
  for (const line of problems.flatMap(toLines)) console.log(line)
  if (problems.some(({ invalid, orphaned }) => invalid.count + orphaned > 0)) process.exitCode = 1
}

function toLines({ path, invalid, undeclared, orphaned }: StoredProblems): string[] {
  const properties = Object.entries(undeclared.properties).map(
    ([pointer, count]) => `  ${pointer}: ${formatCount(count)}`,
  )
  return [
    ...(invalid.count > 0
      ? [`${path}: ${formatCount(invalid.count)} ${invalid.count === 1 ? 'breaks' : 'break'} the contract, such as:`]
      : []),
    ...invalid.items.map(({ id, error }) => `  ${id}: ${error}`),
    ...(undeclared.count > 0 ? [`${path}: ${formatCount(undeclared.count)} with undeclared properties, such as:`] : []),
    ...properties,
    ...(orphaned > 0
      ? [`${path}: no principal sees ${formatCount(orphaned)}, because x-access changes their owner`]
      : []),
  ]
}

type ItemScan = Pick<StoredItems, 'itemsAfter'>

/** @returns The path of the file. @throws {StartUpError} if there is none. */
export function requireFile(product: Product, dataFolder: string): string {
  const file = fileIn(product, dataFolder)
  if (!existsSync(file)) throw new StartUpError(`There is no ${file}. Set DATA= as for the service.`)
  return file
}

/** @throws {StartUpError} if the file cannot be used, for example because a service uses it. */
async function useSqlite<T>(product: Product, dataFolder: string, use: (items: ItemScan) => Promise<T>): Promise<T> {
  const file = requireFile(product, dataFolder)
  const open = async () => {
    const connection = openDatabase(file, 'rw')
    checkPages(connection)
    return connection
  }
  using database = await withDataFolder(dataFolder, open, adviceForSqlite)
  const select = prepareArrays(database, statementTexts.itemsAfter)
  return use({ itemsAfter: async (after, limit) => readItemsAfter(select, after, limit) })
}

async function usePostgres<T>({ url, connectTimeoutMs }: Database, use: (items: ItemScan) => Promise<T>): Promise<T> {
  const client = await usingPostgres(() => openSession(url, connectTimeoutMs))
  const session = new SessionUse(client)
  try {
    return await usingPostgres(() => use({ itemsAfter: readRowsAfter((statement) => session.read(statement)) }))
  } finally {
    await client.end()
  }
}
