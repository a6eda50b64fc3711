// Opens the store that the configuration names: SQLite in the data folder, or PostgreSQL.

import type { ItemStore, StoredItems } from '../../core/resources/item-store.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { checkDisk, getLine, StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import type { PostgresStore } from './postgres/store.ts'
import type { StoredSchema } from './schemas.ts'
import { busy, getResultCode, resultCode } from './sqlite/file.ts'
import { openSqliteStore, type SqliteOptions, type SqliteStore } from './sqlite/store.ts'

export type OpenStore = ItemStore & StoredItems & { schema: StoredSchema } & Partial<SqliteStore & PostgresStore>

/** @throws {StartUpError} if the data cannot be used: one line that says what to do. */
export async function openStore(
  { database, dataFolder }: Pick<Configuration, 'database' | 'dataFolder'>,
  options: SqliteOptions,
): Promise<OpenStore> {
  if (database === undefined) {
    return usingDataFolder(dataFolder, async () => openSqliteStore(dataFolder, options), adviceForSqlite)
  }
  // Loaded only where it is used: the driver takes memory and time.
  const { openPostgresStore } = await import('./postgres/store.ts')
  return usingPostgres(() => openPostgresStore({ ...database, ...options }))
}

/** @throws {StartUpError} that says what is wrong, and what to do. */
export async function usingPostgres<T>(open: () => Promise<T>): Promise<T> {
  const { adviceForPostgres } = await import('./postgres/store.ts')
  try {
    return await open()
  } catch (error) {
    const advice = adviceForPostgres(error)
    throw new StartUpError(`DATABASE_URL= cannot be used: ${getLine(error)}. ${advice}`, { cause: error })
  }
}

export function adviceForSqlite(error: unknown): string | undefined {
  switch (getResultCode(error)) {
    case busy:
      return 'Stop the other server that uses it, or choose another folder with DATA=.'
    case resultCode.ioError:
    case resultCode.full:
      return checkDisk
    case resultCode.readOnly:
      return 'Make the folder and its files writable, or choose another folder with DATA=.'
    case resultCode.corrupt:
    case resultCode.notADatabase:
      return 'Restore a backup, or choose another folder with DATA=.'
    default:
      return undefined
  }
}
