// Items in one SQLite file: the embedded default. Its calls block the event loop, so each is bounded: at most 101 rows of an
// index, and no wait for a lock. Writes share transactions (group-commit.ts).
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CollectionData, Product } from '../../../core/contract/contract-data.ts'
import {
  descendantsOf,
  type ItemStore,
  keyedItem,
  maxDescendants,
  type Place,
  type StoredItem,
  type StoredItems,
} from '../../../core/resources/item-store.ts'
import { groupCommit } from '../group-commit.ts'
import { sqliteSchema } from '../schemas.ts'
import type { StoredSchema } from '../stored-schema.ts'
import { connect } from './connection.ts'
import { createIndexes, type ListStatement, listStatements, type Name, texts } from './statements.ts'

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

/** The lists by their collection and their filters. */
type Statements = Record<Name, StatementSync> & { lists: Map<string, StatementSync> }

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
  const lists = collections.flatMap(listStatements)
  const byPath = new Map(collections.map((collection) => [collection.path, collection]))
  const prepareAll = (database: DatabaseSync) => {
    createIndexes(database, collections)
    return prepare(database, lists)
  }
  const connection = connect(fileIn(product, folder), prepareAll, report)
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
    async list(place, { filters, after = '', limit }) {
      const { owner, path, collection } = place
      // A caller may pass them in another order than the contract.
      const order = byPath.get(path)?.filters ?? []
      const names = Object.keys(filters).sort((one, other) => order.indexOf(one) - order.indexOf(other))
      const values = names.map((name) => JSON.stringify(filters[name]))
      return connection.read((statements) => {
        const list = statements.lists.get([path, ...names].join(' '))
        if (list === undefined) throw new Error(`There is no list ${[path, ...names].join(' ')}.`)
        if (!exists(statements, place)) return undefined
        const rows = list.all(owner, collection, ...values, after, limit)
        return { items: rows.map(itemOf), revision: revisionOf(statements, place) }
      })
    },
    async revision(place) {
      return connection.read((statements) => (exists(statements, place) ? revisionOf(statements, place) : undefined))
    },
    async get(place, id) {
      return connection.read((statements) => find(statements, place, id))
    },
    create(place, { id, text, key, check }) {
      const { owner, path, collection } = place
      const now = clock()
      return write((statements) => {
        if (!exists(statements, place)) return undefined
        asCaller(() => check?.(revisionOf(statements, place)))
        const earlier = key && statements.findCreation.get(owner, collection, key.name, now)
        if (earlier !== undefined) return textOf(earlier)
        statements.insert.run(owner, collection, id, path, text)
        if (key === undefined) return text
        statements.forgetCreations.run(now)
        statements.keepCreation.run(owner, collection, key.name, text, now + key.keptHours * 60 * 60 * 1000)
        return text
      })
    },
    update(place, id, change) {
      return write((statements) => {
        const text = find(statements, place, id)
        if (text === undefined) return undefined
        const changed = asCaller(() => change(text))
        if (changed !== text) statements.update.run(place.owner, place.collection, id, changed)
        return changed
      })
    },
    delete(place, id, check) {
      return write((statements) => {
        const text = find(statements, place, id)
        if (text === undefined) return undefined
        asCaller(() => check?.(text))
        const policy = byPath.get(place.path)?.children
        if (policy !== undefined && !removeBelow(statements, place, id, policy === 'cascade' ? maxDescendants : 0)) {
          return 'has-children'
        }
        statements.remove.run(place.owner, place.collection, id)
        return 'deleted'
      })
    },
    async itemsAfter(after = ['', '', ''], limit) {
      const rows = await connection.read(({ itemsAfter }) => itemsAfter.all(...after, limit))
      // The rows are arrays.
      return rows.map((row) => keyedItem(row as unknown as unknown[]))
    },
    async checkedContract() {
      const row = await connection.read((statements) => statements.checkedContract.get())
      return row && textOf(row)
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

/** An error of a function that the caller has passed. */
class OfCaller extends Error {}

function asCaller<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    throw new OfCaller('A function of the caller has thrown.', { cause })
  }
}

function prepare(database: DatabaseSync, lists: ListStatement[]): Statements {
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
    lists: new Map(lists.map(({ name, text }) => [name, statementFor(text)])),
  }
}

/** Returns whether the item then has no children. @param most More are not deleted. */
function removeBelow(statements: Statements, place: Place, id: string, most: number): boolean {
  const range = [place.owner, ...descendantsOf(place, id)] as const
  const [count] = statements.countBelow.get(...range, most + 1) as unknown as [number]
  if (count > most) return false
  for (const name of ['removeBelow', 'forgetKeysBelow', 'forgetRevisionsBelow'] as const) statements[name].run(...range)
  return true
}

/** Runs each statement once, for a new owner. */
function tryAll({ lists, ...statements }: Statements): void {
  const place = ['trial', '/trial']
  const range = ['trial', '/trial/trial/', '/trial/trial0']
  const values: Record<Name, (string | number)[]> = {
    insert: [...place, 'trial', '/trial', '{}'],
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
  }
  // It has the keys of `values`.
  for (const name in values) statements[name as Name].all(...values[name as Name])
  for (const [name, list] of lists) list.all(...place, ...name.split(' ').slice(1), '', 1)
}

function exists(statements: Statements, { parent }: Place): boolean {
  return parent === undefined || find(statements, parent.place, parent.id) !== undefined
}

function find({ get }: Statements, { owner, collection }: Place, id: string): string | undefined {
  const row = get.get(owner, collection, id)
  return row === undefined ? undefined : textOf(row)
}

// A collection without items, now and before, has none.
function revisionOf({ revision }: Statements, { owner, collection }: Place): string {
  const row = revision.get(owner, collection)
  return row === undefined ? '' : textOf(row)
}

function itemOf(row: unknown): StoredItem {
  const [id, text] = row as [string, string]
  return { id, text }
}

// `setReturnArrays` makes each row an array in the order of the selected columns. The types of Node do not say so.
function textOf(row: unknown): string {
  const [text] = row as [string]
  return text
}
