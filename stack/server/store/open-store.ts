// Opens the store that the configuration names: SQLite in the data folder, or PostgreSQL.
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ItemStore, Readiness, StoredItems } from '../../core/stores/item-store.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { checkDisk, getMessage, StartUpError, withDataFolder } from '../configuration/start-up-error.ts'
import type { PostgresStore } from './postgres/store.ts'
import { postgresSchema, type StoredSchema, sqliteSchema } from './schemas.ts'
import { busy, getResultCode, resultCode } from './sqlite/file.ts'
import { fileIn, openSqliteStore, type SqliteOptions, type SqliteStore } from './sqlite/store.ts'

export type OpenStore = ItemStore & StoredItems & Partial<SqliteStore & PostgresStore>

export function getSchema({ database }: Pick<Configuration, 'database'>): StoredSchema {
  return database === undefined
    ? { engine: 'sqlite', version: sqliteSchema.migrations.length }
    : { engine: 'postgresql', version: postgresSchema.migrations.length }
}

type StoreSettings = Pick<Configuration, 'database' | 'dataFolder' | 'identityProvider' | 'isNewData'>

/** @throws {StartUpError} if the data cannot be used: one line that says what to do. */
export async function openStore(configuration: StoreSettings, options: SqliteOptions): Promise<OpenStore> {
  const { database, dataFolder } = configuration
  if (database === undefined) {
    const marker = join(dataFolder, 'has-data')
    const mayCreate = !existsSync(marker)
    requireData(configuration, fileIn(options.product, dataFolder), mayCreate ? undefined : marker)
    const open = () => openSqliteStore(dataFolder, { ...options, mayCreate })
    const store = await withDataFolder(dataFolder, open, adviceForSqlite)
    if (mayCreate) await writeFile(marker, '').catch(() => {}) // The disk may be full.
    return store
  }
  // Loaded only with PostgreSQL: the driver takes memory and time.
  const { openPostgresStore } = await import('./postgres/store.ts')
  return usingPostgres(() => openPostgresStore({ ...database, ...options }))
}

/**
 * @param marker File that an earlier start wrote, if it exists: a missing database then means lost data.
 * @throws {StartUpError} if the data are lost: an empty service would take new items in their place.
 */
function requireData({ identityProvider, isNewData }: StoreSettings, file: string, marker: string | undefined): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size !== undefined && size > 0) return
  const problem = `${file} is ${size === 0 ? 'empty' : 'missing'}`
  if (marker !== undefined)
    throw new StartUpError(`${problem}: restore a backup. To start without the data, delete ${marker}.`)
  if (isNewData || (identityProvider === undefined && size === undefined)) return
  throw new StartUpError(
    `${problem}: mount the volume with the data, or restore a backup. Set NEW_DATA=1 for the first start only.`,
  )
}

/** Runs a function that uses the database. @throws {StartUpError} that says what is wrong, and what to do. */
export async function usingPostgres<T>(open: () => Promise<T>): Promise<T> {
  const { adviceForPostgres } = await import('./postgres/store.ts')
  try {
    return await open()
  } catch (error) {
    const advice = adviceForPostgres(error)
    throw new StartUpError(`DATABASE_URL= cannot be used: ${getMessage(error)}. ${advice}`, { cause: error })
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

/** Pause between two log lines about the progress, in ms. */
const logEveryMs = 5_000

/**
 * Returns a store that a service opens while it is listening: after a change of the contract, that can take minutes.
 * @param log Called with the progress.
 */
export function deferStore(configuration: Configuration, log: (progress: string) => void, options: SqliteOptions) {
  const closing = new AbortController()
  let store: OpenStore | undefined
  let progress = 'nothing is done yet'
  let loggedAt = performance.now()

  function onProgress(done: string): void {
    progress = done
    if (performance.now() < loggedAt + logEveryMs) return
    loggedAt = performance.now()
    log(done)
  }

  return {
    /** `undefined` until it is open. */
    get current(): OpenStore | undefined {
      return store
    },
    get progress(): string {
      return progress
    },
    /** @throws {StartUpError} if the data cannot be used. */
    async open(): Promise<OpenStore> {
      store = await openStore(configuration, { ...options, onProgress, signal: closing.signal })
      return store
    },
    async readiness(): Promise<Readiness> {
      return (await store?.readiness()) ?? 'unavailable'
    },
    async backUp(): Promise<string | undefined> {
      if (store?.backUp === undefined) throw new Error('the data are not open yet')
      return store.backUp()
    },
    /** Closes the store. Also stops opening it, with SQLite. */
    async close(): Promise<void> {
      closing.abort()
      await store?.close()
    },
  }
}
