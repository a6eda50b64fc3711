// Keeps a database open. If its files fail or are changed, it is closed, and opened again once it works.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { OutcomeUnknown, probeEveryMs, type Readiness, StoreUnavailable } from '../../../core/stores/item-store.ts'
import { getLine } from '../../configuration/start-up-error.ts'
import { getBackups } from './backup.ts'
import {
  type FileState,
  getResultCode,
  getState,
  migrate,
  openDatabase,
  probeWrite,
  resultCode,
  withPath,
} from './file.ts'

const retryAfterMs = 1_000
/** Time of one batch of steps, in ms. */
const batchMs = 10
/** SQLITE_IOERR_WRITE, an extended result code: SQLite calls only ENOSPC "full", and not a quota. */
const failedWrite = 778
/** How long a read may take the files for unchanged, because a check at each read would be slow. */
const unchangedForMs = 100

interface OpenDatabase<Statements> {
  database: DatabaseSync
  statements: Statements
  files: FileState
  /** When the files were last checked, on the monotonic clock. */
  checkedAt: number
  /** Whether the last write failed for lack of space. Reads still work. */
  isFull: boolean
  /** Last canary write, on the monotonic clock. */
  lastCanary?: { at: number; hasWorked: boolean }
}

/**
 * @param prepare Prepares a database that was opened, in steps.
 * @param report Called with the reason whenever the database cannot be used.
 * @throws {Error} if it cannot be opened now; the message says why.
 */
export async function connect<Statements>(
  file: string,
  prepare: (database: DatabaseSync) => Iterator<void, Statements>,
  report: (reason: string) => void,
  { signal, mayCreate = true }: { signal?: AbortSignal; mayCreate?: boolean } = {},
) {
  const backups = getBackups(file)
  let isClosed = false
  let session: OpenDatabase<Statements> | undefined = await open(mayCreate)
  let reopening: NodeJS.Timeout | undefined

  async function open(mayCreate: boolean): Promise<OpenDatabase<Statements>> {
    const database = openDatabase(file, mayCreate ? 'rwc' : 'rw')
    try {
      migrate(database, mayCreate)
      const statements = await inBatches(database, prepare(database), () => isClosed || signal?.aborted === true)
      // It may write.
      const isDiskFull = isFull(database)
      return { database, statements, files: getState(file), checkedAt: performance.now(), isFull: isDiskFull }
    } catch (error) {
      database.close()
      throw withPath(error, file)
    }
  }

  async function reopen(): Promise<void> {
    try {
      session = await open(false)
    } catch (error) {
      if (isClosed) return
      report(getLine(error))
      reopenLater()
    }
  }

  function reopenLater(): void {
    reopening = setTimeout(() => void reopen(), retryAfterMs).unref()
  }

  function current(): OpenDatabase<Statements> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    if (session === undefined) throw new StoreUnavailable('The database is closed until the next attempt to open it.')
    try {
      const { identity, content } = getState(file)
      if (identity !== session.files.identity || content !== session.files.content) throw changed()
      session.checkedAt = performance.now()
      return session
    } catch (error) {
      throw disconnect(error)
    }
  }

  function readable(): OpenDatabase<Statements> {
    if (session !== undefined && performance.now() < session.checkedAt + unchangedForMs) return session
    return current()
  }

  function writable(): OpenDatabase<Statements> {
    const openDatabase = current()
    if (!openDatabase.isFull) return openDatabase
    try {
      probeWrite(openDatabase.database)
      openDatabase.files = getState(file)
      openDatabase.isFull = false
      return openDatabase
    } catch (error) {
      throw toThrown(openDatabase, error)
    }
  }

  function probeHealth(openDatabase: OpenDatabase<Statements>, canaryWrite: (statements: Statements) => void): void {
    const { database, statements } = openDatabase
    openDatabase.lastCanary = { at: performance.now(), hasWorked: false }
    try {
      database.exec('BEGIN IMMEDIATE')
      canaryWrite(statements)
      database.exec('ROLLBACK')
      // What is undone does not reach the disk.
      probeWrite(database)
      openDatabase.files = { ...openDatabase.files, content: getState(file).content }
      openDatabase.lastCanary.hasWorked = true
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      if (isFileError(error)) throw toThrown(openDatabase, error)
      report(getLine(error))
    }
  }

  /** Returns the error to throw. Errors that do not come from the files are passed on. */
  function toThrown(openDatabase: OpenDatabase<Statements>, error: unknown): unknown {
    if (!isFileError(error)) return error
    if (!isOutOfSpace(error)) return disconnect(error)
    openDatabase.isFull = true
    try {
      // SQLite may have written a part before the error.
      openDatabase.files = { ...openDatabase.files, content: getState(file).content }
    } catch (missing) {
      return disconnect(missing)
    }
    report(getLine(error))
    return new StoreUnavailable('The disk is full.', { cause: error })
  }

  function disconnect(error: unknown): StoreUnavailable {
    report(getLine(error))
    closeSession()
    reopenLater()
    return new StoreUnavailable('The database failed.', { cause: error })
  }

  function closeSession(): void {
    // SQLite closes the files when the backup has stopped.
    void backups.stop()
    try {
      session?.database.close()
    } catch {
      // It is closed nevertheless.
    }
    session = undefined
  }

  return {
    /** @throws {StoreUnavailable} */
    read<T>(run: (statements: Statements) => T): T {
      const openDatabase = readable()
      try {
        return run(openDatabase.statements)
      } catch (error) {
        throw toThrown(openDatabase, error)
      }
    },

    /**
     * Runs the writes in one transaction, which is durable afterwards. If one throws, none has happened.
     * @throws {StoreUnavailable} @throws {OutcomeUnknown}
     */
    transaction(writes: ((statements: Statements) => unknown)[]): unknown[] {
      const openDatabase = writable()
      const { database, statements, files } = openDatabase
      let isCommitting = false
      try {
        database.exec('BEGIN IMMEDIATE')
        const results = writes.map((write) => write(statements))
        isCommitting = true
        database.exec('COMMIT')
        openDatabase.files = getState(file)
        if (openDatabase.files.identity !== files.identity) throw changed()
        return results
      } catch (error) {
        if (isCommitting && getResultCode(error) !== resultCode.full)
          throw new OutcomeUnknown('The outcome of the commit is unknown.', { cause: disconnect(error) })
        if (database.isTransaction) database.exec('ROLLBACK')
        throw toThrown(openDatabase, error)
      }
    },

    /** Checks the files. Tries `canaryWrite`, which is undone, at most once in five seconds. */
    readiness(canaryWrite: (statements: Statements) => void): Readiness {
      try {
        const openDatabase = writable()
        if (openDatabase.lastCanary === undefined || performance.now() > openDatabase.lastCanary.at + probeEveryMs)
          probeHealth(openDatabase, canaryWrite)
        return openDatabase.lastCanary?.hasWorked ? 'ready' : 'unavailable'
      } catch {
        return session?.isFull ? 'read-only' : 'unavailable'
      }
    },

    async backUp(): Promise<string | undefined> {
      return backups.make(current().database)
    },

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(reopening)
      closeSession()
      await backups.stop()
    },
  }
}

