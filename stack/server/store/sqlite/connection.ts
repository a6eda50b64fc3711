// Keeps a database open. If its files fail or are changed, it is closed, and opened again once it works.
import type { DatabaseSync } from 'node:sqlite'
import { OutcomeUnknown, probeEveryMs, StoreUnavailable } from '../../../core/resources/item-store.ts'
import { getBackups } from './backup.ts'
import { type FileState, getResultCode, getState, openFile, probeWrite, resultCode } from './file.ts'

const retryAfterMs = 1_000
/** How long a read may take the files for unchanged, because a check at each read would be slow. */
const unchangedForMs = 100

interface Session<Statements> {
  database: DatabaseSync
  statements: Statements
  files: FileState
  /** When the files were last checked, on the monotonic clock. */
  checkedAt: number
  /** Since a write failed for lack of space. Reads still work. */
  isFull: boolean
  /** The last trial, on the monotonic clock. */
  trial?: { at: number; hasWorked: boolean }
}

/**
 * @param report Called with the reason whenever the database cannot be used.
 * @throws {Error} if it cannot be opened now; the message says why.
 */
export function connect<Statements>(
  file: string,
  prepare: (database: DatabaseSync) => Statements,
  report: (reason: string) => void,
) {
  let session: Session<Statements> | undefined = open(true)
  const backups = getBackups(file)
  let isClosed = false
  let retryAt = 0

  function open(mayCreate: boolean): Session<Statements> {
    const database = openFile(file, { mayCreate })
    try {
      const checkedAt = performance.now()
      return { database, statements: prepare(database), files: getState(file), checkedAt, isFull: false }
    } catch (error) {
      database.close()
      throw error
    }
  }

  function current(): Session<Statements> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    const now = performance.now()
    try {
      if (session !== undefined) {
        const { identity, content } = getState(file)
        if (identity !== session.files.identity || content !== session.files.content) throw changed()
        session.checkedAt = now
      } else if (now >= retryAt) {
        session = open(false)
      }
    } catch (error) {
      throw lost(error)
    }
    if (session === undefined) throw new StoreUnavailable('The database is closed until the next attempt to open it.')
    return session
  }

  function readable(): Session<Statements> {
    if (session !== undefined && performance.now() < session.checkedAt + unchangedForMs) return session
    return current()
  }

  function writable(): Session<Statements> {
    const found = current()
    if (!found.isFull) return found
    try {
      probeWrite(found.database)
      found.files = getState(file)
      found.isFull = false
      return found
    } catch (error) {
      throw failed(found, error)
    }
  }

  function tryOn(found: Session<Statements>, trial: (statements: Statements) => void): void {
    const { database, statements } = found
    found.trial = { at: performance.now(), hasWorked: false }
    try {
      database.exec('BEGIN IMMEDIATE')
      trial(statements)
      database.exec('ROLLBACK')
      // What is undone does not reach the disk.
      probeWrite(database)
      found.files = { ...found.files, content: getState(file).content }
      found.trial.hasWorked = true
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      if (isFileError(error)) throw failed(found, error)
      report(getReason(error))
    }
  }

  /** Returns the error to throw. Errors that do not come from the files are passed on. */
  function failed(found: Session<Statements>, error: unknown): unknown {
    if (!isFileError(error)) return error
    if (getResultCode(error) !== resultCode.full) return lost(error)
    found.isFull = true
    try {
      // SQLite may have written a part before the error.
      found.files = { ...found.files, content: getState(file).content }
    } catch (missing) {
      return lost(missing)
    }
    report(getReason(error))
    return new StoreUnavailable('The disk is full.', { cause: error })
  }

  function lost(error: unknown): StoreUnavailable {
    retryAt = performance.now() + retryAfterMs
    report(getReason(error))
    closeSession()
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
      const found = readable()
      try {
        return run(found.statements)
      } catch (error) {
        throw failed(found, error)
      }
    },

    /**
     * Runs the writes in one transaction, which is durable afterwards. If one throws, none has happened.
     * @throws {StoreUnavailable} @throws {OutcomeUnknown}
     */
    transaction(writes: ((statements: Statements) => unknown)[]): unknown[] {
      const found = writable()
      const { database, statements, files } = found
      let isCommitting = false
      try {
        database.exec('BEGIN IMMEDIATE')
        const results = writes.map((write) => write(statements))
        isCommitting = true
        database.exec('COMMIT')
        found.files = getState(file)
        if (found.files.identity !== files.identity) throw changed()
        return results
      } catch (error) {
        if (isCommitting && getResultCode(error) !== resultCode.full) {
          throw new OutcomeUnknown('The commit failed.', { cause: lost(error) })
        }
        if (database.isTransaction) database.exec('ROLLBACK')
        throw failed(found, error)
      }
    },

    /**
     * Returns whether reads, writes and `trial` work now. It is run and undone, at most once in five seconds.
     */
    isReady(trial: (statements: Statements) => void): boolean {
      try {
        const found = writable()
        if (found.trial === undefined || performance.now() > found.trial.at + probeEveryMs) tryOn(found, trial)
        return found.trial?.hasWorked === true
      } catch {
        return false
      }
    },

    /** As `SqliteStore.backUp`. */
    async backUp(): Promise<string | undefined> {
      return backups.make(current().database)
    },

    async close(): Promise<void> {
      isClosed = true
      closeSession()
      await backups.stop()
    },
  }
}

function isFileError(error: unknown): boolean {
  const code = getResultCode(error)
  return Object.values(resultCode).some((one) => one === code)
}

function changed(): Error {
  return new Error('another program has changed, moved or deleted the data files')
}

function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
