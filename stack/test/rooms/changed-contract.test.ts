// Items that a changed contract forbids, and the order in which docs/operations.md deploys one.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Edit, remove, rename, set } from '../support/contract-edit.ts'
import { queryOnce } from '../support/postgres/session.ts'
import { type Settings, succeeded } from '../support/process.ts'
import { loadProduct, newChangedRooms, type Product } from '../support/product.ts'
import { json, type Service } from '../support/service.ts'
import { runCommand } from '../support/service-process.ts'
import { implementations, type ParsedResponse, send } from './implementations.ts'
import { databases, getRooms, shorterLabel, startApi } from './versions.ts'

const bodies = ['Room', 'RoomDraft', 'RoomPatch']
const property = (name: string, schema: object): Edit[] =>
  bodies.map((item) => set(`components schemas ${item} properties ${name}`, schema))
const text = { type: 'string' }
const part = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
const older = [
  ...property('title', text),
  ...property('contact', part('name', 'phone')),
  ...property('notes', { type: 'object', additionalProperties: part('by', 'on') }),
  // Nothing gives the nights of a booking a value.
  set('components schemas RoomBooking properties nights', { type: 'integer' }),
  set('components schemas RoomBooking required', ['id', 'day', 'nights']),
]
const renamed = bodies.map((item) => rename(`components schemas ${item} properties title`, 'heading'))
const narrower = bodies.flatMap((item) => [
  remove(`components schemas ${item} properties contact properties phone`),
  remove(`components schemas ${item} properties notes additionalProperties properties on`),
])
const load = async (...edits: Edit[]) => loadProduct(await newChangedRooms(...older, ...edits))
const products = {
  older: await load(),
  newer: await load(...renamed, ...narrower, ...shorterLabel),
  /** A property has two names. */
  both: await load(...property('heading', text)),
  renamed: await load(...renamed),
}

const checkData = ({ folder }: Product, settings: Settings) =>
  runCommand('check-data', settings, join(folder, 'main.ts'))
const room = (number: number) => ({
  name: `Room ${number}`,
  title: `T${number}`,
  label: number % 2 === 0 ? 'long label' : 'short',
  contact: { name: 'B', phone: '1' },
  notes: { any: { by: 'C', on: 'monday' } },
})

it.each(Object.entries(implementations))('%s stores nothing that breaks the contract', async (_, start) => {
  await using target = await start(products.older)
  // The drafts of this contract are open, its items are not.
  const created = await send(target, ['POST', '/rooms', '{"name":"E","contact":{"name":"B","undeclared":1}}'])
  expect(created).toMatchObject({ status: 201, body: { contact: { name: 'B' } } })
  const listed = await send(target, ['GET', '/rooms'])
  expect(listed.body).toEqual([created.body])
  expect(listed.text).not.toContain('undeclared')
  const bookings = `/rooms/${Object(created.body).id}/bookings`
  expect((await send(target, ['POST', bookings, '{"day":"2026-01-31"}'])).status).toBe(500)
  expect(await send(target, ['GET', bookings])).toMatchObject({ status: 200, body: [] })
  const error = expect.stringMatching(/was not stored because it breaks the contract: .*nights/)
  expect(target.internalErrors).toEqual([error])
})

