// Opens the data of a service for one command, which reads all items and changes nothing.
import { existsSync } from 'node:fs'
import type { Product } from '../../core/contract/contract-data.ts'
import { keyedItem, type StoredItems } from '../../core/resources/item-store.ts'
import type { Database } from '../configuration/read-configuration.ts'
import { StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { openSession, SessionUse } from '../store/postgres/session.ts'
import { statement } from '../store/postgres/statements.ts'
import { openDatabase } from '../store/sqlite/file.ts'
import { statementTexts } from '../store/sqlite/items.ts'
import { fileIn } from '../store/sqlite/store.ts'

export type Items = Pick<StoredItems, 'itemsAfter'>

/** @returns The path of the file. @throws {StartUpError} if there is none. */
export function requireFile(product: Product, dataFolder: string): string {
  const file = fileIn(product, dataFolder)
  if (!existsSync(file)) throw new StartUpError(`There is no ${file}. Set DATA= as for the service.`)
  return file
}

/** @throws {StartUpError} if the file cannot be used, for example because a service uses it. */
export async function readSqlite<T>(
  product: Product,
  dataFolder: string,
  use: (items: Items) => Promise<T>,
): Promise<T> {
  const file = requireFile(product, dataFolder)
  using database = await usingDataFolder(dataFolder, async () => openDatabase(file, 'rw'), adviceForSqlite)
  const select = database.prepare(statementTexts.itemsAfter)
  select.setReturnArrays(true)
  return use({
    // The rows are arrays.
    itemsAfter: async (after = ['', '', ''], limit) =>
      select.all(...after, limit).map((row) => keyedItem(row as unknown as unknown[])),
  })
}

export async function readPostgres<T>(
  { url, connectTimeoutMs }: Database,
  use: (items: Items) => Promise<T>,
): Promise<T> {
  const client = await usingPostgres(() => openSession(url, connectTimeoutMs))
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
