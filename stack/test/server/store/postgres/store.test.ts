import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CollectionData } from '../../../../core/contract/contract-data.ts'
import { getWords } from '../../../../core/items/list-page.ts'
import type { ListQuery } from '../../../../core/stores/item-store.ts'
import { indexTable } from '../../../../server/store/index-table.ts'
import { listsOf } from '../../../../server/store/postgres/lists.ts'
import { startSession } from '../../../../server/store/postgres/session.ts'
import { openPostgresStore } from '../../../../server/store/postgres/store.ts'
import { getShelves, shelves, testCollections, toItem } from '../../../support/item-store/collections.ts'
import { describeItemStore, describeStoredItems } from '../../../support/item-store/suite.ts'
import { newDatabase } from '../../../support/postgres/database.ts'
import { openSession } from '../../../support/postgres/session.ts'

let database = await newDatabase()

function open({ url } = database, collections: CollectionData[] = testCollections) {
  return openPostgresStore({ url, collections, poolSize: 10, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 })
}

/** With the settings of the store. */
async function openStoreSession() {
  const session = await openSession(database.url)
  await startSession(session, { statementTimeoutMs: 5_000, connectTimeoutMs: 5_000 })
  return session
}

describeItemStore('PostgreSQL', async () => {
  const store = await open()
  // Creating another database takes longer.
  await database.query('TRUNCATE item, item_creation, item_revision')
  return {
    store,
    // The keys become older, because nobody can set the clock of the server.
    async passTime(milliseconds) {
      const older = 'UPDATE item_creation SET expires_at = expires_at - make_interval(secs => $1)'
      await database.query(older, [milliseconds / 1000])
    },
  }
})

const ann = getShelves('ann')
const stairs = toItem('a', { label: 'Desk' })

