// Random writes and lists in SQLite, PostgreSQL and memory: each store returns the same pages, whatever changes between
// them. `STEPS=65000 SEED=… make test ARGS=random-lists` runs more.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Collection } from '../../../core/contract/contract.ts'
import { toSearchTerms } from '../../../core/items/search-terms.ts'
import type { ItemStore, ListQuery, StoredItem } from '../../../core/stores/item-store.ts'
import { createMemoryStore, type MemoryData, toMemoryItem } from '../../../core/stores/memory-store.ts'
import { openPostgresStore } from '../../../server/store/postgres/store.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { newFolder } from '../../support/folder.ts'
import { rooms, roomsKey, toItem } from '../../support/item-store/collections.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { readCount, readSeed } from '../../support/read-settings.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const seed = readSeed()
const steps = readCount('STEPS', 1) ?? 400
const stepsPerStart = 100
const random = seededRandom(seed)

/** Versions of a contract that differ in filters, sort fields, defaults and searched fields. */
const contracts: Collection[] = [
  rooms,
  { ...rooms, filters: ['note'], orders: { depth: { type: 'number', optional: true } }, searched: ['note'] },
  { ...rooms, fields: { ...rooms.fields, label: {}, width: { default: 2 } }, searched: ['label'] },
]

const letters = ['a', 'b', 'B', 'é', 'ß', ' ', '-', '\u0001', '\u007f', '\ud7ff', '\ue000', '\uffff', '𐐷', '\u{10ffff}']
const newText = () => Array.from({ length: Math.floor(random() * 4) }, () => random.pick(letters)).join('')
const numbers = [-1e300, -2, -0, 0, 1.5, 2, 2 ** 53, 1e20]
const values = { label: newText, note: () => random.pick([newText(), null]), width: () => random.pick(numbers) }
const nullableValues = { depth: () => random.pick([...numbers, null]), full: () => random.pick([true, false, null]) }
const makers: Record<string, () => string | number | boolean | null> = { ...values, ...nullableValues }

function newFields(): object {
  // A few values do not match the contract.
  const newInvalidValue = () => random.pick([7, '2', true, null, [1]])
  const present = Object.entries(makers).filter(() => random() < 0.7)
  return Object.fromEntries(present.map(([name, make]) => [name, random() < 0.1 ? newInvalidValue() : make()]))
}

function newQuery({ filters, orders }: Collection): ListQuery {
  const pick = <T>(from: T[], probability: number) => from.filter(() => random() < probability)
  const filter = (name: string) => (random() < 0.3 ? [makers[name]?.(), makers[name]?.()] : makers[name]?.())
  const newBound = (name: string) => makers[name]?.() ?? undefined
  const newEnd = (kind: 'min' | 'max', name: string) => random() < 0.7 && { [kind]: newBound(name) ?? 0 }
  const range = (name: string) => ({ ...newEnd('min', name), ...newEnd('max', name) })
  const isString = (name: string) => ({ label: 'string', note: 'string' })[name] === 'string'
  const ranges = pick(Object.keys(orders), 0.15).map((name) => {
    const bounds = Object.entries(range(name)).filter(([, bound]) => (typeof bound === 'string') === isString(name))
    return [name, Object.fromEntries(bounds)]
  })
  return {
    filters: Object.fromEntries(pick(filters, 0.2).map((name) => [name, filter(name)])) as NonNullable<
      ListQuery['filters']
    >,
    ranges: Object.fromEntries(ranges),
    searchTerms: random() < 0.3 ? toSearchTerms(newText()) : [],
    sort: random() < 0.7 ? { field: random.pick(Object.keys(orders)), descending: random() < 0.5 } : undefined,
    limit: random.pick([1, 2, 7]),
    count: random() < 0.2,
  }
}

/** Reads the items of all pages, but stops after 100 items. */
async function readAll(store: ItemStore, query: ListQuery) {
  const items: StoredItem[] = []
  for (
    let after = query.after, isFirst = true;
    (isFirst || after !== undefined) && items.length < 100;
    isFirst = false
  ) {
    const page = await store.list(roomsKey('ann'), { ...query, after })
    items.push(...(page?.items ?? []))
    after = page?.next
  }
  return items
}

const timeout = 600_000 + steps * 50
it(`a list has the same pages in each store, after each of ${steps} steps (SEED=${seed})`, { timeout }, async () => {
  const [folder, database] = [await newFolder(), await newDatabase()]
  const data: MemoryData = new Map()
  const key = roomsKey('ann')
  const ids = new Set<string>()
  let nextPage: { query: ListQuery; stores: ItemStore[] } | undefined

  for (let step = 0; step < steps; ) {
    const contract = random.pick(contracts)
    const collections = [contract]
    const product = { shortName: 'rooms' }
    const sqlite = await openSqliteStore(folder, { product, collections })
    const postgres = await openPostgresStore({
      ...{ url: database.url, collections, poolSize: 2 },
      ...{ connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 },
    })
    const stores = [createMemoryStore({ collections }, data), sqlite, postgres]
    for (let end = step + stepsPerStart; step < Math.min(end, steps); step++) {
      const id = random() < 0.5 || ids.size === 0 ? `${Math.floor(random() * 60)}` : random.pick([...ids])
      const { text } = toItem(id, newFields())
      if (random() < 0.4) {
        const isNew = !ids.has(id)
        if (isNew) for (const store of stores) await store.create(key, { id, text })
        else if (random() < 0.6) for (const store of stores) await store.update(key, id, () => text)
        else for (const store of stores) await store.delete(key, id)
        if (isNew) ids.add(id)
        else if ((await stores[0]?.get(key, id)) === undefined) ids.delete(id)
      } else {
        const query: ListQuery = nextPage?.stores === stores && random() < 0.7 ? nextPage.query : newQuery(contract)
        const [expected, ...pages] = await Promise.all(stores.map((store) => store.list(key, query)))
        const toPage = (page = expected) => ({ items: page?.items, next: page?.next, total: page?.total })
        for (const page of pages) expect(toPage(page), JSON.stringify({ step, query })).toEqual(toPage())
        const fullQuery = { ...newQuery(contract), maxCompared: random.pick([1, 4, 30]) }
        const [items, ...others] = await Promise.all(stores.map((store) => readAll(store, fullQuery)))
        for (const otherItems of others) expect(otherItems, JSON.stringify({ step, fullQuery })).toEqual(items)
        nextPage = expected?.next && { query: { ...query, after: expected.next }, stores }
      }
    }
    await Promise.all([sqlite.close(), postgres.close()])
    // A different program changes an item between two starts.
    const [id = '1'] = ids
    const { text } = toItem(id, newFields())
    using file = new DatabaseSync(join(folder, 'rooms.db'))
    file.prepare('UPDATE item SET text = ? WHERE id = ?').run(text, id)
    await database.query('UPDATE item SET text = $1 WHERE id = $2', [text, id])
    const items = data.get('ann')?.get('/rooms')?.items
    if (items?.has(id)) items.set(id, toMemoryItem({ id, text }))
  }
})
