import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore, statements } from '../../../server/store/sqlite.ts'
import { openDatabase } from '../../../server/store/sqlite-file.ts'
import { migrations } from '../../../server/store/sqlite-migrations.ts'
import { describeConditionalWrites } from '../../support/conditional-writes-suite.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { describePlantStore, idOf, plantOf, type TestStore } from '../../support/plant-store-suite.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = join(folder, 'plants.db')
})
afterAll(cleanUp)

const openTestStore = async (): Promise<TestStore> => {
  let now = 0
  return {
    store: openSqliteStore(folder, { now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
}
describePlantStore('SQLite', openTestStore)
describeConditionalWrites('SQLite', openTestStore)

const fern = plantOf('a', { name: 'Fern' })
const all = { tag: undefined, after: undefined, limit: 101 }

describe('the SQLite file', () => {
  it('has every acknowledged plant, even if the process is killed', async () => {
    const store = openSqliteStore(folder)
    await store.create('ann', fern)
    // The files at this moment are what a killed process leaves behind.
    const copy = join(folder, 'copy')
    for (const name of ['plants.db', 'plants.db-wal']) await cp(join(folder, name), join(copy, name))
    await store.close()
    const recovered = openSqliteStore(copy)
    expect((await recovered.list('ann', all)).plants).toEqual([fern])
    await recovered.close()
  })

  it('is open in one server at a time', async () => {
    const store = openSqliteStore(folder)
    expect(() => openSqliteStore(folder)).toThrow('database is locked')
    await store.close()
    await openSqliteStore(folder).close()
  })

  it('is rejected and not changed if a newer version wrote it', () => {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 999')
    expect(() => openSqliteStore(folder)).toThrow('newer version')
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 })
    database.close()
  })

  it('is written to the disk at every commit', () => {
    const database = openDatabase(file, 'rwc')
    // 2 is FULL, https://www.sqlite.org/pragma.html#pragma_synchronous
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  it.each([...migrations.keys()])('of version %i is migrated, with its plants', async (version) => {
    const database = new DatabaseSync(file)
    for (const migration of migrations.slice(0, version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${version}`)
    const insert = version === 0 ? undefined : database.prepare(statements.insert)
    insert?.run('ann', fern.id, fern.name, fern.tag, fern.createdAt, fern.updatedAt)
    database.close()
    const store = openSqliteStore(folder)
    expect((await store.list('ann', all)).plants).toEqual(version === 0 ? [] : [fern])
    const moss = plantOf('b')
    await store.createOnce('ann', { key: 'k', plant: moss, keptHours: 24 })
    expect(await store.get('ann', moss.id)).toEqual(moss)
    await store.close()
  })

  it.each([
    "INSERT INTO plant VALUES ('ann', 'b', 'moss', '', 't', 't')",
    "INSERT OR IGNORE INTO plant VALUES ('ann', 'b', 'moss', '', 't', 't')",
    `INSERT OR REPLACE INTO plant VALUES ('ann', '${idOf('a')}', 'moss', '', 't', 't')`,
    "UPDATE plant SET name = 'moss'",
    "UPDATE OR IGNORE plant SET name = 'moss'",
    "UPDATE plant SET owner = 'bob'",
    'DELETE FROM plant',
  ])('has a new revision after somebody else runs %s', async (sql) => {
    const store = openSqliteStore(folder)
    await store.create('ann', fern)
    const before = await store.revision('ann')
    await store.close()
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
    const again = openSqliteStore(folder)
    expect(await again.revision('ann')).not.toBe(before)
    expect(await again.revision('bob')).toMatch(sql.includes('bob') ? /./ : /^$/)
    await again.close()
  })

  it('loses expired keys, ten at each creation, and no other keys', async () => {
    const day = 24 * 60 * 60 * 1000
    let plants = 0
    const keysAfter = async (key: string, ms: number) => {
      const store = openSqliteStore(folder, { now: () => ms })
      await store.createOnce('ann', { key, plant: plantOf(`${plants++}`), keptHours: 24 })
      await store.close()
      const database = new DatabaseSync(file, { readOnly: true })
      const rows = database.prepare('SELECT key FROM creation ORDER BY expires_at, key').all()
      database.close()
      return rows.map((row) => row.key)
    }
    for (let index = 0; index < 25; index++) await keysAfter(`early ${index}`, index)
    await keysAfter('late', 30)
    const early = Array.from({ length: 25 }, (_, index) => `early ${index}`)
    expect(await keysAfter('x', day + 25)).toEqual([...early.slice(10), 'late', 'x'])
    expect(await keysAfter('y', day + 25)).toEqual([...early.slice(20), 'late', 'x', 'y'])
    expect(await keysAfter('z', day + 25)).toEqual(['late', 'x', 'y', 'z'])
  })

  it('has an index for every statement, so that none scans or sorts', async () => {
    await openSqliteStore(folder).close()
    const database = new DatabaseSync(file)
    const plans = Object.entries(statements).map(([name, sql]) => {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
      // The number of a subquery has no meaning.
      return [name, steps.map(({ detail }) => detail).filter((detail) => !String(detail).startsWith('LIST SUBQUERY'))]
    })
    const onePlant = ['SEARCH plant USING PRIMARY KEY (owner=? AND id=?)']
    const oneCreation = 'SEARCH creation USING PRIMARY KEY (owner=? AND key=?)'
    expect(Object.fromEntries(plans)).toEqual({
      revision: ['SEARCH revision USING PRIMARY KEY (owner=?)'],
      list: ['SEARCH plant USING PRIMARY KEY (owner=? AND id>?)'],
      listTagged: ['SEARCH plant USING INDEX plant_by_tag (owner=? AND tag=? AND id>?)'],
      get: onePlant,
      insert: [],
      update: onePlant,
      remove: onePlant,
      findCreation: [oneCreation],
      keepCreation: [],
      forgetCreations: [oneCreation, 'SEARCH creation USING COVERING INDEX creation_by_expiry (expires_at<?)'],
    })
    database.close()
  })
})
