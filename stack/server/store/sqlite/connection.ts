// Keeps a database open. If its files fail or are changed, closes it, and opens it again once that is possible.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { OutcomeUnknown, probeEveryMs, type Readiness, StoreUnavailable } from '../../../core/stores/item-store.ts'
import { getMessage } from '../../configuration/start-up-error.ts'
import { getBackups } from './backup.ts'
import {
  type FileState,
  getFileState,
  getResultCode,
  migrate,
  openDatabase,
  probeWrite,
  resultCode,
  withPath,
} from './file.ts'

const retryAfterMs = 1_000
/** Duration of one batch of steps, in ms. */
const batchMs = 10
/** SQLITE_IOERR_WRITE, an extended result code: SQLite reports only ENOSPC as "full", and not an exceeded quota. */
const ioErrorWrite = 778
/** How long reads assume that the files are unchanged, in ms: a check at each read would be slow. */
const unchangedForMs = 100

interface Session<Statements> {
  database: DatabaseSync
  statements: Statements
  files: FileState
  /** When the files were last checked, on the monotonic clock. */
  checkedAt: number
  /** Whether the last write failed for lack of space. Reads still work. */
  isFull: boolean
  /** The last canary write: its time on the monotonic clock, and its result. */
  lastCanary?: { at: number; hasWorked: boolean }
}

/**
 * @param prepare Prepares an open database, in steps.
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
  let session: Session<Statements> | undefined = await open(mayCreate)
  let reopening: NodeJS.Timeout | undefined

  async function open(mayCreate: boolean): Promise<Session<Statements>> {
    const database = openDatabase(file, mayCreate ? 'rwc' : 'rw')
    try {
      migrate(database, mayCreate)
      const statements = await runInBatches(database, prepare(database), () => isClosed || signal?.aborted === true)
      // Before the state of the files is read, because it may write.
      const isDiskFull = isFull(database)
      return { database, statements, files: getFileState(file), checkedAt: performance.now(), isFull: isDiskFull }
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
      report(getMessage(error))
      reopenLater()
    }
  }

  function reopenLater(): void {
    reopening = setTimeout(() => void reopen(), retryAfterMs).unref()
  }

  function requireSession(): Session<Statements> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    if (session === undefined) throw new StoreUnavailable('The database is closed until the next attempt to open it.')
    try {
      const { identity, content } = getFileState(file)
      if (identity !== session.files.identity || content !== session.files.content) throw filesChanged()
      session.checkedAt = performance.now()
      return session
    } catch (error) {
      throw disconnect(error)
    }
  }

  function requireReadable(): Session<Statements> {
    if (session !== undefined && performance.now() < session.checkedAt + unchangedForMs) return session
    return requireSession()
  }

  function requireWritable(): Session<Statements> {
    const usable = requireSession()
    if (!usable.isFull) return usable
    try {
      probeWrite(usable.database)
      usable.files = getFileState(file)
      usable.isFull = false
      return usable
    } catch (error) {
      throw toThrown(usable, error)
    }
  }

  function probeHealth(usable: Session<Statements>, canaryWrite: (statements: Statements) => void): void {
    const { database, statements } = usable
    usable.lastCanary = { at: performance.now(), hasWorked: false }
    try {
      database.exec('BEGIN IMMEDIATE')
      canaryWrite(statements)
      database.exec('ROLLBACK')
      // A write that is rolled back does not reach the disk.
      probeWrite(database)
      usable.files = { ...usable.files, content: getFileState(file).content }
      usable.lastCanary.hasWorked = true
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      if (isFileError(error)) throw toThrown(usable, error)
      report(getMessage(error))
    }
  }

  /** Returns the error to throw: the same one if it does not concern the files. */
  function toThrown(usable: Session<Statements>, error: unknown): unknown {
    if (!isFileError(error)) return error
    if (!isOutOfSpace(error)) return disconnect(error)
    usable.isFull = true
    try {
      // SQLite may have written a part before the error.
      usable.files = { ...usable.files, content: getFileState(file).content }
    } catch (stateError) {
      return disconnect(stateError)
    }
    report(getMessage(error))
    return new StoreUnavailable('The disk is full.', { cause: error })
  }

  function disconnect(error: unknown): StoreUnavailable {
    report(getMessage(error))
    closeSession()
    reopenLater()
    return new StoreUnavailable('The database failed.', { cause: error })
  }

  function closeSession(): void {
    // SQLite closes the files only when the backup has stopped.
    void backups.stop()
    try {
      session?.database.close()
    } catch {
      // The database is closed nevertheless.
    }
    session = undefined
  }

  return {
    /** @throws {StoreUnavailable} */
    read<T>(run: (statements: Statements) => T): T {
      const usable = requireReadable()
      try {
        return run(usable.statements)
      } catch (error) {
        throw toThrown(usable, error)
      }
    },

    /**
     * Runs the writes in one transaction, which is durable afterwards. If one throws, all are rolled back.
     * @throws {StoreUnavailable} @throws {OutcomeUnknown}
     */
    transaction(writes: ((statements: Statements) => unknown)[]): unknown[] {
      const usable = requireWritable()
      const { database, statements, files } = usable
      let isCommitting = false
      try {
        database.exec('BEGIN IMMEDIATE')
        const results = writes.map((write) => write(statements))
        isCommitting = true
        database.exec('COMMIT')
        usable.files = getFileState(file)
        if (usable.files.identity !== files.identity) throw filesChanged()
        return results
      } catch (error) {
        if (isCommitting && getResultCode(error) !== resultCode.full)
          throw new OutcomeUnknown('The outcome of the commit is unknown.', { cause: disconnect(error) })
        if (database.isTransaction) database.exec('ROLLBACK')
        throw toThrown(usable, error)
      }
    },

    /** Checks the files. Runs `canaryWrite`, and rolls it back, at most once in five seconds. */
    readiness(canaryWrite: (statements: Statements) => void): Readiness {
      try {
        const usable = requireWritable()
        if (usable.lastCanary === undefined || performance.now() > usable.lastCanary.at + probeEveryMs)
          probeHealth(usable, canaryWrite)
        return usable.lastCanary?.hasWorked ? 'ready' : 'unavailable'
      } catch {
        return session?.isFull ? 'read-only' : 'unavailable'
      }
    },

    async backUp(): Promise<string | undefined> {
      return backups.make(requireSession().database)
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
 * @throws {StoreUnavailable} if it is stopped. The completed steps are kept.
 */
async function runInBatches<T>(database: DatabaseSync, steps: Iterator<void, T>, isStopped: () => boolean): Promise<T> {
  // Commits need not wait for the disk: the next start repeats what a loss of power undoes.
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

/** Whether the disk has no space for writes now. @throws {Error} of SQLite if the file fails. */
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
  return getResultCode(error) === resultCode.full || Object(error).errcode === ioErrorWrite
}

function isFileError(error: unknown): boolean {
  const code = getResultCode(error)
  return Object.values(resultCode).some((candidate) => candidate === code)
}

function filesChanged(): Error {
  return new Error('another program has changed, moved or deleted the data files')
}