/**
 * Runs steps in transactions of a few milliseconds, with pauses for requests.
 * @throws {Error} if it is stopped; what was done stays.
 */
async function inBatches<T>(database: DatabaseSync, steps: Iterator<void, T>, isStopped: () => boolean): Promise<T> {
  // Without a wait for the disk at each commit: the next start repeats what a loss of power undoes.
  database.exec('PRAGMA synchronous = NORMAL')
  for (;;) {
    const end = performance.now() + batchMs
    database.exec('BEGIN')
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    database.exec('COMMIT')
    if (step.done) {
      database.exec('PRAGMA synchronous = FULL')
      return step.value
    }
    await setImmediate()
    if (isStopped()) throw new StoreUnavailable('The store is closed.')
  }
}

/** Whether the disk takes no write now. @throws {Error} of SQLite if the file fails. */
function isFull(database: DatabaseSync): boolean {
  try {
    probeWrite(database)
    return false
  } catch (error) {
    if (isOutOfSpace(error)) return true
    throw error
  }
}

/** Whether reads still work after the error: the disk is full, or a quota is used up. */
function isOutOfSpace(error: unknown): boolean {
  return getResultCode(error) === resultCode.full || Object(error).errcode === failedWrite
}

function isFileError(error: unknown): boolean {
  const code = getResultCode(error)
  return Object.values(resultCode).some((known) => known === code)
}

function changed(): Error {
  return new Error('another program has changed, moved or deleted the data files')
}
