import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Collection } from '../../../../core/contract/contract.ts'
import type { ListQuery } from '../../../../core/stores/item-store.ts'
import { listStatements } from '../../../../server/store/list-statement.ts'
import { sqliteSchema } from '../../../../server/store/schemas.ts'
import { sqliteDialect } from '../../../../server/store/sqlite/lists.ts'
import { openSqliteStore as openStore, type SqliteOptions } from '../../../../server/store/sqlite/store.ts'
import { newFolder } from '../../../support/folder.ts'
import { rooms, roomsKey, testCollections, toItem } from '../../../support/item-store/collections.ts'
import { describeItemStore, describeStoredItems } from '../../../support/item-store/suite.ts'

function openSqliteStore(folder: string, options: Partial<SqliteOptions> = {}) {
  return openStore(folder, { product: { shortName: 'rooms' }, collections: testCollections, ...options })
}

let folder: string
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = join(folder, 'rooms.db')
})

function execute(...statements: string[]): void {
  using database = new DatabaseSync(file)
  for (const sql of statements) database.exec(sql)
}

describeItemStore('SQLite', async () => {
  let now = 0
  return {
    store: await openSqliteStore(folder, { now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
})

const ann = roomsKey('ann')
const desk = toItem('a', { label: 'Desk' })
const allItems = { limit: 101 }

describe('the SQLite file', () => {
  describeStoredItems(async () => openSqliteStore(folder), execute, [
    "INSERT OR REPLACE INTO item VALUES ('ann', '/rooms', 'a', '/rooms', '{}', '')",
  ])

  it('has every acknowledged item, even if the process is killed', async () => {
    const store = await openSqliteStore(folder)
    await store.create(ann, desk)
    // The files at this moment are what a killed process leaves behind.
    const copy = join(folder, 'copy')
    for (const name of ['rooms.db', 'rooms.db-wal']) await cp(join(folder, name), join(copy, name))
    await store.close()
    const recovered = await openSqliteStore(copy)
    expect((await recovered.list(ann, allItems))?.items).toEqual([desk])
    await recovered.close()
  })

  it('is rejected and not changed if a newer version wrote it', async () => {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 999')
    await expect(openSqliteStore(folder)).rejects.toThrow('newer version')
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 })
    database.close()
  })

  it('is migrated to the columns and indexes of this version if an earlier one wrote it, and keeps its items', async () => {
    execute(
      sqliteSchema.tables
        .replace(/^ *(creator|has_index_rows) .*\n|CREATE TABLE item_trust .*/gm, '')
        .replaceAll('hex(randomblob(16)), 0', 'hex(randomblob(16))'),
      'CREATE INDEX item_filter_1 ON item (owner); CREATE TABLE item_search_1 (word)',
      `INSERT INTO item VALUES ('ann', '/rooms', 'a', '/rooms', '${desk.text}'); PRAGMA user_version = 1`,
    )
    const store = await openSqliteStore(folder)
    const keep = vi.fn((text: string, _creator: string) => text)
    expect(await store.update(ann, 'a', keep)).toBe(desk.text)
    expect(keep).toHaveBeenCalledWith(desk.text, '')
    await store.close()
    const readSchema = (path: string) => {
      using database = new DatabaseSync(path)
      const columns = database.prepare('PRAGMA table_info(item)').all()
      return [...columns, ...database.prepare('SELECT name FROM sqlite_schema ORDER BY name').all()]
    }
    const otherFolder = await newFolder()
    await (await openSqliteStore(otherFolder)).close()
    expect(readSchema(file)).toEqual(readSchema(join(otherFolder, 'rooms.db')))
  })

  it('is synchronised to the disk at every commit', async () => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    const store = await openSqliteStore(folder)
    const [database] = exec.mock.contexts as DatabaseSync[]
    exec.mockRestore()
    // 2 is FULL, https://www.sqlite.org/pragma.html#pragma_synchronous
    expect(database?.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database?.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    await store.close()
  })

  it.each<[query: Partial<ListQuery>, steps: string[]]>([
    [{ count: true }, ['COVERING INDEX unique ()']],
    [{ count: true, after: { id: 'a' } }, ['COVERING INDEX unique (id>?)']],
    [{ sort: { field: 'width' }, after: { id: 'a', value: 1 } }, ['COVERING INDEX order_1 ((order_1,id)>(?,?))']],
    [
      { filters: { label: 'x' }, sort: { field: 'width', descending: true }, ranges: { width: { min: 1 } } },
      ['COVERING INDEX filter_0_order_1 (filter_0=? AND order_1>?)'],
    ],
    [{ sort: { field: 'note' } }, ['=', '>'].map((after) => `COVERING INDEX order_2 (order_2${after}?)`)],
    [{ filters: { label: 'x', full: true }, searchTerms: ['a'] }, Array(3).fill('INDEX filter_0 (filter_0=?)')],
  ])('scans a range of an index for the list %j', async (query, expected) => {
    await (await openSqliteStore(folder)).close()
    using database = new DatabaseSync(file)
    const { text, values } = listStatements(sqliteDialect, rooms, ann, { limit: 20, ...query }).page([])
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values)
    const scans = steps.map(({ detail }) => String(detail)).filter((detail) => detail.includes(' item'))
    const short = scans.map((scan) =>
      scan
        .replace(/sqlite_autoindex_\w+/, 'unique')
        .replaceAll(/(?:SEARCH )?item_index_[0-9a-f]+(?:_| USING )/g, '')
        .replace(/owner=\? AND collection=\?(?: AND )?/, ''),
    )
    expect(short.sort()).toEqual(expected)
  })

  it('has the index rows of all items, even if a start with this or a different contract was interrupted', async () => {
    await (await openSqliteStore(folder, { collections: [] })).close()
    execute(`CREATE TABLE item_unfinished (owner);
      WITH RECURSIVE counter (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counter WHERE n < 3000)
      INSERT INTO item SELECT 'owner ' || (n % 3), '/rooms', n, '/rooms', json_object('id', n), '' FROM counter`)
    await (await openSqliteStore(folder)).close()
    // This start drops some of the rows, and is aborted.
    const otherStore = openSqliteStore(folder, { collections: withDefaultLabel('x'), signal: AbortSignal.abort() })
    await expect(otherStore).rejects.toThrow('The store is closed.')
    for (const label of ['', 'x']) {
      const store = await openSqliteStore(folder, { collections: withDefaultLabel(label) })
      for (const owner of ['owner 0', 'owner 1', 'owner 2']) {
        const page = await store.list(roomsKey(owner), { filters: { label }, limit: 1_001 })
        expect(new Set(page?.items.map(({ id }) => id)).size).toBe(1000)
      }
      await store.close()
    }
  })
})

/** Returns the collections of a contract in which `label` has this default. */
function withDefaultLabel(label: string): Collection[] {
  return testCollections.map((collection) => {
    return collection.filters.includes('label')
      ? { ...collection, fields: { ...collection.fields, label: { default: label } } }
      : collection
  })
}
