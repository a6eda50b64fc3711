// Items in PostgreSQL, for several instances of the service. Most calls are one statement, and so one round trip.
import { randomUUID } from 'node:crypto'
import { getCollection } from '../../../core/contract/collections.ts'
import type { Collection } from '../../../core/contract/contract.ts'
import { toPage } from '../../../core/items/list-page.ts'
import { asRefusal, type ClientSocket, type ItemStore, type StoredItems } from '../../../core/stores/item-store.ts'
import type { StoreContract } from '../../../core/stores/validation.ts'
import { readTotal } from '../list-statement.ts'
import { getCanaryItems } from '../schemas.ts'
import { type Connection, type ConnectionOptions, connectToDatabase } from './connection.ts'
import { listsOf } from './lists.ts'
import { type SessionUse, type Statement, UnusableDatabase } from './session.ts'
import { readItemsAfter, statement } from './statements.ts'
import { firstValue, getWrites, parentValues } from './writes.ts'

const cleanupEveryMs = 60_000

export type PostgresStore = ItemStore & StoredItems & Pick<Connection, 'waitingStatements'>

/** @throws {Error} if the database cannot be used now; the message says why. */
export async function openPostgresStore(options: ConnectionOptions & StoreContract): Promise<PostgresStore> {
  const database = await connectToDatabase(options)
  const { collections } = options
  const { keys, validate, toInsert, remove, commit } = getWrites(options)

  /** Calls `use` in a transaction during which no other session changes the item. */
  function withLocked<T>(
    key: string[],
    client: ClientSocket | undefined,
    use: (run: SessionUse['read'], text: string, createdBy: string) => Promise<T>,
  ): Promise<T | undefined> {
    return database.transact(async (run) => {
      const [[text, createdBy] = []] = await run(statement('getLocked', key))
      return text == null || createdBy == null ? undefined : use(run, text, createdBy)
    }, client)
  }

  async function deleteExpiredCreations(): Promise<void> {
    const deleted = await database.write(statement('deleteExpiredCreations', []))
    if (deleted.length > 0) await deleteExpiredCreations()
  }
  // Every instance does so. If it fails, the rows stay until the next time.
  const cleanupTimer = setInterval(() => void deleteExpiredCreations().catch(() => {}), cleanupEveryMs).unref()

  return {
    async list(collectionKey, query) {
      const collection = getCollection(collections, collectionKey.path)
      const lists = listsOf(collection, collectionKey, query)
      const [counts = []] = lists.probe ? await database.read(lists.probe) : []
      const probe = counts.map(Number)
      const rows = await database.read(lists.page(probe, keys.get(collectionKey.path)))
      const [revision, exists] = rows[0] ?? []
      if (exists == null) return undefined
      const toValue = (value = null as string | null) =>
        query.sort && collection.orders[query.sort.field]?.type === 'number' && value !== null ? Number(value) : value
      const listRows = rows.flatMap(([, , id, text, value, , isEnd]) =>
        id == null
          ? []
          : { id, text: text ?? undefined, isEnd: isEnd === '1', ...(query.sort && { value: toValue(value) }) },
      )
      const isTrusted = rows.every(([, , , text, , isValid]) => text == null || isValid === 't')
      const page = { ...toPage(listRows, query.limit), revision: revision ?? '', isTrusted }
      if (!query.count) return page
      const { statement, maxRows } = lists.total(probe)
      const [row] = await database.read(statement)
      return { ...page, total: readTotal(row?.map(Number), maxRows) }
    },
    async revision(collectionKey) {
      const { owner, collection, parent } = collectionKey
      const name = parent ? 'revisionWithParent' : 'revision'
      const [row] = await database.read(statement(name, [owner, collection, ...parentValues(parent)]))
      return row && (row[0] ?? '')
    },
    async get({ owner, path, collection }, id) {
      const [[text, , isValid] = []] = await database.read(statement('get', [owner, collection, id, keys.get(path)]))
      return text == null ? undefined : { text, isTrusted: isValid === 't' }
    },
    async create(collectionKey, creation, { client } = {}) {
      const { owner, collection, parent } = collectionKey
      const { check } = creation
      const insert = toInsert(collectionKey, creation)
      if (check === undefined) return firstValue(await database.write(insert, client))
      const lock = statement(parent ? 'lockWithParent' : 'lock', [owner, collection, ...parentValues(parent)])
      return database.transact(async (run) => {
        const [row] = await run(lock)
        if (row === undefined) return undefined
        asRefusal(() => check(row[0] ?? ''))
        return firstValue(await run(insert))
      }, client)
    },
    async update({ owner, path, collection }, id, change, { client } = {}) {
      const key = [owner, collection, id]
      /** @param expected Text that the item must still have; `null` if locked. @returns `undefined` if nothing changes. */
      const toUpdate = (text: string, createdBy: string, expected: string | null) => {
        const newText = change(text, createdBy)
        if (newText === text) return undefined
        return statement('update', [...key, newText, validate(path, id, newText), expected])
      }
      const [[text, createdBy] = []] = await database.read(statement('get', [...key, null]), client)
      if (text == null || createdBy == null) return undefined
      const update = toUpdate(text, createdBy, text)
      const stored = update === undefined ? text : firstValue(await database.write(update, client))
      if (stored !== undefined) return stored
      // Other sessions may keep changing the item. With a lock, the number of statements is bounded.
      return withLocked(key, client, async (run, text, createdBy) => {
        const update = asRefusal(() => toUpdate(text, createdBy, null))
        return update === undefined ? text : firstValue(await run(update))
      })
    },
    async delete(collectionKey, id, check, { client } = {}) {
      const { children } = getCollection(collections, collectionKey.path)
      if (children === undefined && check === undefined)
        return remove((statement) => database.write(statement, client), collectionKey, id)
      return withLocked([collectionKey.owner, collectionKey.collection, id], client, async (run, text, createdBy) => {
        asRefusal(() => check?.(text, createdBy))
        return remove(run, collectionKey, id)
      })
    },
    commit: (reads, writes, { client, response } = {}) =>
      database.transact(
        (run) => commit(run, reads, writes, response),
        client,
        (outcome) => outcome === 'committed',
      ),
    async response(owner, key) {
      return firstValue(await database.read(statement('response', [owner, key])))
    },
    itemsAfter: readItemsAfter(database.read),
    async checkedContract() {
      return firstValue(await database.read(statement('checkedContract', [])))
    },
    async keepCheckedContract(contract) {
      await database.write(statement('keepCheckedContract', [contract]))
    },
    readiness: () => database.readiness(() => canaryStatements(options.collections)),
    waitingStatements: database.waitingStatements,
    async close() {
      clearInterval(cleanupTimer)
      await database.close()
    },
  }
}

