// Items in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded: at most 501 rows
// of a key, and no wait for a lock. Writes share transactions (group-commit.ts).
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionData, Product } from '../../../core/contract/contract-data.ts'
import { type ItemStore, keyedItem, type Place, type StoredItems } from '../../../core/stores/item-store.ts'
import { synchronousStore } from '../../../core/stores/synchronous-store.ts'
import { getCanaryItems } from '../canary-items.ts'
import { groupCommit } from '../group-commit.ts'
import { connect } from './connection.ts'
import { createEntries } from './entries.ts'
import { type Items, prepareItems, toText } from './items.ts'

export interface SqliteOptions {
  product: Pick<Product, 'shortName'>
  collections: CollectionData[]
  /** Called with the reason whenever the data cannot be used. */
  report?: (reason: string) => void
  /** Called with what is done while the data are opened. */
  onProgress?: (progress: string) => void
  /** Stops the opening. */
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
   * @returns The path of the file; `undefined` while another backup is made.
   * @throws {StoreUnavailable} @throws {Error} The message says why.
   */
  backUp(): Promise<string | undefined>
}

/** The file in a data folder. */
export function fileIn({ shortName }: Pick<Product, 'shortName'>, folder: string): string {
  return join(folder, `${shortName}.db`)
}

/**
 * @param folder Holds the file. It must exist; the file is created if it does not.
 * @throws {Error} if the data cannot be used now; the message says why.
 */
export async function openSqliteStore(
  folder: string,
  { product, collections, report = () => {}, onProgress = () => {}, now = Date.now, ...opening }: SqliteOptions,
): Promise<SqliteStore> {
  function* prepare(database: DatabaseSync): Generator<void, Items> {
    // A statement that fails can undo its changes: by default, SQLite writes the pages to a temporary file as soon as
    // those of one transaction have 64 KiB, and from then on for each write.
    database.exec('PRAGMA temp_store = MEMORY')
    yield* createEntries(database, collections, onProgress)
    return prepareItems(database, collections, now)
  }
  const connection = await connect(fileIn(product, folder), prepare, report, opening)
  const commits = groupCommit(connection.transaction)

  return {
    ...synchronousStore(collections, async (read) => connection.read(read), commits.add),
    async itemsAfter(after = ['', '', ''], limit) {
      const rows = await connection.read(({ statements }) => statements.itemsAfter.all(...after, limit))
      // The rows are arrays.
      return rows.map((row) => keyedItem(row as unknown as unknown[]))
    },
    async checkedContract() {
      const row = await connection.read(({ statements }) => statements.checkedContract.get())
      return row && toText(row)
    },
    keepCheckedContract(contract) {
      return commits.add(({ statements }) => void statements.keepCheckedContract.run(contract))
    },
    async readiness() {
      return connection.readiness((items) => useTables(items, collections))
    },
    backUp: connection.backUp,
    async close() {
      commits.flush()
      await connection.close()
    },
  }
}

const trial: Place = { owner: 'trial', path: '/trial', collection: '/trial' }

/** Writes to each table. No other program can change one of them while the file is open. */
function useTables(items: Items, collections: CollectionData[]): void {
  const canaries = getCanaryItems(collections)
  items.insert(trial, 'trial', '{}', '')
  for (const { path, id, text } of canaries)
    items.insert({ ...trial, path, collection: '/trial/trial/all' }, id, text, '')
  items.keepCreation(trial, { name: 'trial', ttlHours: 1 }, '{}')
  items.removeBelow(trial, 'trial', canaries.length)
}
