// Data that an earlier version of the service wrote: real data (data-version-*/README.md), and data of each version of the tables.
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { sqliteSchema } from '../../../server/store/schemas.ts'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'
import { openPlants, plantOf, plantsOf, type StoredPlant, storedPlants } from '../../support/stored-plants.ts'

afterEach(() => vi.restoreAllMocks())
afterAll(cleanUp)

const name = 'é 🌵 \' " \\ %'

it('an upgrade from version 2 keeps plants and idempotency keys', async () => {
  const folder = await newFolder()
  await cp(join(root, 'test/server/plants/data-version-2/plants.db'), join(folder, 'plants.db'))
  // On the day on which the keys were used.
  await using service = await startService({ folder, now: () => new Date('2026-11-22T20:00:00Z') })
  const plants = await (await service.request('/plants')).json()
  const stored = [
    { name: 'Monstera deliciosa', tag: 'Araceae' },
    { name, tag: 'changed' },
  ]
  expect(plants).toMatchObject(stored)

  const createAgain = async (key: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const response = await service.request('/plants', { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, plant: await response.json() }
  }
  const changed = await createAgain('changed-later', { name, tag: '\u2028' })
  const { id, createdAt } = Object.values(plants)[1] as { id: string; createdAt: string }
  expect(changed).toEqual({ status: 201, plant: { id, name, tag: '\u2028', createdAt, updatedAt: createdAt } })
  const deleted = await createAgain('deleted-later', { name: 'Deleted fern' })
  expect(deleted).toMatchObject({
    status: 201,
    plant: { name: 'Deleted fern', tag: '', createdAt: '2026-11-22T09:29:31.343Z' },
  })
  expect((await createAgain('deleted-later', { name: 'Other fern' })).status).toBe(422)
  expect(await (await service.request('/plants')).json()).toMatchObject(stored)
  expect(service.internalErrors).toEqual([])
})

/** The last version whose plants were in a table of their own. */
const plantTables = 5
const everyAsciiCharacter = String.fromCharCode(...Array(128).keys())
const unusual = `${everyAsciiCharacter}\u0085 é e\u0301 🌵 \u2028 \u200d \ufeff \ufffd \uffff`
const plants = [plantOf('a', { name: unusual, tag: unusual }), plantOf('b', { updatedAt: '9999-12-31T23:59:59.999Z' })]

/** A data folder with the tables of a version, and plants of `ann`. */
async function oldFolder(version: number, stored = plants): Promise<string> {
  const folder = await newFolder()
  using database = new DatabaseSync(join(folder, 'plants.db'))
  database.exec('PRAGMA journal_mode = WAL')
  for (const migration of sqliteSchema.migrations.slice(0, version)) database.exec(migration)
  const insert = database.prepare('INSERT INTO plant VALUES (?, ?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (const plant of stored) insert.run('ann', ...columnsOf(plant))
  database.exec(`PRAGMA user_version = ${version}; COMMIT`)
  return folder
}

function columnsOf({ plant: { id, name, tag, createdAt, updatedAt } }: StoredPlant): string[] {
  return [id, name, tag, createdAt, updatedAt]
}

describe('an upgrade of SQLite', () => {
  it.each([1, 2, 3, 4, plantTables])(
    'from version %i keeps the texts of plants, and changes them as usual',
    async (version) => {
      const store = openPlants(await oldFolder(version))
      const ann = plantsOf('ann')
      const page = await store.list(ann, { filters: {}, after: undefined, limit: 101 })
      expect(page?.items.map(({ text }) => text)).toEqual(plants.map(({ text }) => text))
      const moss = plantOf('c', { tag: unusual })
      await store.create(ann, { ...moss, key: { name: 'k', keptHours: 24 } })
      expect(await store.revision(ann)).not.toBe(page?.revision)
      const tagged = await store.list(ann, { filters: { tag: unusual }, after: undefined, limit: 101 })
      expect(tagged?.items.map(({ text }) => text)).toEqual([plants[0]?.text, moss.text])
      await store.close()
    },
  )

  it('keeps keys until they expire, and revisions, also of an owner whose plants are deleted', async () => {
    const folder = await oldFolder(plantTables)
    const [fern = plantOf('a')] = plants
    using database = new DatabaseSync(join(folder, 'plants.db'))
    const keep = database.prepare("INSERT INTO creation VALUES ('ann', ?, ?, ?, ?, ?, ?, ?)")
    keep.run('valid', ...columnsOf(fern), 2_000)
    keep.run('expired', ...columnsOf(fern), 1_000)
    database.exec("INSERT INTO revision VALUES ('bob', 'of bob')")
    const revision = database.prepare("SELECT revision FROM revision WHERE owner = 'ann'").get()?.revision
    database.close()
    const store = openPlants(folder, { now: () => 1_000 })
    expect([await store.revision(plantsOf('ann')), await store.revision(plantsOf('bob'))]).toEqual([revision, 'of bob'])
    const once = (name: string, plant: StoredPlant) =>
      store.create(plantsOf('ann'), { ...plant, key: { name, keptHours: 24 } })
    const moss = plantOf('c')
    expect(await once('valid', moss)).toBe(fern.text)
    expect(await once('expired', moss)).toBe(moss.text)
    await store.close()
  })

  it('leaves the file as it was if the disk is full, and happens when there is space', async () => {
    const many = Array.from({ length: 500 }, (_, number) => plantOf(String(number).padStart(3, '0')))
    const folder = await oldFolder(plantTables, many)
    const file = join(folder, 'plants.db')
    const before = await readFile(file)
    const { exec } = DatabaseSync.prototype
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
      exec.call(this, sql)
      // Room for some of the plants.
      if (sql.includes('journal_mode')) exec.call(this, `PRAGMA max_page_count = ${before.length / 4096 + 10}`)
    })
    expect(() => openPlants(folder)).toThrow('database or disk is full')
    expect(await readFile(file)).toEqual(before)
    vi.restoreAllMocks()
    const store = openPlants(folder)
    expect(await storedPlants(store, 'ann')).toEqual(many.map(({ plant }) => plant))
    await store.close()
  })
})
