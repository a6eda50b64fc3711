import { cp, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, openSqliteStore, statements } from '../../../server/store/sqlite.ts'
import { migrations } from '../../../server/store/sqlite-migrations.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { describePlantStore } from '../../support/plant-store-suite.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(cleanUp)

describePlantStore('SQLite', async () => openSqliteStore(folder))

const time = '2025-11-20T09:00:00.000Z'
const fern = { id: 'a', name: 'Fern', tag: '', createdAt: time, updatedAt: time }
const refuse = () => {
  throw new Error('refused')
}
const all = { tag: undefined, after: undefined, most: 101 }

describe('the SQLite file', () => {
  it('has what was acknowledged, though the process never closed it', async () => {
    const store = openSqliteStore(folder)
    await store.create('ann', fern)
    // What a killed process leaves behind: the files as they are at this moment.
    const left = join(folder, 'left')
    await cp(join(folder, 'plants.db'), join(left, 'plants.db'))
    await cp(join(folder, 'plants.db-wal'), join(left, 'plants.db-wal'))
    await store.close()
    const recovered = openSqliteStore(left)
    expect(await recovered.list('ann', all)).toEqual([fern])
    await recovered.close()
  })

  it('is one server’s at a time', async () => {
    const store = openSqliteStore(folder)
    expect(() => openSqliteStore(folder)).toThrow('database is locked')
    await store.close()
    await openSqliteStore(folder).close()
  })

  it('is refused when a newer version wrote it, and left as it was', () => {
    const newer = new DatabaseSync(join(folder, 'plants.db'))
    newer.exec('PRAGMA user_version = 999')
    newer.close()
    expect(() => openSqliteStore(folder)).toThrow('newer version')
    const after = new DatabaseSync(join(folder, 'plants.db'))
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 })
    after.close()
  })

  it('is written through to the disk at every commit', () => {
    const database = openDatabase(join(folder, 'plants.db'))
    // 2 is FULL, https://www.sqlite.org/pragma.html#pragma_synchronous
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  it('keeps what an older version wrote', async () => {
    for (const version of migrations.keys()) {
      const older = join(folder, String(version))
      const database = await madeBy(older, version)
      if (version > 0) {
        const insert = database.prepare(statements.insert)
        insert.run('ann', fern.id, fern.name, fern.tag, fern.createdAt, fern.updatedAt)
      }
      database.close()
      const store = openSqliteStore(older)
      expect(await store.list('ann', all)).toEqual(version > 0 ? [fern] : [])
      const moss = { ...fern, id: 'b' }
      await store.createOnce('ann', { key: 'k', plant: moss, request: moss, createdAt: new Date(0), keptHours: 24 })
      expect(await store.get('ann', 'b')).toEqual(moss)
      await store.close()
    }
  })

  it('takes no row with a value missing, or with one of another type', async () => {
    await openSqliteStore(folder).close()
    const database = new DatabaseSync(join(folder, 'plants.db'))
    const bytes = new Uint8Array([1])
    for (const sql of [statements.insert, statements.keepCreation]) {
      const insert = database.prepare(sql)
      const row: SQLInputValue[] = sql === statements.insert ? ['o', 'i', 'n', 't', 'c', 'u'] : ['o', 'k', 'r', 'p', 1]
      for (const [index, value] of row.entries()) {
        expect(() => insert.run(...row.with(index, null))).toThrow('NOT NULL constraint failed')
        const type = typeof value === 'number' ? 'INTEGER' : 'TEXT'
        expect(() => insert.run(...row.with(index, bytes))).toThrow(`cannot store BLOB value in ${type}`)
      }
    }
    database.close()
  })

  it('is not written to by a change that changes nothing, or that is refused', async () => {
    const store = openSqliteStore(folder)
    await store.create('ann', fern)
    const written = async () => (await stat(join(folder, 'plants.db-wal'))).size
    const before = await written()
    await store.update('ann', 'a', (plant) => plant)
    await store.update('ann', 'none', (plant) => ({ ...plant, name: 'x' }))
    await store.delete('ann', 'none', () => {})
    await expect(store.delete('ann', 'a', refuse)).rejects.toThrow('refused')
    await expect(store.update('ann', 'a', refuse)).rejects.toThrow('refused')
    expect(await written()).toBe(before)
    await store.update('ann', 'a', (plant) => ({ ...plant, name: 'x' }))
    expect(await written()).toBeGreaterThan(before)
    await store.close()
  })

  it('loses keys that have expired, a few at each creation until none is left, and no others', async () => {
    const day = 24 * 60 * 60 * 1000
    const create = async (key: string, time: number) => {
      const store = openSqliteStore(folder)
      const plant = { ...fern, id: key }
      await store.createOnce('ann', { key, plant, request: fern, createdAt: new Date(time), keptHours: 24 })
      await store.close()
    }
    for (let index = 0; index < 25; index++) await create(`early ${index}`, index)
    await create('late', 30)
    const left: unknown[][] = []
    for (const key of ['x', 'y', 'z']) {
      await create(key, day + 25)
      left.push(keysIn(folder))
    }
    const early = (count: number) => Array.from({ length: count }, (_, index) => `early ${25 - count + index}`)
    expect(left).toEqual([
      [...early(15), 'late', 'x'],
      [...early(5), 'late', 'x', 'y'],
      ['late', 'x', 'y', 'z'],
    ])
  })

  it('is walked along an index by every statement, and never sorted', async () => {
    await openSqliteStore(folder).close()
    const database = new DatabaseSync(join(folder, 'plants.db'))
    const plans = Object.entries(statements).map(([name, sql]) => {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
      // Which number SQLite gives a subquery is its own affair.
      return [name, steps.map(({ detail }) => detail).filter((detail) => !String(detail).startsWith('LIST SUBQUERY'))]
    })
    const onePlant = ['SEARCH plant USING PRIMARY KEY (owner=? AND id=?)']
    const oneCreation = 'SEARCH creation USING PRIMARY KEY (owner=? AND key=?)'
    expect(Object.fromEntries(plans)).toEqual({
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

async function madeBy(folder: string, version: number): Promise<DatabaseSync> {
  await mkdir(folder)
  const database = new DatabaseSync(join(folder, 'plants.db'))
  for (const migration of migrations.slice(0, version)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${version}`)
  return database
}

function keysIn(folder: string): unknown[] {
  const database = new DatabaseSync(join(folder, 'plants.db'), { readOnly: true })
  const rows = database.prepare('SELECT key FROM creation ORDER BY expires_at, key').all()
  database.close()
  return rows.map(({ key }) => key)
}
