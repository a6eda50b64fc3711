import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListQuery } from '../../../../core/stores/item-store.ts'
import { listsOf } from '../../../../server/store/postgres/lists.ts'
import { startSession } from '../../../../server/store/postgres/session.ts'
import { openPostgresStore } from '../../../../server/store/postgres/store.ts'
import { rooms, roomsKey, testCollections, toItem } from '../../../support/item-store/collections.ts'
import { describeItemStore, describeStoredItems } from '../../../support/item-store/suite.ts'
import { newDatabase } from '../../../support/postgres/database.ts'
import { openSession } from '../../../support/postgres/session.ts'

let database = await newDatabase()

function open({ url } = database) {
  const times = { connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 }
  return openPostgresStore({ url, collections: testCollections, poolSize: 10, ...times })
}

/** Opens a session with the settings of the sessions of the store. */
async function openStoreSession() {
  const session = await openSession(database.url)
  await startSession(session, { statementTimeoutMs: 5_000, connectTimeoutMs: 5_000 })
  return session
}

describeItemStore('PostgreSQL', async () => {
  const store = await open()
  // Creating a new database takes longer.
  await database.query('TRUNCATE item, item_creation, item_revision')
  return {
    store,
    // Makes the keys older, because a test cannot set the clock of the server.
    async passTime(milliseconds) {
      const older = 'UPDATE item_creation SET expires_at = expires_at - make_interval(secs => $1)'
      await database.query(older, [milliseconds / 1000])
    },
  }
})

const ann = roomsKey('ann')
const desk = toItem('a', { label: 'Desk' })

describe('the database', () => {
  beforeEach(async () => {
    database = await newDatabase()
  })
  afterEach(() => database[Symbol.asyncDispose]())

  describeStoredItems(open, (sql) => database.query(sql), [
    `INSERT INTO item VALUES ('ann', '/rooms', 'a', '/rooms', '{}')
     ON CONFLICT (owner, collection, id) DO UPDATE SET text = EXCLUDED.text`,
    'TRUNCATE item',
  ])

  it('scans a range of an index for each list and each count, whatever the statistics of the table are', async () => {
    const store = await open()
    await using session = await openStoreSession()
    const orders: Pick<ListQuery, 'sort' | 'ranges' | 'after'>[] = [
      { after: { id: 'a' } },
      { sort: { field: 'label', descending: true }, ranges: { label: { max: 'z' } }, after: { id: 'a', value: 'x' } },
      { sort: { field: 'width' }, ranges: { width: { min: 1 } }, after: { id: 'a', value: 2 } },
      { sort: { field: 'note' }, after: { id: 'a', value: null } },
    ]
    const queries: ListQuery[] = [
      {},
      { filters: { note: null } },
      { filters: { label: 'x', full: true }, searchTerms: ['x'] },
    ].flatMap((query) => orders.map((order) => ({ ...query, ...order, limit: 20 })))
    const explain = async (text: string) => {
      const { rows } = await session.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    }
    const insert = `INSERT INTO item (owner, collection, id, path, text) SELECT 'ann', '/rooms', n::text, '/rooms',
      json_build_object('label', 'x ' || n % 9, 'note', 'y', 'width', n) FROM generate_series(1, 5000) AS n`
    for (const [step, change] of ['', 'ANALYZE', insert, 'ANALYZE'].entries()) {
      await database.query(change)
      for (const query of queries) {
        const { page, probe } = listsOf(rooms, ann, query)
        const plan = await explain(page([], 'key').text)
        expect(plan, JSON.stringify(query)).not.toMatch(/Seq Scan|Bitmap|Hash|Merge/)
        // As long as the planner expects a single row, each index is as good.
        const isOfNull = query.filters?.note === null && query.sort === undefined
        if (step === 3 && isOfNull) expect(plan).toMatch(/_filter_3/)
        // Only the rows of the page are sorted, before their join with the items and after it.
        expect(plan.match(/Sort Key/g)?.length, plan).toBeLessThanOrEqual(2)
        // The only bitmap scan is the one for words.
        const counts = probe ? await explain(probe.text) : ''
        expect(counts).not.toMatch(/Sort|Seq Scan|Bitmap Index Scan on item_index_[0-9a-f]+_(filter|order)/)
        expect(counts.includes('_token')).toBe(query.searchTerms !== undefined)
      }
    }
    await store.close()
  })

  it('reads each number exactly, whatever the settings of the database', async () => {
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET extra_float_digits = 0', current_database()); END $$`,
    )
    const store = await open()
    for (const [id, width] of [0.1 + 0.2, 0.3].entries()) await store.create(ann, toItem(`${id}`, { width }))
    const sort = { field: 'width', descending: true }
    const first = await store.list(ann, { sort, limit: 1 })
    const second = await store.list(ann, { sort, limit: 1, after: first?.next })
    expect([first, second].map((page) => page?.items[0]?.id)).toEqual(['0', '1'])
    expect(second?.next).toBeUndefined()
    await store.close()
  })

  it('has a revision that differs from that of a database with the same changes, such as a restored one', async () => {
    const stores = await Promise.all([open(), open(await newDatabase())])
    for (const store of stores) await store.create(ann, desk)
    const [first, second] = await Promise.all(stores.map((store) => store.revision(ann)))
    expect(first).not.toBe(second)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('stores and finds the longest owner, id, idempotency key and field', async () => {
    const store = await open()
    const owner = JSON.stringify(['ß'.repeat(255), '\u0001'.repeat(255)])
    const label = '\u{1f335}'.repeat(200)
    const item = toItem('i'.repeat(36), { label })
    const key = roomsKey(owner)
    const idempotency = { key: { name: 'k'.repeat(255), ttlHours: 24 } }
    for (const creation of [item, toItem('j')])
      expect(await store.create(key, { ...creation, ...idempotency })).toBe(item.text)
    expect((await store.list(key, { filters: { label }, limit: 1 }))?.items).toEqual([item])
    await store.close()
  })
})
