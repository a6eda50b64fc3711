// Items in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded: at most 501 rows of a
// key, and no wait for a lock. Writes share transactions (group-commit.ts).
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionData, Product } from '../../../core/contract/contract-data.ts'
import { type ItemStore, keyedItem, type StoredItems } from '../../../core/resources/item-store.ts'
import { groupCommit } from '../group-commit.ts'
import { sqliteSchema } from '../schemas.ts'
import type { StoredSchema } from '../stored-schema.ts'
import { connect } from './connection.ts'
import { createEntries, prepareEntries } from './entries.ts'
import { prepareLists } from './lists.ts'
import { type Name, texts } from './statements.ts'
import { asCaller, exists, find, getRevision, getWrites, OfCaller, replace, type Statements, toText } from './writes.ts'

export interface SqliteOptions {
  product: Pick<Product, 'shortName'>
  collections: CollectionData[]
  /** Called with the reason whenever the data cannot be used. */
  report?: (reason: string) => void
  /** Decides when an idempotency key expires. */
  now?: () => number
}

export interface SqliteStore extends ItemStore, StoredItems {
  /**
   * Writes a copy of the database, while the store is used, to a new file in the folder `backups`. It has every write that
   * was acknowledged before the call.
   * @returns The path of the file; `undefined` while another backup is made.
   * @throws {StoreUnavailable} @throws {Error} The message says why.
   */
  backUp(): Promise<string | undefined>
  schema: StoredSchema
}

/** The file in a data folder. */
export function fileIn({ shortName }: Pick<Product, 'shortName'>, folder: string): string {
  return join(folder, `${shortName}.db`)
}

/**
 * @param folder Holds the file. It must exist; the file is created if it does not.
 * @throws {Error} if the data cannot be used now; the message says why.
 */
export function openSqliteStore(
  folder: string,
  { product, collections, report = () => {}, now: clock = () => Date.now() }: SqliteOptions,
): SqliteStore {
  const prepareAll = (database: DatabaseSync) => {
    createEntries(database, collections)
    // A statement that fails can undo its changes: by default, SQLite writes the pages to a temporary file as soon as
    // those of one transaction have 64 KiB, and from then on for each write.
    database.exec('PRAGMA temp_store = MEMORY')
    return prepare(database, collections)
  }
  const connection = connect(fileIn(product, folder), prepareAll, report)
  const { create, remove, commit } = getWrites(collections, clock)
  const commits = groupCommit(connection.transaction)

  /** Nothing else happens between the decision and the write. @param decide Returns what was written. */
  async function write<T>(decide: (statements: Statements) => T): Promise<T> {
    const outcome = await commits.add((statements) => {
      try {
        return { written: decide(statements) }
      } catch (error) {
        // Not thrown here: the writes that share the transaction would be undone, and run again one by one.
        if (error instanceof OfCaller) return { error: error.cause }
        throw error
      }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.written
  }

  return {
    async list(place, query) {
      return connection.read((statements) => {
        if (!exists(statements, place)) return undefined
        return { items: statements.lists.read(place, query), revision: getRevision(statements, place) }
      })
    },
    async revision(place) {
      return connection.read((statements) => (exists(statements, place) ? getRevision(statements, place) : undefined))
    },
    async get(place, id) {
      return connection.read((statements) => find(statements, place, id)?.text)
    },
    create(place, creation) {
      return write((statements) => create(statements, place, creation))
    },
    update(place, id, change) {
      return write((statements) => {
        const found = find(statements, place, id)
        if (found === undefined) return undefined
        const { text, creator } = found
        const changed = asCaller(() => change(text, creator))
        if (changed !== text) replace(statements, place, id, text, changed)
        return changed
      })
    },
    delete(place, id, check) {
      return write((statements) => remove(statements, place, id, check))
    },
    commit(reads, writes) {
      return write((statements) => commit(statements, reads, writes))
    },
    async itemsAfter(after = ['', '', ''], limit) {
      const rows = await connection.read(({ itemsAfter }) => itemsAfter.all(...after, limit))
      // The rows are arrays.
      return rows.map((row) => keyedItem(row as unknown as unknown[]))
    },
    async checkedContract() {
      const row = await connection.read((statements) => statements.checkedContract.get())
      return row && toText(row)
    },
    keepCheckedContract(contract) {
      return write(({ keepCheckedContract }) => void keepCheckedContract.run(contract))
    },
    async isReady() {
      return connection.isReady(tryAll)
    },
    schema: { engine: 'sqlite', version: sqliteSchema.migrations.length },
    backUp: connection.backUp,
    async close() {
      commits.flush()
      await connection.close()
    },
  }
}

function prepare(database: DatabaseSync, collections: CollectionData[]): Statements {
  const statementFor = (sql: string) => {
    const statement = database.prepare(sql)
    // Rows as objects are slow: they are dictionaries without a prototype.
    statement.setReturnArrays(true)
    return statement
  }
  const prepared = Object.entries(texts).map(([name, sql]) => [name, statementFor(sql)])
  return {
    // It has the keys of `texts`.
    ...(Object.fromEntries(prepared) as Record<Name, StatementSync>),
    lists: prepareLists(collections, statementFor),
    entries: prepareEntries(collections, statementFor),
  }
}

/** Runs each statement once, for a new owner. */
function tryAll({ lists, entries, ...statements }: Statements): void {
  const place = ['trial', '/trial']
  const range = ['trial', '/trial/trial/', '/trial/trial0']
  const values: Record<Name, (string | number)[]> = {
    insert: [...place, 'trial', '/trial', '{}', ''],
    revision: place,
    get: [...place, 'trial'],
    update: [...place, 'trial', '[]'],
    countBelow: [...range, 1],
    removeBelow: range,
    forgetKeysBelow: range,
    forgetRevisionsBelow: range,
    remove: [...place, 'trial'],
    keepCreation: [...place, 'trial', '{}', 0],
    findCreation: [...place, 'trial', 0],
    forgetCreations: [0],
    itemsAfter: [...place, '', 1],
    checkedContract: [],
    keepCheckedContract: [''],
    save: [],
    undo: [],
    release: [],
  }
  // It has the keys of `values`.
  for (const name in values) statements[name as Name].all(...values[name as Name])
  lists.tryAll('trial')
  entries.tryAll('trial')
}
