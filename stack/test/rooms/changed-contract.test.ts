// Stored items that break a changed contract, and the order in which docs/operations.md deploys such a contract.

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
import { databases, listRooms, shortenLabel, startApi } from './versions.ts'

const bodies = ['Room', 'RoomDraft', 'RoomPatch']
const property = (name: string, schema: object): Edit[] =>
  bodies.map((item) => set(`components schemas ${item} properties ${name}`, schema))
const string = { type: 'string' }
const objectOf = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, string])),
})
const olderEdits = [
  ...property('title', string),
  ...property('contact', objectOf('name', 'phone')),
  ...property('notes', { type: 'object', additionalProperties: objectOf('by', 'on') }),
  // No request can set the required nights of a booking.
  set('components schemas RoomBooking properties nights', { type: 'integer' }),
  set('components schemas RoomBooking required', ['id', 'day', 'nights']),
]
const renameEdits = bodies.map((item) => rename(`components schemas ${item} properties title`, 'heading'))
const narrowingEdits = bodies.flatMap((item) => [
  remove(`components schemas ${item} properties contact properties phone`),
  remove(`components schemas ${item} properties notes additionalProperties properties on`),
])
const load = async (...edits: Edit[]) => loadProduct(await newChangedRooms(...olderEdits, ...edits))
const products = {
  older: await load(),
  newer: await load(...renameEdits, ...narrowingEdits, ...shortenLabel),
  /** One property has two names. */
  both: await load(...property('heading', string)),
  renamed: await load(...renameEdits),
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
  // Contact allows undeclared properties in a request, but they are not stored.
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
  /** Responses with the rooms of the older contract. */
  let created: ParsedResponse[]
  beforeAll(async () => {
    settings = await newSettings()
    await using service = await startApi(products.older, settings)
    // The labels of the first two are too long for the newer contract.
    created = []
    for (const number of [0, 2, 3]) created.push(await send(service, ['POST', '/rooms', JSON.stringify(room(number))]))
  })
  const getId = (index: number) => Object(created[index]?.body).id
  const start = () => startApi(products.newer, settings)

  it('has data that make check-data can check before', async () => {
    const { code, stdout } = await checkData(products.newer, settings)
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/\/rooms: 2 items break the contract.*\n.*label/),
    })
    expect(stdout).toContain('/rooms: 3 items with undeclared properties, such as:\n')
    const pointers = ['title', 'contact/phone', 'notes/*/on']
    for (const pointer of pointers) expect(stdout).toContain(`\n  /${pointer}: 3 items\n`)
  })

  it('counts the items that break the contract once, and changes an item only into a valid item', async () => {
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

  it('returns only declared properties, with an entity tag of them', async () => {
    await using service = await start()
    const path = `/rooms/${getId(2)}`
    const get = (at: string, etag?: string) =>
      send(service, ['GET', at, undefined, etag ? { 'If-None-Match': etag } : {}])
    const oldTag = created[2]?.etag ?? ''
    const fetched = await get(path)
    const times = { addedAt: expect.any(String), changedAt: expect.any(String) }
    const defaults = { kind: 'office', seats: 0.5, isOpen: true, closedOn: null }
    const declared = { contact: { name: 'B' }, notes: { any: { by: 'C' } } }
    expect(fetched.body).toEqual({ id: getId(2), name: 'Room 3', label: 'short', ...declared, ...defaults, ...times })
    const listed = await get('/rooms')
    expect(Object(listed.body).at(-1)).toEqual(fetched.body)
    expect((await get(path, fetched.etag)).status).toBe(304)
    expect((await get(path, oldTag)).status).toBe(200)
    expect((await get('/rooms', listed.etag)).status).toBe(304)
    const change = (tag: string) =>
      send(service, ['PATCH', path, '{"name":"C","contact":{"name":"D"}}', { 'If-Match': tag }])
    expect((await change(oldTag)).status).toBe(412)
    const changed = await change(fetched.etag)
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

/** Runs the UPDATE statement of docs/operations.md for this database. */
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
      const [first] = await listRooms(older)
      expect(await change(older, first?.id, { title: 'of the older one' })).not.toHaveProperty('heading')
      // Each version keeps the properties that the other has written.
      const last = (await listRooms(older)).at(-1)
      await change(older, last?.id, { label: 'changed' })
      expect((await listRooms(both)).at(-1)).toMatchObject({ label: 'changed', heading: 'H' })
      expect(older.internalErrors).toEqual([])
    }
  }
  await renameStored(settings)
  {
    await using both = await startApi(products.both, settings)
    expect((await listRooms(both)).map(({ heading, title }) => [typeof heading, typeof title])).toEqual(
      Array(4).fill(['string', 'undefined']),
    )
    expect(both.internalErrors).toEqual([])
  }
  expect(await checkData(products.renamed, settings)).toEqual(succeeded('All stored items fit the contract.\n'))
})
