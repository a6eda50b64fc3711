// Copies of the database while the service uses it. No other program can open the file, so the service makes them itself,
// over its connection: https://www.sqlite.org/backup.html
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { getResultCode } from './file.ts'

/** Number of pages of 4 KB that one step copies. Writes wait for each step. */
const pagesPerStep = 50
/** Result code of a first step that meets a transaction: Node calls it "not an error", and retries only later steps. */
const okCode = 0
const attempts = 100

/** @param file The database. The copies go to the folder `backups` beside it, which only this process uses. */
export function getBackups(file: string) {
  let current: { stopping: AbortController; result: Promise<string> } | undefined
  return {
    /** @returns The path of the new copy; `undefined` while another backup is in progress. @throws {Error} that says why. */
    async make(database: DatabaseSync): Promise<string | undefined> {
      if (current !== undefined) return undefined
      const stopping = new AbortController()
      const result = makeBackup(database, file, stopping.signal)
      current = { stopping, result }
      return result.finally(() => {
        current = undefined
      })
    },
    /** Stops the backup in progress: its database is about to be closed. */
    async stop(): Promise<void> {
      current?.stopping.abort(new Error('the database was closed before the backup was complete'))
      await current?.result.catch(() => {})
    },
  }
}

async function makeBackup(database: DatabaseSync, file: string, signal: AbortSignal): Promise<string> {
  const folder = join(dirname(file), 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeUnfinished(folder)
  await requireSpace(folder, file)
  const basePath = join(folder, `${basename(file, '.db')}-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`)
  try {
    await copy(database, basePath + unfinished, signal)
    await chmod(basePath + unfinished, 0o600)
    await checkPages(basePath + unfinished, signal)
    // SQLite has flushed the copy to the disk.
    await rename(basePath + unfinished, `${basePath}.db`)
    await flush(folder)
    return `${basePath}.db`
  } catch (error) {
    await removeUnfinished(folder)
    throw error
  }
}

/** SQLite adds to the copy what is written meanwhile, so it has every write that was committed before its last step. */
async function copy(database: DatabaseSync, path: string, signal: AbortSignal): Promise<void> {
  let isFlushing = false
  // Otherwise the last step, during which nothing can be written, would wait until the whole copy is flushed.
  const flushInBackground = async () => {
    if (isFlushing) return
    isFlushing = true
    await flush(path).catch(() => {}) // The last step fails too.
    isFlushing = false
  }
  const progress = () => {
    signal.throwIfAborted()
    void flushInBackground()
  }
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      await backup(database, path, { rate: pagesPerStep, progress })
      return
    } catch (error) {
      if (getResultCode(error) !== okCode || attempt === attempts) throw error
    }
  }
}

const unfinished = '.unfinished'

const checkScript = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(new URL(workerData))
  parentPort.postMessage(database.prepare('PRAGMA quick_check(1)').get().quick_check)`

/** Reads the whole copy, in a worker thread. @throws {Error} if a page is damaged. */
async function checkPages(path: string, signal: AbortSignal): Promise<void> {
  const url = Object.assign(pathToFileURL(path), { search: 'immutable=1' }) // SQLite then creates no files beside it.
  const worker = new Worker(checkScript, { eval: true, workerData: url.href })
  const [result] = await once(worker, 'message', { signal }).finally(() => worker.terminate())
  if (result !== 'ok') throw new Error(`the data are damaged: ${result}`)
}

/** Removes unfinished backups, including those of a process that was killed, and the journals beside them. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.includes(unfinished))) await rm(join(folder, name), { force: true })
}

/** Requires space for a copy, which must not take the space that the service needs for its writes. @throws {Error} */
async function requireSpace(folder: string, file: string): Promise<void> {
  let requiredBytes = (await stat(file)).size
  if (existsSync(`${file}-wal`)) requiredBytes += (await stat(`${file}-wal`)).size
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < requiredBytes) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
    throw new Error(
      `the disk is too full: a copy needs ${megabytes(requiredBytes)}, and ${megabytes(bavail * bsize)} are free`,
    )
  }
}

/** Flushes a file or a folder to the disk. */
async function flush(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}
