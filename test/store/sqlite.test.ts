import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, openSqliteStore, statements } from '../../server/store/sqlite.ts'
import { describePlantStore } from './plant-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plants-'))
})
afterEach(() => rm(folder, { recursive: true }))

describePlantStore('SQLite', async () => openSqliteStore(folder))

const time = '2025-11-20T09:00:00.000Z'
const fern = { id: 'a', name: 'Fern', tag: '', createdAt: time, updatedAt: time }
const all = { tag: undefined, after: undefined, most: 101 }

describe('the SQLite file', () => {
  it('is new once', async () => {
    const first = openSqliteStore(folder)
    expect(first.isNew).toBe(true)
    await first.close()
    const second = openSqliteStore(folder)
    expect(second.isNew).toBe(false)
    await second.close()
  })

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

  it('is walked along an index by every query', async () => {
    await openSqliteStore(folder).close()
    const database = new DatabaseSync(join(folder, 'plants.db'))
    const plan = (sql: string) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail)
    expect(plan(statements.list)).toEqual(['SEARCH plant USING PRIMARY KEY (owner=? AND id>?)'])
    expect(plan(statements.listTagged)).toEqual(['SEARCH plant USING INDEX plant_by_tag (owner=? AND tag=? AND id>?)'])
    expect(plan(statements.remove)).toEqual(['SEARCH plant USING PRIMARY KEY (owner=? AND id=?)'])
    database.close()
  })
})