/** Returns statements that need all privileges on all tables, for a new owner, so that no instance waits for another. */
function canaryStatements(collections: Collection[]): Statement[] {
  const collectionKey = { owner: `canary ${randomUUID()}`, collection: '/canary' }
  const key = [collectionKey.owner, collectionKey.collection, 'canary']
  const range = [...key, '/canary/canary/', '/canary/canary0']
  const descendantPath = '/canary/canary/all'
  const canaries = getCanaryItems(collections)
  return [
    statement('insertOnce', [...key, '/canary', '{}', '', null, 'key', 1]),
    ...canaries.map(({ path, id, text }) =>
      statement('insert', [collectionKey.owner, descendantPath, id, path, text, '', null]),
    ),
    statement('lock', [collectionKey.owner, collectionKey.collection]),
    statement('update', [...key, '[]', null, null]),
    statement('removeWithDescendants', [...range, canaries.length]),
    statement('deleteDescendantKeys', range),
    statement('deleteDescendantRevisions', range),
    statement('checkedContract', []),
    ...collections.map((collection) => {
      const [field] = Object.keys(collection.orders)
      const query = { limit: 1, sort: field === undefined ? undefined : { field } }
      return listsOf(collection, { ...collectionKey, path: collection.path }, query).page([], '')
    }),
  ]
}

const createDatabase = 'Create the database, or correct its name'
const checkAccess = 'Check the user and the password'
const checkServer = 'Start the server, or correct its host and port'

/** Advice by SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html, or by the code of Node. */
const advice: Record<string, string> = {
  '28000': checkAccess,
  '28P01': checkAccess,
  '3D000': createDatabase,
  '42501': 'Grant the right to create tables to the user',
  '53300': 'Allow the server more connections, or set a smaller DATABASE_POOL_SIZE=',
  ECONNREFUSED: checkServer,
  ECONNRESET: checkServer,
  EHOSTUNREACH: checkServer,
  ENOTFOUND: checkServer,
  ENOENT: 'Check the paths of files',
  EAI_AGAIN: checkServer,
}

/** Returns what to do if the database cannot be used at the start. */
export function adviceForPostgres(error: unknown): string {
  const { cause, code } = Object(error)
  if (error instanceof UnusableDatabase) return error.advice
  const hint = advice[String(code)]
  if (hint !== undefined) return `${hint}${hint.includes('=') ? '' : ' in DATABASE_URL='}.`
  return cause === undefined ? 'Check DATABASE_URL=.' : adviceForPostgres(cause)
}
