// Items in PostgreSQL, for several instances of the service. Most calls are one statement, and so one round trip.

import { randomUUID } from 'node:crypto'
import { getCollection } from '../../../core/contract/collections.ts'
import type { Collection } from '../../../core/contract/contract.ts'
import { toPage } from '../../../core/items/list-page.ts'
import { type ItemStore, keyedItem, type StoredItems, type WriteOptions } from '../../../core/stores/item-store.ts'
import type { StoreContract } from '../../../core/stores/validation.ts'
import { readTotal } from '../list-statement.ts'
import { getCanaryItems } from '../schemas.ts'
import { type Connection, type ConnectionOptions, connectToDatabase } from './connection.ts'
import { listsOf } from './lists.ts'
import { UnusableDatabase } from './prepare.ts'
import { ReadOnlyReplica, type Row, type Statement } from './session.ts'
import { statement } from './statements.ts'
import { getKey, getWrites, toText } from './writes.ts'

const forgetEveryMs = 60_000

/** How often a write is tried without a lock. */
const attemptsWithoutLock = 2

export type PostgresStore = ItemStore & StoredItems & Pick<Connection, 'waitingStatements'>

/** @throws {Error} if the database cannot be used now; the message says why. */
export async function openPostgresStore(options: ConnectionOptions & StoreContract): Promise<PostgresStore> {
  const database = await connectToDatabase(options)
  const { collections } = options
  const { keys, validate, toInsert, toRemoval, commit } = getWrites(options)

  /**
   * Reads, decides, and writes only if the item is still the same. An item that others change all the time is then
   * locked, so that the number of statements has a bound.
   * @param decide Returns the rest of the values of `name`; `undefined` to write nothing.
   */
  async function writeIf(
    name: 'update' | 'remove',
    key: unknown[],
    decide: (text: string, creator: string) => unknown[] | undefined,
    { client }: WriteOptions = {},
  ): Promise<Row[]> {
    for (let attempt = 1; attempt <= attemptsWithoutLock; attempt++) {
      const [[text, creator] = []] = await database.read(statement('get', [...key, null]), client)
      if (text == null || creator == null) return []
      const values = decide(text, creator)
      if (values === undefined) return [[text]]
      const written = await database.write(statement(name, [...key, ...values, text]), client)
      if (written.length > 0) return written
    }
    let unchanged: Row[] = []
    const decideLocked = ([row]: Row[]) => {
      const [text, creator] = row ?? []
      const values = text == null || creator == null ? undefined : decide(text, creator)
      if (values !== undefined) return [statement(name, [...key, ...values, null])]
      unchanged = text == null ? [] : [[text]]
      return []
    }
    const written = await database.writeIf(statement('getLocked', key), decideLocked, client)
    return written.length > 0 ? written : unchanged
  }

  async function forgetCreations(): Promise<void> {
    const forgotten = await database.write(statement('forgetCreations', []))
    if (forgotten.length > 0) await forgetCreations()
  }
  // Every instance does so. If it fails, there are more rows until the next time.
  const forgetting = setInterval(() => void forgetCreations().catch(() => {}), forgetEveryMs).unref()

  return {
    async list(place, query) {
      const collection = getCollection(collections, place.path)
      const lists = listsOf(collection, place, query)
      const [counts = []] = lists.probe ? await database.read(lists.probe) : []
      const probe = counts.map(Number)
      const rows = await database.read(lists.page(probe, keys.get(place.path)))
      const [revision, exists] = rows[0] ?? []
      if (exists == null) return undefined
      const toValue = (value = null as string | null) =>
        query.sort && collection.orders[query.sort.field]?.type === 'number' && value !== null ? Number(value) : value
      const listed = rows.flatMap(([, , id, text, value, , isEnd]) =>
        id == null
          ? []
          : { id, text: text ?? undefined, isEnd: isEnd === '1', ...(query.sort && { value: toValue(value) }) },
      )
      const isTrusted = rows.every(([, , , text, , isValid]) => text == null || isValid === 't')
      const page = { ...toPage(listed, query.limit), revision: revision ?? '', isTrusted }
      if (!query.count) return page
      const { statement, maxRows } = lists.total(probe)
      const [row] = await database.read(statement)
      return { ...page, total: readTotal(row?.map(Number), maxRows) }
    },
    async revision(place) {
      const { owner, collection, parent } = place
      const name = parent ? 'revisionBelow' : 'revision'
      const [row] = await database.read(statement(name, [owner, collection, ...getKey(parent)]))
      return row && (row[0] ?? '')
    },
    async get({ owner, path, collection }, id) {
      const [[text, , isValid] = []] = await database.read(statement('get', [owner, collection, id, keys.get(path)]))
      return text == null ? undefined : { text, isTrusted: isValid === 't' }
    },
    async create(place, creation, { client } = {}) {
      const { owner, collection, parent } = place
      const { check } = creation
      const insert = toInsert(place, creation)
      if (check === undefined) return toText(await database.write(insert, client))
      const lock = statement(parent ? 'lockBelow' : 'lock', [owner, collection, ...getKey(parent)])
      const decide = ([row]: Row[]) => {
        if (row === undefined) return []
        check(row[0] ?? '')
        return [insert]
      }
      return toText(await database.writeIf(lock, decide, client))
    },
    async update({ owner, path, collection }, id, change, options) {
      const decide = (text: string, creator: string) => {
        const changed = change(text, creator)
        return changed === text ? undefined : [changed, validate(path, id, changed)]
      }
      return toText(await writeIf('update', [owner, collection, id], decide, options))
    },
    async delete(place, id, check, options = {}) {
      const { owner, path, collection } = place
      const key = [owner, collection, id]
      const { children } = getCollection(collections, path)
      if (children === undefined && check === undefined) {
        const removed = await database.write(statement('remove', [...key, null]), options.client)
        return removed.length > 0 ? 'deleted' : undefined
      }
      const checked = (text: string, creator: string) => {
        check?.(text, creator)
        return []
      }
      if (children === undefined)
        return (await writeIf('remove', key, checked, options)).length > 0 ? 'deleted' : undefined
      const decide = ([row]: Row[]) => {
        const [text, creator] = row ?? []
        if (text == null || creator == null) return []
        check?.(text, creator)
        return toRemoval(place, id)
      }
      const [[outcome] = []] = await database.writeIf(statement('getLocked', key), decide, options.client)
      return outcome === 'deleted' || outcome === 'has-children' ? outcome : undefined
    },
    commit: (reads, writes, { client, response } = {}) =>
      database.transact(async (run) => {
        const outcome = await commit(run, reads, writes, response)
        return { isKept: outcome === 'committed', result: outcome }
      }, client),
    async response(owner, key) {
      return toText(await database.read(statement('response', [owner, key])))
    },
    async itemsAfter(after = ['', '', ''], limit) {
      return (await database.read(statement('itemsAfter', [...after, limit]))).map(keyedItem)
    },
    async checkedContract() {
      return toText(await database.read(statement('checkedContract', [])))
    },
    async keepCheckedContract(contract) {
      await database.write(statement('keepCheckedContract', [contract]))
    },
    readiness: () => database.readiness(() => trialStatements(options.collections)),
    waitingStatements: database.waitingStatements,
    async close() {
      clearInterval(forgetting)
      await database.close()
    },
  }
}