describe.each(databases)('after a change of the contract, the service over %s', (_, newSettings) => {
  let settings: Settings
  /** The rooms of the older contract. */
  let stored: ParsedResponse[]
  beforeAll(async () => {
    settings = await newSettings()
    await using service = await startApi(products.older, settings)
    // The labels of the first two are too long for the newer contract.
    stored = []
    for (const number of [0, 2, 3]) stored.push(await send(service, ['POST', '/rooms', JSON.stringify(room(number))]))
  })
  const getId = (index: number) => Object(stored[index]?.body).id
  const start = () => startApi(products.newer, settings)

  it('has data that can be checked before', async () => {
    const { code, stdout } = await checkData(products.newer, settings)
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/\/rooms: 2 items break the contract.*\n.*label/),
    })
    expect(stdout).toContain('/rooms: 3 items with undeclared properties, such as:\n')
    const places = ['title', 'contact/phone', 'notes/*/on']
    for (const place of places) expect(stdout).toContain(`\n  /${place}: 3 items\n`)
  })

  it('counts what does not fit at its first start, and changes an item only into a valid one', async () => {
    await using service = await start()
    await service.checkItems()
    expect(service.log).toMatchObject([
      { count: 2, msg: expect.stringContaining('stored items break') },
      { count: 3, msg: expect.stringContaining('does not declare') },
    ])
    expect(JSON.stringify(service.log)).toMatch(/label.*"\/contact\/phone":3/)
    const change = (body: string) => send(service, ['PATCH', `/rooms/${getId(0)}`, body])
    expect((await change('{"kind":"lab"}')).status).toBe(500)
    expect(service.internalErrors).toEqual([expect.stringMatching(/was not stored .*label/)])
    expect(await change('{"label":"short"}')).toMatchObject({ status: 200, body: { kind: 'office', label: 'short' } })
    expect((await send(service, ['DELETE', `/rooms/${getId(1)}`])).status).toBe(204)
  })

  it('returns what is declared, with the tag of that', async () => {
    await using service = await start()
    const path = `/rooms/${getId(2)}`
    const get = (at: string, etag?: string) =>
      send(service, ['GET', at, undefined, etag ? { 'If-None-Match': etag } : {}])
    const oldTag = stored[2]?.etag ?? ''
    const got = await get(path)
    const times = { addedAt: expect.any(String), changedAt: expect.any(String) }
    const defaults = { kind: 'office', seats: 0.5, isOpen: true, closedOn: null }
    const declared = { contact: { name: 'B' }, notes: { any: { by: 'C' } } }
    expect(got.body).toEqual({ id: getId(2), name: 'Room 3', label: 'short', ...declared, ...defaults, ...times })
    const listed = await get('/rooms')
    expect(Object(listed.body).at(-1)).toEqual(got.body)
    expect((await get(path, got.etag)).status).toBe(304)
    expect((await get(path, oldTag)).status).toBe(200)
    expect((await get('/rooms', listed.etag)).status).toBe(304)
    const change = (tag: string) =>
      send(service, ['PATCH', path, '{"name":"C","contact":{"name":"D"}}', { 'If-Match': tag }])
    expect((await change(oldTag)).status).toBe(412)
    const changed = await change(got.etag)
    expect(changed).toMatchObject({ status: 200, body: { name: 'C', contact: { name: 'D' } } })
    expect(await get(path)).toEqual(changed)
    expect(Object(changed.body).contact).toEqual({ name: 'D' })
    expect(service.internalErrors).toEqual([])
  })
})

const mergePatch = { 'Content-Type': 'application/merge-patch+json' }

async function change(service: Service, id: unknown, body: object): Promise<Record<string, unknown>> {
  const init = { method: 'PATCH', headers: mergePatch, body: JSON.stringify(body) }
  const response = await service.request(`/rooms/${id}`, init)
  expect(response.status).toBe(200)
  return response.json()
}

/** Runs the statement of docs/operations.md. */
async function renameStored({ DATA = '', DATABASE_URL }: Settings): Promise<void> {
  const statements = (await readFile('docs/operations.md', 'utf8')).match(/(?<=```sql\n)UPDATE item [^;]*(?=;)/g)
  const [sqlite, postgres] = statements ?? []
  if (sqlite === undefined || postgres === undefined) throw new Error('docs/operations.md has no statements.')
  if (DATABASE_URL !== undefined) return void (await queryOnce(DATABASE_URL, postgres))
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(sqlite)
}

const create = async (service: Service, body: object) => (await service.request('/rooms', json(body))).status

it.each(databases)('renames a property in two releases over %s', async (name, newSettings) => {
  const settings = await newSettings()
  {
    await using older = await startApi(products.older, settings)
    for (let number = 0; number < 3; number++) expect(await create(older, room(number))).toBe(201)
  }
  {
    await using both = await startApi(products.both, settings)
    // With SQLite, there is one service at a time.
    await using older = name === 'SQLite' ? undefined : await startApi(products.older, settings)
    expect(await create(both, { name: 'A', heading: 'H' })).toBe(201)
    if (older) {
      const [first] = await getRooms(older)
      expect(await change(older, first?.id, { title: 'of the older one' })).not.toHaveProperty('heading')
      // Each version keeps what the other one has written.
      const last = (await getRooms(older)).at(-1)
      await change(older, last?.id, { label: 'changed' })
      expect((await getRooms(both)).at(-1)).toMatchObject({ label: 'changed', heading: 'H' })
      expect(older.internalErrors).toEqual([])
    }
  }
  await renameStored(settings)
  {
    await using both = await startApi(products.both, settings)
    expect((await getRooms(both)).map(({ heading, title }) => [typeof heading, typeof title])).toEqual(
      Array(4).fill(['string', 'undefined']),
    )
    expect(both.internalErrors).toEqual([])
  }
  expect(await checkData(products.renamed, settings)).toEqual(succeeded('All stored items fit the contract.\n'))
})
