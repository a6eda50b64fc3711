// Items in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded: a list
// compares at most 5,000 rows of an index, and no call waits for a lock.
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Collection, Product } from '../../../core/contract/contract.ts'
import {
  type CollectionKey,
  type ItemStore,
  OutcomeUnknown,
  type StoredItems,
  StoreUnavailable,
} from '../../../core/stores/item-store.ts'
import { synchronousStore } from '../../../core/stores/synchronous-store.ts'
import type { StoreContract } from '../../../core/stores/validation.ts'
import { getCanaryItems } from '../schemas.ts'
import { connect } from './connection.ts'
import { firstColumn, prepareItems, readItemsAfter, type SqliteItems } from './items.ts'
import { prepareIndex } from './prepare-index.ts'
import { prepareTrust, type Trust } from './trust.ts'

export interface SqliteOptions extends StoreContract {
  product: Pick<Product, 'shortName'>
  /** Called with the reason whenever the data cannot be used. */
  report?: (reason: string) => void
  /** Called with the progress while the data are opened. */
  onProgress?: (progress: string) => void
  signal?: AbortSignal
  /** Whether a file without tables becomes a new database. Default: true. */
  mayCreate?: boolean
  /** Decides when an idempotency key expires. */
  now?: () => number
}

export interface SqliteStore extends ItemStore, StoredItems {
  /**
   * Writes a copy of the database, while the store is used, to a new file in the folder `backups`. It has every write
   * that was acknowledged before the call.
   * @returns The path of the file; `undefined` while another backup is in progress.
   * @throws {StoreUnavailable} @throws {Error} The message says why.
   */
  backUp(): Promise<string | undefined>
}

export function fileIn({ shortName }: Pick<Product, 'shortName'>, folder: string): string {
  return join(folder, `${shortName}.db`)
}

/**
 * @param folder The existing folder of the file. A missing file is created.
 * @throws {Error} if the data cannot be used now; the message says why.
 */
export async function openSqliteStore(
  folder: string,
  { product, collections, validation, report = () => {}, onProgress = () => {}, now, ...connectOptions }: SqliteOptions,
): Promise<SqliteStore> {
  let wasOpen = false
  function* prepare(database: DatabaseSync): Generator<void, SqliteItems & { trust: Trust }> {
    // The statement journal undoes the changes of a statement that fails. By default, SQLite writes it to a temporary file
    // as soon as the pages of one transaction have 64 KiB, and from then on for each write.
    database.exec('PRAGMA temp_store = MEMORY')
    yield* prepareIndex(database, collections, onProgress)
    // No trigger notices how another program changes an open file. If the disk is full, the next start may trust the items.
    if (wasOpen) void commits.add(({ statements }) => void statements.deleteCheckedContract.run()).catch(() => {})
    const trust = prepareTrust(database, wasOpen ? undefined : validation?.key)
    return { ...prepareItems(database, collections, now ?? Date.now), trust }
  }
  const connection = await connect(fileIn(product, folder), prepare, report, connectOptions)
  wasOpen = true
  const commits = groupCommit(connection.transaction)

  return {
    ...synchronousStore({ collections, validation }, async (runRead) => connection.read(runRead), commits.add),
    async itemsAfter(after, limit) {
      return connection.read(({ statements }) => readItemsAfter(statements.itemsAfter, after, limit))
    },
    async checkedContract() {
      const row = await connection.read(({ statements }) => statements.checkedContract.get())
      return row && firstColumn(row)
    },
    keepCheckedContract(contract, trusted) {
      return commits.add(({ statements, trust }) => {
        statements.keepCheckedContract.run(contract)
        trust.begin(trusted)
      })
    },
    async readiness() {
      return connection.readiness((items) => writeCanary(items, collections))
    },
    backUp: connection.backUp,
    async close() {
      commits.flush()
      await connection.close()
    },
  }
}

const canaryKey: CollectionKey = { owner: 'canary', path: '/canary', collection: '/canary' }

/** Writes items, keys and index rows, to check that this works. No other program can change a table of an open file. */
function writeCanary(items: SqliteItems, collections: Collection[]): void {
  const canaries = getCanaryItems(collections)
  items.insert(canaryKey, 'canary', '{}', '')
  for (const { path, id, text } of canaries)
    items.insert({ ...canaryKey, path, collection: '/canary/canary/all' }, id, text, '')
  items.saveCreation(canaryKey, { name: 'canary', ttlHours: 1 }, '{}')
  items.deleteDescendants(canaryKey, 'canary', canaries.length)
}

/** Limit of the writes of one transaction. More would block the event loop themselves. */
const maxBatch = 100

interface PendingWrite<Context> {
  write: (context: Context) => unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Runs pending writes in one transaction, so that they share one wait for the disk. That wait blocks the event loop:
 * after a long one, the loop is free for at least as long. So the writes of one client cannot block the service.
 * @param transaction Runs the writes, and returns the result of each. If one throws, all are rolled back.
 */
export function groupCommit<Context>(transaction: (writes: ((context: Context) => unknown)[]) => unknown[]) {
  const queue: PendingWrite<Context>[] = []
  let isScheduled = false
  let freeUntil = 0

  function schedule(): void {
    if (isScheduled || queue.length === 0) return
    isScheduled = true
    const wait = freeUntil - performance.now()
    // A timer takes at least a millisecond. After a short commit, one turn of the event loop is enough.
    if (wait >= 1) setTimeout(runNext, wait)
    else setImmediate(runNext)
  }

  function runNext(): void {
    isScheduled = false
    const start = performance.now()
    run(queue.splice(0, maxBatch))
    const end = performance.now()
    freeUntil = end + (end - start)
    schedule()
  }

  function run(batch: PendingWrite<Context>[]): void {
    try {
      const results = transaction(batch.map(({ write }) => write))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index])
    } catch (error) {
      const isStoreFailure = error instanceof StoreUnavailable || error instanceof OutcomeUnknown
      if (batch.length === 1 || isStoreFailure) for (const { reject } of batch) reject(error)
      // One of the writes has failed; the others must not fail with it.
      else for (const write of batch) run([write])
    }
  }

  return {
    /** Resolves once the write is durable. */
    add<T>(write: (context: Context) => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        // The result comes from `write`.
        queue.push({ write, resolve: (result) => resolve(result as T), reject })
        schedule()
      })
    },
    /** Runs all pending writes. */
    flush(): void {
      while (queue.length > 0) run(queue.splice(0, maxBatch))
    },
  }
}
