// The database file: opened for one server, migrated, and watched for changes by other programs.
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sqliteSchema } from '../schemas.ts'

const { tables, migrations } = sqliteSchema

/** SQLite's primary result codes that concern the files, https://www.sqlite.org/rescode.html */
export const resultCode = { ioError: 10, corrupt: 11, full: 13, readOnly: 8, cannotOpen: 14, notADatabase: 26 }

/** Another process has opened the file. */
export const busy = 5

/** The primary result code of an error of SQLite; `undefined` for any other error. */
export function getResultCode(error: unknown): number | undefined {
  const { errcode } = Object(error)
  // The other bytes are details.
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Opens the file for one server only. A committed transaction survives a loss of power. */
export function openDatabase(file: string, mode: 'rw' | 'rwc'): DatabaseSync {
  const url = pathToFileURL(file)
  url.search = `mode=${mode}`
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(url, { timeout: 0 })
    restrict(file)
    // EXCLUSIVE: a second server fails at its start, instead of waiting at every write.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    // In KiB: a large file needs more than the default of 2,000 for the inner pages, which each write reads.
    database.exec('PRAGMA cache_size = -16000')
    return database
  } catch (error) {
    database?.close()
    throw withPath(error, file)
  }
}

/** Prepares a statement whose rows are arrays. Rows as objects are slow: they are dictionaries without a prototype. */
export function prepareArrays(database: DatabaseSync, text: string): StatementSync {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  return statement
}

/** Lets only its owner read the file. SQLite gives the same mode to the file of the latest writes. */
function restrict(file: string): void {
  const { mode, uid } = statSync(file)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(file, mode & 0o700)
}

/** @throws {Error} if a page of the database is damaged. Reads the whole file, so it is not for the event loop. */
export function checkPages(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (result !== 'ok') throw Object.assign(new Error(`damaged data: ${result}`), { errcode: resultCode.corrupt })
}

/** Returns an error that names the path. SQLite says "disk I/O error" for a file that may not be written. */
export function withPath(error: unknown, file: string): unknown {
  const { ioError, readOnly, cannotOpen } = resultCode
  if (![ioError, readOnly, cannotOpen].some((code) => code === getResultCode(error))) return error
  const path = [file, `${file}-wal`, dirname(file)].find(isReadOnly)
  if (path === undefined) return error
  const message = `the user of the service may not write to ${path}`
  return Object.assign(new Error(message, { cause: error }), { errcode: readOnly })
}

function isReadOnly(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch {
    return true
  }
}

export function getVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/**
 * Writes nothing if there is nothing to migrate: a service whose disk is full serves reads.
 * @param mayCreate Otherwise an empty file is an error: where there were items, that is a loss.
 */
export function migrate(database: DatabaseSync, mayCreate: boolean): void {
  const version = getVersion(database)
  if (version === 0 && !mayCreate) throw new Error('the file is empty, but it had data before')
  if (version > migrations.length)
    throw new Error(
      `a newer version of this service wrote it (schema version ${version}, this service supports ${migrations.length})`,
    )
  if (version === migrations.length) return
  const missing = version === 0 ? [tables] : migrations.slice(version)
  database.exec('BEGIN IMMEDIATE')
  for (const migration of missing) database.exec(migration)
  database.exec(`PRAGMA user_version = ${migrations.length}`)
  database.exec('COMMIT')
}

/** A write that changes nothing. @throws {Error} of SQLite if the disk is full, for example. */
export function probeWrite(database: DatabaseSync): void {
  database.exec(`PRAGMA user_version = ${migrations.length}`)
}

/** State of both files. SQLite does not notice if they are changed, moved or deleted while it has them open. */
export interface FileState {
  /** Differs if there are other files at these paths. */
  identity: string
  /** Differs if the files were written. */
  content: string
}

/** @throws {Error} if a file is missing. */
export function getState(file: string): FileState {
  const stats = [file, `${file}-wal`].map((path) => statSync(path, { bigint: true }))
  return {
    identity: stats.map(({ dev, ino }) => `${dev}:${ino}`).join(),
    content: stats.map(({ size, mtimeNs }) => `${size}:${mtimeNs}`).join(),
  }
}
