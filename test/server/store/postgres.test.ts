import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../server/core/plants/plant-store.ts'
import { openPostgresStore, statements } from '../../../server/store/postgres.ts'
import { describeConditionalWrites } from '../../support/conditional-writes-suite.ts'
import { cleanUp } from '../../support/folder.ts'
import { describePlantStore, idOf, plantOf, type TestStore } from '../../support/plant-store-suite.ts'
import { type Database, newDatabase } from '../../support/postgres/database.ts'
import { queryOnce } from '../../support/postgres/session.ts'

let database: Database
beforeEach(async () => {
  database = await newDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())
afterAll(cleanUp)

function open({ url } = database) {
  const servers = [{ name: 'the test server', url }]
  return openPostgresStore({ servers, poolSize: 10, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 })
}

const openTestStore = async (): Promise<TestStore> => ({
  store: await open(),
  // The keys become older, because nobody can set the clock of the server.
  async passTime(milliseconds) {
    await database.query('UPDATE creation SET expires_at = expires_at - make_interval(secs => $1)', [
      milliseconds / 1000,
    ])
  },
})
describePlantStore('PostgreSQL', openTestStore)
describeConditionalWrites('PostgreSQL', openTestStore)

const fern = plantOf('a', { name: 'Fern' })

describe('the database', () => {
  it('is migrated once, by instances that start at the same time', async () => {
    const stores = await Promise.all([open(), open(), open(), open(), open()])
    await stores[0]?.create('ann', fern)
    for (const store of stores) expect(await store.get('ann', fern.id)).toEqual(fern)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('keeps plants and keys when the store is opened again', async () => {
    const store = await open()
    await store.createOnce('ann', { key: 'k', plant: fern, keptHours: 24 })
    await store.close()
    await expect(store.get('ann', fern.id)).rejects.toThrow(StoreUnavailable)
    const again = await open()
    expect(await again.createOnce('ann', { key: 'k', plant: plantOf('b'), keptHours: 24 })).toEqual(fern)
    await again.close()
  })

  it.each([
    `INSERT INTO plant VALUES ('ann', '${idOf('b')}', 'moss', '', now(), now())`,
    `INSERT INTO plant VALUES ('ann', '${idOf('a')}', 'moss', '', now(), now())
     ON CONFLICT (owner, id) DO UPDATE SET name = EXCLUDED.name`,
    "UPDATE plant SET name = 'moss'",
    "UPDATE plant SET owner = 'bob'",
    'DELETE FROM plant',
    'TRUNCATE plant',
  ])('has a new revision after somebody else runs %s', async (sql) => {
    const store = await open()
    await store.create('ann', fern)
    const before = await store.revision('ann')
    await database.query(sql)
    expect(await store.revision('ann')).not.toBe(before)
    expect(await store.revision('bob')).toMatch(sql.includes("SET owner = 'bob'") ? /./ : /^$/)
    await store.close()
  })

  it('has another revision than a database with the same changes, such as a restored one', async () => {
    const stores = await Promise.all([open(), open(await newDatabase())])
    for (const store of stores) await store.create('ann', fern)
    const [one, other] = await Promise.all(stores.map((store) => store.revision('ann')))
    expect(one).not.toBe(other)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('has an index for every statement, so that none scans or sorts', async () => {
    const store = await open()
    await store.close()
    const planOf = async (sql: string) => {
      // Small tables are scanned, unless that is switched off.
      const url = `${database.url}?options=-c%20enable_seqscan%3Doff%20-c%20enable_bitmapscan%3Doff`
      const rows = await queryOnce(url, `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${sql}`)
      const steps = rows.map((row) => String(row['QUERY PLAN']).trim())
      return steps.filter((step) => /Scan|Sort|Cond|Filter/.test(step))
    }
    const plans = await Promise.all(Object.entries(statements).map(async ([name, sql]) => [name, await planOf(sql)]))
    const revision = ['->  Index Scan using revision_pkey on revision', 'Index Cond: (owner = $1)']
    const onePlant = ['->  Index Scan using plant_pkey on plant', 'Index Cond: ((owner = $1) AND (id = $2))']
    const isExpected = (first: number) =>
      `Filter: (($${first} IS NULL) OR ((name = $${first}) AND (tag = $${first + 1}) AND (updated_at = $${first + 2})))`
    expect(Object.fromEntries(plans)).toEqual({
      list: [...revision, '->  Index Scan using plant_pkey on plant', 'Index Cond: ((owner = $1) AND (id > $2))'],
      listTagged: [
        ...revision,
        '->  Index Scan using plant_by_tag on plant',
        'Index Cond: ((owner = $1) AND (tag = $4) AND (id > $2))',
      ],
      revision: revision.map((step) => step.replace('->  ', '')),
      get: onePlant.map((step) => step.replace('->  ', '')),
      getLocked: onePlant,
      insert: [],
      insertOnce: ['CTE Scan on kept', '->  CTE Scan on kept kept_1', 'Filter: (id = $2)'],
      update: [...onePlant, isExpected(6)],
      remove: [...onePlant, isExpected(3)],
      forgetCreations: [
        '->  Index Scan using creation_by_expiry on creation creation_1',
        'Index Cond: (expires_at <= now())',
        '->  Tid Scan on creation',
        expect.stringMatching(/^TID Cond: \(ctid = ANY/),
      ],
    })
  })

  it('has a place for the longest owner, key, name and tag', async () => {
    const store = await open()
    const text = (length: number) => '\u{1f335}'.repeat(length)
    const owner = JSON.stringify(['ß'.repeat(255), '\u0001'.repeat(255)])
    const plant = plantOf('a', { name: text(200), tag: text(64) })
    expect(await store.createOnce(owner, { key: 'k'.repeat(255), plant, keptHours: 24 })).toEqual(plant)
    expect((await store.list(owner, { tag: plant.tag, after: undefined, limit: 1 })).plants).toEqual([plant])
    await store.close()
  })
})
