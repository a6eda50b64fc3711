// Stored items that are sent without a second validation, and what ends that trust.
import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { compiledValidator } from '../../core/contract/validator.ts'
import { newFolder } from '../support/folder.ts'
import { queryOnce } from '../support/postgres/session.ts'
import type { Settings } from '../support/process.ts'
import { changedRooms, loadProduct, type Product } from '../support/product.ts'
import { rooms } from '../support/rooms.ts'
import { json, type Service, startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { databases, getRooms, shorterLabel } from './versions.ts'

let strict: Product
beforeAll(async () => {
  strict = await loadProduct(await changedRooms(...shorterLabel))
})

interface Watched extends Service {
  /** Whether a GET of this path is validated. */
  isValidated: (path: string) => Promise<boolean>
}

async function startWatched({ DATA = '', ...settings }: Settings, api: Product = rooms): Promise<Watched> {
  const compiled = compiledValidator(api.server.validators)
  let count = 0
  const validateResponse: typeof compiled.validateResponse = (...values) => {
    count++
    return compiled.validateResponse(...values)
  }
  const validator = { ...compiled, validateResponse }
  const service = await startService({ api, folder: DATA, settings: { OPS_PORT: '0', ...settings }, validator })
  const isValidated = async (path: string) => {
    const before = count
    expect((await service.request(path)).status).toBe(200)
    return count > before
  }
  return { ...service, isValidated }
}

async function add(service: Service, label: string): Promise<string> {
  const response = await service.request('/rooms', json({ name: label, label }))
  expect(response.status).toBe(201)
  return Object(await response.json()).id
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

const labels = async (service: Service) => (await getRooms(service)).map(({ label }) => label)

it.each(databases)('%s sends what it has stored without a second validation, also after a restart', async (_, open) => {
  const settings = await open()
  {
    await using service = await startWatched(settings)
    await service.checkItems()
    const id = await add(service, 'new')
    expect([await service.isValidated('/rooms'), await service.isValidated(`/rooms/${id}`)]).toEqual([false, false])
    expect(await service.isValidated(`/rooms/${id}/sign`)).toBe(true)
    const got = await service.request(`/rooms/${id}`)
    const sent = await got.text()
    expect(await (await service.request('/rooms')).text()).toBe(`[${sent}]`)
    const headers = { 'If-Match': got.headers.get('ETag') ?? '', 'Content-Type': 'application/merge-patch+json' }
    const patch = { method: 'PATCH', headers, body: '{"label":"old"}' }
    expect((await service.request(`/rooms/${id}`, patch)).status).toBe(200)
    expect(await service.isValidated('/rooms')).toBe(false)
  }
  await using again = await startWatched(settings)
  expect([await again.isValidated('/rooms'), await labels(again)]).toEqual([false, ['old']])
})

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
])('$name validates what it sends after another program has changed $change', async ({ name, set, listed }) => {
  const settings = (await Object.fromEntries(databases)[name]?.()) ?? {}
  let service = await startWatched(settings)
  await service.checkItems()
  for (const label of ['changed', 'same']) await add(service, label)
  expect(await service.isValidated('/rooms')).toBe(false)
  // Nobody else can use the file of SQLite.
  if (name === 'SQLite') await service[Symbol.asyncDispose]()
  await changeRooms(settings, set)
  if (name === 'SQLite') service = await startWatched(settings)
  const shown = async () => (await getRooms(service)).map(({ label, kind }) => `${label} ${kind}`)
  expect(await shown()).toEqual(listed)
  await service.checkItems()
  expect(await shown()).toEqual(listed)
  await service[Symbol.asyncDispose]()
})

it.each(databases)('%s validates what a service of another contract has stored', async (name, open) => {
  const settings = await open()
  let first = await startWatched(settings, strict)
  await first.checkItems()
  await add(first, 'short')
  expect(await first.isValidated('/rooms')).toBe(false)
  if (name === 'SQLite') await first[Symbol.asyncDispose]()
  const second = await startWatched(settings)
  await add(second, 'too long')
  expect(await second.isValidated('/rooms')).toBe(true)
  if (name === 'SQLite') {
    await second[Symbol.asyncDispose]()
    first = await startWatched(settings, strict)
  }
  expect(await labels(first)).toEqual(['short'])
  await first.checkItems()
  expect(await labels(first)).toEqual(['short'])
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

it('SQLite trusts nothing in a file that was changed while it was open, until the next check', async () => {
  const settings = { DATA: await newFolder() }
  {
    await using service = await startWatched(settings)
    await service.checkItems()
    await add(service, 'changed')
    await add(service, 'same')
    expect(await service.isValidated('/rooms')).toBe(false)
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
    await waitFor(async () => expect(await labels(service)).toEqual(['same']))
  }
  await using again = await startWatched(settings)
  expect(await labels(again)).toEqual(['same'])
  await again.checkItems()
  expect([await again.isValidated('/rooms'), await labels(again)]).toEqual([true, ['same']])
})
