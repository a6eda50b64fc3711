// A service trusts only the items that it has stored itself with this contract. It sends no invalid item that a
// different program or contract has stored.
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
import { databases, listRooms, shortenLabel, startApi } from './versions.ts'

let strict: Product
beforeAll(async () => {
  strict = await loadProduct(await newChangedRooms(...shortenLabel))
})

async function addRoom(service: Service, label: string): Promise<void> {
  expect((await service.request('/rooms', json({ name: label, label }))).status).toBe(201)
}

const oneByte = `text = replace(text, '"office"', '"0ffice"')`
const oneByteOfJson = `text = replace(text::text, '"office"', '"0ffice"')::json`

/** Changes each room whose label is `changed`, as a different program might. */
async function changeRooms({ DATA = '', DATABASE_URL }: Settings, set: string): Promise<void> {
  const sql = `UPDATE item SET ${set} WHERE path = '/rooms' AND CAST(text AS text) LIKE '%"changed"%'`
  if (DATABASE_URL !== undefined) return void (await queryOnce(DATABASE_URL, sql))
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(sql)
}

const listLabels = async (service: Service) => (await listRooms(service)).map(({ label }) => label)

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
])('$name lists no invalid item after a different program has changed $change', async ({ name, set, listed }) => {
  const settings = (await Object.fromEntries(databases)[name]?.()) ?? {}
  let service = await startApi(rooms, settings)
  await service.checkItems()
  for (const label of ['changed', 'same']) await addRoom(service, label)
  expect(await listLabels(service)).toEqual(['changed', 'same'])
  // While a service has the SQLite file open, no other connection can use it.
  if (name === 'SQLite') await service[Symbol.asyncDispose]()
  await changeRooms(settings, set)
  if (name === 'SQLite') service = await startApi(rooms, settings)
  const listKinds = async () => (await listRooms(service)).map(({ label, kind }) => `${label} ${kind}`)
  expect(await listKinds()).toEqual(listed)
  await service.checkItems()
  expect(await listKinds()).toEqual(listed)
  await service[Symbol.asyncDispose]()
})

it.each(databases)('%s lists no item that only a different contract accepts', async (name, newSettings) => {
  const settings = await newSettings()
  let strictService = await startApi(strict, settings)
  await strictService.checkItems()
  await addRoom(strictService, 'short')
  expect(await listLabels(strictService)).toEqual(['short'])
  if (name === 'SQLite') await strictService[Symbol.asyncDispose]()
  const laterService = await startApi(rooms, settings)
  await addRoom(laterService, 'too long')
  expect(await listLabels(laterService)).toEqual(['short', 'too long'])
  if (name === 'SQLite') {
    await laterService[Symbol.asyncDispose]()
    strictService = await startApi(strict, settings)
  }
  expect(await listLabels(strictService)).toEqual(['short'])
  await strictService.checkItems()
  expect(await listLabels(strictService)).toEqual(['short'])
  await strictService[Symbol.asyncDispose]()
  await laterService[Symbol.asyncDispose]()
})

it('SQLite trusts no item of a file that was replaced while it was open, until the next check', async () => {
  const settings = { DATA: await newFolder() }
  {
    await using service = await startApi(rooms, settings)
    await service.checkItems()
    await addRoom(service, 'changed')
    await addRoom(service, 'same')
    expect(await listLabels(service)).toEqual(['changed', 'same'])
    const copy = join(await newFolder(), 'copy')
    cpSync(settings.DATA, copy, { recursive: true })
    {
      using database = new DatabaseSync(join(copy, 'rooms.db'))
      // Without its trigger, the change is as unnoticed as one of the bytes of the file.
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