describe('the database', () => {
  beforeEach(async () => {
    database = await newDatabase()
  })
  afterEach(() => database[Symbol.asyncDispose]())

  describeStoredItems(open, (sql) => database.query(sql), [
    `INSERT INTO item VALUES ('ann', '/shelves', 'a', '/shelves', '{}')
     ON CONFLICT (owner, collection, id) DO UPDATE SET text = EXCLUDED.text`,
    'TRUNCATE item',
  ])

  it('is prepared once, by instances that start at the same time', async () => {
    const stores = await Promise.all([open(), open(), open(), open(), open()])
    await stores[0]?.create(ann, stairs)
    for (const store of stores) expect((await store.get(ann, stairs.id))?.text).toBe(stairs.text)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('scans a range of an index for each list, in its order, and a probe counts no more rows than it needs', async () => {
    const store = await open()
    await database.query(`INSERT INTO item (owner, collection, id, path, text) SELECT 'ann', '/shelves', n, '/shelves',
      json_build_object('label', 'x ' || n % 9, 'note', 'y', 'width', n) FROM generate_series(1, 3000) AS n`)
    await database.query('ANALYZE')
    await using session = await openStoreSession()
    const orders: Pick<ListQuery, 'sort' | 'ranges' | 'after'>[] = [
      {},
      { after: { id: 'a' } },
      { sort: { field: 'label' } },
      {
        sort: { field: 'label', descending: true },
        ranges: { label: { min: 'a', max: 'z' } },
        after: { id: 'a', value: 'x' },
      },
      { sort: { field: 'width' }, ranges: { width: { min: 1 } }, after: { id: 'a', value: 2 } },
      { sort: { field: 'note' }, after: { id: 'a', value: null } },
    ]
    const selected: ListQuery[] = [
      {},
      { filters: { label: 'x' } },
      { filters: { label: 'x', full: true }, words: ['x'] },
    ].flatMap((one) => orders.map((order) => ({ ...one, ...order, limit: 20 })))
    const explain = async (text: string) => {
      const { rows } = await session.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    }
    for (const query of selected) {
      const { page, probe } = listsOf(shelves, ann, query)
      const plan = await explain(page([], 'key').text)
      expect(plan, JSON.stringify(query)).not.toMatch(/Seq Scan|Bitmap|Hash|Merge/)
      // Only the rows of the page are sorted, after their join with the items.
      expect(plan.match(/Sort Key/g), plan).toHaveLength(1)
      // The only bitmap scan is that of words.
      const counts = probe ? await explain(probe.text) : ''
      expect(counts).not.toMatch(/Sort|Seq Scan|Bitmap Index Scan on item_index_[0-9a-f]+_(filter|order)/)
    }
    await store.close()
  })

  it('plans a list once, for all values', async () => {
    const store = await open()
    await using session = await openStoreSession()
    for (const owner of ['ann', 'bob', 'eve'])
      await session.query(listsOf(shelves, getShelves(owner), { sort: { field: 'label' }, limit: 20 }).page([], 'key'))
    const { rows } = await session.query('SELECT generic_plans, custom_plans FROM pg_prepared_statements')
    expect(rows).toEqual([{ generic_plans: '3', custom_plans: '0' }])
    await store.close()
  })

  it('has the words of all items for the searches of the current contract, whoever has written them', async () => {
    const search = async (searched: string[], word: string) => {
      const store = await open(database, withSearch(...searched))
      const page = await store.list(ann, { words: [word], limit: 20 })
      await store.close()
      return page?.items.map(({ id }) => id)
    }
    const store = await open()
    await store.create(ann, toItem('a', { label: 'Oak', note: 'Elm' }))
    await database.query("INSERT INTO item VALUES ('ann', '/shelves', 'b', '/shelves', '{\"label\": \"Oaks\"}', '')")
    await database.query(`UPDATE item SET text = '{"note": "Elms"}' WHERE id = 'b'`)
    await store.close()
    const found = [await search(['label', 'note'], 'oak'), await search(['label', 'note'], 'elm')]
    expect(found).toEqual([['a'], ['a', 'b']])
    expect([await search(['note'], 'oak'), await search(['note'], 'elm')]).toEqual([[], ['a', 'b']])
    await database.query('TRUNCATE item')
    expect(await search(['note'], 'elm')).toEqual([])
  })

  it('keeps the words of another version, which may still run or come back', async () => {
    const old = await open()
    const next = await open(database, withSearch('note'))
    await next.create(ann, toItem('a', { label: 'Oak' }))
    const page = await old.list(ann, { words: ['oak'], limit: 20 })
    expect(page?.items.map(({ id }) => id)).toEqual(['a'])
    expect(await old.readiness()).toBe('ready')
    await Promise.all([old.close(), next.close()])
    const days = `COMMENT ON TABLE %I IS 'filled, unused since 2026-01-01T00:00:00.000Z'`
    const tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'item\\_index\\_%'"
    await database.query(
      `DO $$ DECLARE name text; BEGIN FOR name IN ${tables} AND obj_description(oid, 'pg_class') <> 'filled'
       LOOP EXECUTE format($f$${days}$f$, name); END LOOP; END $$`,
    )
    expect(await database.query(tables)).toHaveLength(2)
    const again = await open(database, withSearch('note'))
    expect(await database.query(tables)).toHaveLength(1)
    await again.close()
  })

  it('finds the same words of a text as other stores', async () => {
    const store = await open()
    const ranges = [
      [1, 0x2fff],
      [0x1f001, 0x2000],
    ]
    const points = ranges.flatMap(([start = 0, length]) =>
      Array.from({ length: length ?? 0 }, (_, index) => start + index),
    )
    // In Unicode 14, that of PostgreSQL 15: later versions of Node know more.
    const characters = points.map((point) => String.fromCodePoint(point)).filter((one) => /\P{Cn}/u.test(one))
    const texts = Array.from({ length: Math.ceil(characters.length / 100) }, (_, index) =>
      characters.slice(index * 100, index * 100 + 100).join(' x'),
    )
    for (const [index, note] of texts.entries()) await store.create(ann, toItem(String(index), { note }))
    for (const row of await database.query(`SELECT id, words FROM ${indexTable(shelves)}`)) {
      const { id, words } = Object(row)
      const note = texts[Number(id)]
      expect(words.split(' ').slice(1)).toEqual(getWords(shelves, { note }))
    }
    await store.close()
  })

  it('has another revision than a database with the same changes, such as a restored one', async () => {
    const stores = await Promise.all([open(), open(await newDatabase())])
    for (const store of stores) await store.create(ann, stairs)
    const [one, other] = await Promise.all(stores.map((store) => store.revision(ann)))
    expect(one).not.toBe(other)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('has a place for long texts that it cannot compress, in a filter and in an order', async () => {
    const store = await open()
    const label = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000)))
    const [one, other] = [label.join(''), [...label.slice(1), 'x'].join('')]
    await store.create(ann, toItem('a', { label: one }))
    await store.create(ann, toItem('b', { label: other }))
    await store.create(ann, toItem('c', { label: other }))
    const list = async (query: Partial<ListQuery>) =>
      (await store.list(ann, { limit: 9, ...query }))?.items.map(({ id }) => id)
    const sort = { field: 'label', descending: true }
    const found = [await list({ filters: { label: one } }), await list({ filters: { label: other }, sort })]
    expect(found).toEqual([['a'], ['c', 'b']])
    await store.close()
  })

  it('opens with a filter and an order that are new, although a stored text is too long for them', async () => {
    const label = Array.from({ length: 1_000 }, (_, index) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000)))
    const [, ...rest] = testCollections
    const old = await open(database, [{ ...shelves, filters: [], orders: {} }, ...rest])
    await old.create(ann, toItem('a', { label: label.join('') }))
    const store = await open()
    await old.create(ann, toItem('b', { label: label.reverse().join('') }))
    await store.create(ann, toItem('c', { label: label.slice(500).join('') }))
    const list = async (query: Partial<ListQuery>) =>
      (await store.list(ann, { limit: 9, ...query }))?.items.map(({ id }) => id)
    expect([await list({ sort: { field: 'label' } }), await list({})]).toEqual([['c'], ['a', 'b', 'c']])
    expect(await list({ filters: { label: label.join('') } })).toEqual(['b'])
    await Promise.all([old.close(), store.close()])
  })

  it('rejects an id that no index can hold, and can be used afterwards', async () => {
    const store = await open()
    const id = Array.from({ length: 1_000 }, (_, index) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000)))
    await expect(store.create(ann, toItem(id.join('')))).rejects.toThrow('index row size')
    expect(await store.create(ann, stairs)).toBe(stairs.text)
    await store.close()
  })

  it('has a place for the longest owner, id, key and field', async () => {
    const store = await open()
    const owner = JSON.stringify(['ß'.repeat(255), '\u0001'.repeat(255)])
    const label = '\u{1f335}'.repeat(200)
    const item = toItem('i'.repeat(36), { label })
    const place = getShelves(owner)
    expect(await store.create(place, { ...item, key: { name: 'k'.repeat(255), ttlHours: 24 } })).toBe(item.text)
    expect((await store.list(place, { filters: { label }, limit: 1 }))?.items).toEqual([item])
    await store.close()
  })
})

/** The collections of a contract with another search. */
function withSearch(...searched: string[]): CollectionData[] {
  return testCollections.map((one) => (one.searched ? { ...one, searched } : one))
}
