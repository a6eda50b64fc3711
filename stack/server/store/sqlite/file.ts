// The database file: opened for one server, migrated, and watched for changes by other programs.
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sqliteSchema } from '../schemas.ts'

const { tables, migrations } = sqliteSchema

/** SQLite's primary result codes that concern the files, https://www.sqlite.org/rescode.html */
export const resultCode = { ioError: 10, corrupt: 11, full: 13, readOnly: 8, cannotOpen: 14, notADatabase: 26 }

/** SQLITE_BUSY: another process has opened the file. */
export const busy = 5

/** Returns the primary result code of an error of SQLite; `undefined` for any other error. */
export function getResultCode(error: unknown): number | undefined {
  const { errcode } = Object(error)
  // The higher bytes belong to the extended result code.
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Opens the file for one server only. A committed transaction survives a loss of power. */
export function openDatabase(file: string, mode: 'rw' | 'rwc'): DatabaseSync {
  const url = pathToFileURL(file)
  url.search = `mode=${mode}`
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(url, { timeout: 0 })
    restrictPermissions(file)
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

/** Lets only its owner read the file. SQLite gives the same mode to the WAL file. */
function restrictPermissions(file: string): void {
  const { mode, uid } = statSync(file)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(file, mode & 0o700)
}

/** @throws {Error} if a page of the database is damaged. Reads the whole file, so it is not for the event loop. */
export function checkPages(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (result !== 'ok') throw Object.assign(new Error(`damaged data: ${result}`), { errcode: resultCode.corrupt })
}

/** Returns an error that names the path that is not writable. SQLite may say only "disk I/O error" for it. */
export function withPath(error: unknown, file: string): unknown {
  const { ioError, readOnly, cannotOpen } = resultCode
  if (![ioError, readOnly, cannotOpen].some((code) => code === getResultCode(error))) return error
  const path = [file, `${file}-wal`, dirname(file)].find(isNotWritable)
  if (path === undefined) return error
  const message = `the user of the service may not write to ${path}`
  return Object.assign(new Error(message, { cause: error }), { errcode: readOnly })
}

function isNotWritable(path: string): boolean {
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
 * Applies the missing migrations. Writes nothing if there are none, so that a service whose disk is full can serve reads.
 * @param mayCreate Whether an empty file becomes a new database. Otherwise it is an error, because items were lost.
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

/** Writes without changing anything. @throws {Error} of SQLite if the disk is full, for example. */
export function probeWrite(database: DatabaseSync): void {
  database.exec(`PRAGMA user_version = ${migrations.length}`)
}

/** State of the database and its WAL file. SQLite does not notice if another program changes, moves or deletes them. */
export interface FileState {
  /** Changes if the files at these paths are replaced. */
  identity: string
  /** Changes if the files are written. */
  content: string
}

/** @throws {Error} if a file is missing. */
export function getFileState(file: string): FileState {
  const stats = [file, `${file}-wal`].map((path) => statSync(path, { bigint: true }))
  return {
    identity: stats.map(({ dev, ino }) => `${dev}:${ino}`).join(),
    content: stats.map(({ size, mtimeNs }) => `${size}:${mtimeNs}`).join(),
  }
}
