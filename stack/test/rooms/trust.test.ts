// Stored items that are sent without a second validation, and what ends that trust.
import { copyFileSync, cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { compiledValidator } from '../../core/contract/validator.ts'
import { newFolder } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { queryOnce } from '../support/postgres/session.ts'
import type { Settings } from '../support/process.ts'
import { changedRooms, loadProduct, type Product } from '../support/product.ts'
import { rooms } from '../support/rooms.ts'
import { json, type Service, startService } from '../support/service.ts'
import { startProcess, tokenFor } from '../support/service-process.ts'
import { waitFor } from '../support/wait.ts'
import { databases, getProduct, getRooms, shorterLabel } from './versions.ts'

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

/** Changes one byte of each room whose label is `changed`: its kind is none of the contract. */
async function changeByte({ DATA = '', DATABASE_URL }: Settings): Promise<void> {
  const [changed, where] = [
    `'"office"', '"0ffice"')`,
    `WHERE path = '/rooms' AND CAST(text AS text) LIKE '%"changed"%'`,
  ]
  if (DATABASE_URL !== undefined) {
    await queryOnce(DATABASE_URL, `UPDATE item SET text = replace(text::text, ${changed}::json ${where}`)
    return
  }
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(`UPDATE item SET text = replace(text, ${changed} ${where}`)
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

it.each(databases)('%s validates what another program has changed by one byte', async (name, open) => {
  const settings = await open()
  let service = await startWatched(settings)
  await service.checkItems()
  await add(service, 'changed')
  await add(service, 'same')
  expect(await service.isValidated('/rooms')).toBe(false)
  // Nobody else can use the file of SQLite.
  if (name === 'SQLite') await service[Symbol.asyncDispose]()
  await changeByte(settings)
  if (name === 'SQLite') service = await startWatched(settings)
  expect(await labels(service)).toEqual(['same'])
  await service.checkItems()
  expect(await labels(service)).toEqual(['same'])
  const reported = service.log.filter(({ msg }) => String(msg).includes('break the changed contract'))
  // PostgreSQL trusts each item for itself, so it needs no other check.
  if (name === 'SQLite') expect(reported).toMatchObject([{ path: '/rooms', count: 1 }])
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

it('all workers send what one has stored, and leave out what another program has changed', async () => {
  await using database = await newDatabase()
  const settings = { DATABASE_URL: database.url, DATA: await newFolder() }
  const process = await startProcess({ ...settings, WORKERS: '2', RATE_LIMIT_PER_MINUTE: '0' })
  const Authorization = `Bearer ${await tokenFor(settings)}`
  // Each on its own connection, which the next worker gets.
  const send = (init: RequestInit = {}) =>
    fetch(`${process.url}/rooms`, { ...init, headers: { ...init.headers, Authorization, Connection: 'close' } })
  for (const label of ['changed', 'same']) expect((await send(json({ name: label, label }))).status).toBe(201)
  const seen = async () => {
    const lists = await Promise.all(Array.from({ length: 6 }, async () => Object(await (await send()).json())))
    return new Set(lists.map((list) => list.map(({ label }: { label: string }) => label).join()))
  }
  expect(await seen()).toEqual(new Set(['changed,same']))
  await changeByte(settings)
  expect(await seen()).toEqual(new Set(['same']))
  expect(await process.end()).toMatchObject({ code: 0 })
})

it('a restored backup has the trust of its own items', async () => {
  const settings = { DATA: await newFolder() }
  await using service = await startWatched(settings)
  await service.checkItems()
  await add(service, 'too long')
  const response = await fetch(`${service.monitoringUrl}/backup`, { method: 'POST' })
  const backup = (await response.text()).trim()
  await add(service, 'later')
  const restore = async () => {
    const folder = await newFolder()
    copyFileSync(backup, join(folder, 'rooms.db'))
    copyFileSync(join(service.folder, 'development-key.json'), join(folder, 'development-key.json'))
    return { DATA: folder }
  }
  await using same = await startWatched(await restore())
  expect([await same.isValidated('/rooms'), await labels(same)]).toEqual([false, ['too long']])
  await using other = await startWatched(await restore(), strict)
  expect([await other.isValidated('/rooms'), await labels(other)]).toEqual([true, []])
  const changed = await restore()
  {
    using database = new DatabaseSync(join(changed.DATA, 'rooms.db'))
    database.exec(`UPDATE item SET text = replace(text, '"office"', '"0ffice"')`)
  }
  await using third = await startWatched(changed)
  expect(await labels(third)).toEqual([])
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
      await changeByte({ DATA: copy })
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

it.each(databases)('%s does not trust an item with an undeclared member', async (_, open) => {
  const [api, settings] = [await getProduct('older'), await open()]
  const expected = { validated: true, contacts: [{ name: 'B' }] }
  const read = async (service: Watched) => {
    const validated = await service.isValidated('/rooms')
    return { validated, contacts: (await getRooms(service)).map(({ contact }) => contact) }
  }
  {
    await using service = await startWatched(settings, api)
    await service.checkItems()
    const contact = { name: 'B', undeclared: 1 }
    expect((await service.request('/rooms', json({ name: 'A', contact }))).status).toBe(201)
    expect(await read(service)).toEqual(expected)
  }
  await using again = await startWatched(settings, api)
  await again.checkItems()
  expect(await read(again)).toEqual(expected)
})

it('SQLite does not trust an item without a default', async () => {
  const settings = { DATA: await newFolder() }
  {
    await using service = await startWatched(settings)
    await add(service, 'any')
  }
  {
    using database = new DatabaseSync(join(settings.DATA, 'rooms.db'))
    database.exec("UPDATE item SET text = json_remove(text, '$.kind')")
  }
  await using service = await startWatched(settings)
  await service.checkItems()
  expect([await service.isValidated('/rooms'), await getRooms(service)]).toMatchObject([true, [{ kind: 'office' }]])
})

it('SQLite trusts no collection while a row has a path that is not its own', async () => {
  const settings = { DATA: await newFolder() }
  let id = ''
  {
    await using service = await startWatched(settings)
    id = await add(service, 'renamed')
  }
  {
    using database = new DatabaseSync(join(settings.DATA, 'rooms.db'))
    database.exec(`UPDATE item SET path = '/chambers', text = replace(text, '"office"', '"0ffice"')`)
  }
  await using service = await startWatched(settings)
  await service.checkItems()
  expect(await labels(service)).toEqual([])
  expect((await service.request(`/rooms/${id}`)).status).toBe(500)
})
