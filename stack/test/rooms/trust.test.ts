// A service trusts the items that it has stored itself: none that another program or another contract has stored is sent if it
// is invalid.
import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { queryOnce } from '../support/postgres/session.ts'
import type { Settings } from '../support/process.ts'
import { loadProduct, newChangedRooms, type Product } from '../support/product.ts'
import { rooms } from '../support/rooms.ts'
import { json, type Service } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { databases, getRooms, shorterLabel, startApi } from './versions.ts'

let strict: Product
beforeAll(async () => {
  strict = await loadProduct(await newChangedRooms(...shorterLabel))
})

async function add(service: Service, label: string): Promise<void> {
  expect((await service.request('/rooms', json({ name: label, label }))).status).toBe(201)
}

const oneByte = `text = replace(text, '"office"', '"0ffice"')`
const oneByteOfJson = `text = replace(text::text, '"office"', '"0ffice"')::json`

/** Changes each room whose label is `changed`, as another program does. */
async function changeRooms({ DATA = '', DATABASE_URL }: Settings, set: string): Promise<void> {
  const sql = `UPDATE item SET ${set} WHERE path = '/rooms' AND CAST(text AS text) LIKE '%"changed"%'`
  if (DATABASE_URL !== undefined) return void (await queryOnce(DATABASE_URL, sql))
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(sql)
}

const listLabels = async (service: Service) => (await getRooms(service)).map(({ label }) => label)

it.each([
  { name: 'SQLite', change: 'one byte of an item', set: oneByte, listed: ['same office'] },
  {
    name: 'SQLite',
    change: 'an item, so that it lacks a default',
    set: "text = json_remove(text, '$.kind')",
    listed: ['changed office', 'same office'],
  },
  { name: 'SQLite', change: 'an item and its path', set: `path = '/chambers', ${oneByte}`, listed: ['same office'] },
  { name: 'PostgreSQL', change: 'one byte of an item', set: oneByteOfJson, listed: ['same office'] },
])('$name lists no invalid item after another program has changed $change', async ({ name, set, listed }) => {
  const settings = (await Object.fromEntries(databases)[name]?.()) ?? {}
  let service = await startApi(rooms, settings)
  await service.checkItems()
  for (const label of ['changed', 'same']) await add(service, label)
  expect(await listLabels(service)).toEqual(['changed', 'same'])
  // Nobody else can use the file of SQLite.
  if (name === 'SQLite') await service[Symbol.asyncDispose]()
  await changeRooms(settings, set)
  if (name === 'SQLite') service = await startApi(rooms, settings)
  const listRooms = async () => (await getRooms(service)).map(({ label, kind }) => `${label} ${kind}`)
  expect(await listRooms()).toEqual(listed)
  await service.checkItems()
  expect(await listRooms()).toEqual(listed)
  await service[Symbol.asyncDispose]()
})

it.each(databases)('%s lists no stored item that only the contract of another service accepts', async (name, open) => {
  const settings = await open()
  let first = await startApi(strict, settings)
  await first.checkItems()
  await add(first, 'short')
  expect(await listLabels(first)).toEqual(['short'])
  if (name === 'SQLite') await first[Symbol.asyncDispose]()
  const second = await startApi(rooms, settings)
  await add(second, 'too long')
  expect(await listLabels(second)).toEqual(['short', 'too long'])
  if (name === 'SQLite') {
    await second[Symbol.asyncDispose]()
    first = await startApi(strict, settings)
  }
  expect(await listLabels(first)).toEqual(['short'])
  await first.checkItems()
  expect(await listLabels(first)).toEqual(['short'])
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

it('SQLite trusts nothing in a file that was changed while it was open, until the next check', async () => {
  const settings = { DATA: await newFolder() }
  {
    await using service = await startApi(rooms, settings)
    await service.checkItems()
    await add(service, 'changed')
    await add(service, 'same')
    expect(await listLabels(service)).toEqual(['changed', 'same'])
    const copy = join(await newFolder(), 'copy')
    cpSync(settings.DATA, copy, { recursive: true })
    {
      using database = new DatabaseSync(join(copy, 'rooms.db'))
      // As a change of its bytes, which no trigger notices.
      database.exec('DROP TRIGGER item_updated')
      await changeRooms({ DATA: copy }, oneByte)
    }
    rmSync(join(settings.DATA, 'rooms.db-wal'))
    renameSync(join(copy, 'rooms.db'), join(settings.DATA, 'rooms.db'))
    await waitFor(async () => expect(await listLabels(service)).toEqual(['same']))
  }
  await using restarted = await startApi(rooms, settings)
  expect(await listLabels(restarted)).toEqual(['same'])
  await restarted.checkItems()
  expect(await listLabels(restarted)).toEqual(['same'])
})