/** They need each right on each table. Each time for a new owner, so that no instance waits for another. */
function trialStatements(collections: Collection[]): Statement[] {
  const place = { owner: `trial ${randomUUID()}`, collection: '/trial' }
  const key = [place.owner, place.collection, 'trial']
  const range = [...key, '/trial/trial/', '/trial/trial0']
  const below = '/trial/trial/all'
  const canaries = getCanaryItems(collections)
  return [
    statement('insertOnce', [...key, '/trial', '{}', '', null, 'key', 1]),
    ...canaries.map(({ path, id, text }) => statement('insert', [place.owner, below, id, path, text, '', null])),
    statement('lock', [place.owner, place.collection]),
    statement('update', [...key, '[]', null, null]),
    statement('removeAll', [...range, canaries.length]),
    statement('forgetKeys', range),
    statement('forgetRevisions', range),
    statement('checkedContract', []),
    ...collections.map((collection) => {
      const [field] = Object.keys(collection.orders)
      const query = { limit: 1, sort: field === undefined ? undefined : { field } }
      return listsOf(collection, { ...place, path: collection.path }, query).page([], '')
    }),
  ]
}

const createDatabase = 'Create the database, or correct its name'
const checkAccess = 'Check the user and the password'
const checkServer = 'Check that the server runs, and its host and port'

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html, or by the code of Node. */
const advice: Record<string, string> = {
  '28000': checkAccess,
  '28P01': checkAccess,
  '3D000': createDatabase,
  '42501': 'Give the user the right to create tables there',
  '53300': 'Allow the server more connections, or set a smaller DATABASE_POOL_SIZE=',
  ECONNREFUSED: checkServer,
  ECONNRESET: checkServer,
  EHOSTUNREACH: checkServer,
  ENOTFOUND: checkServer,
  ENOENT: 'Check the paths of files',
  EAI_AGAIN: checkServer,
}

/** What to do if the database cannot be used at the start. */
export function adviceForPostgres(error: unknown): string {
  const { cause, code } = Object(error)
  if (error instanceof ReadOnlyReplica) return 'Use the address of the primary in DATABASE_URL=.'
  if (error instanceof UnusableDatabase) return error.advice
  const found = advice[String(code)]
  if (found !== undefined) return `${found}${found.includes('=') ? '' : ' in DATABASE_URL='}.`
  return cause === undefined ? 'Check DATABASE_URL=.' : adviceForPostgres(cause)
}
