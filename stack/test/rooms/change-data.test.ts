// `make change-data`: drops, renames and sets properties of stored items, on both databases, while requests run.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Edit, remove, rename, set } from '../support/contract-edit.ts'
import { cleanUp, newFolder } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { queryOnce } from '../support/postgres/session.ts'
import { run, type Settings, start } from '../support/process.ts'
import { changedRooms, loadProduct, type Product } from '../support/product.ts'
import { json, type Service, startService } from '../support/service.ts'
import { waitUntil } from '../support/wait.ts'

const bodies = ['Room', 'RoomDraft', 'RoomPatch']
const property = (name: string, schema: object): Edit[] =>
  bodies.map((item) => set(`components schemas ${item} properties ${name}`, schema))
const part = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const text = { type: 'string' }
const older: Edit[] = [
  ...['colour', 'title'].flatMap((name) => property(name, text)),
  ...property('contact', part('name', 'phone')),
  ...property('parts', { type: 'array', maxItems: 9, items: part('name', 'size') }),
  ...property('notes', { type: 'object', additionalProperties: part('by', 'on') }),
]
const newer: Edit[] = bodies.flatMap((item) => [
  remove(`components schemas ${item} properties colour`),
  rename(`components schemas ${item} properties title`, 'heading'),
  remove(`components schemas ${item} properties contact properties phone`),
  rename(`components schemas ${item} properties parts items properties size`, 'width'),
  remove(`components schemas ${item} properties notes additionalProperties properties on`),
])
const tightened: Edit[] = [
  ...['Room', 'RoomDraft'].map((item) => set(`components schemas ${item} properties label maxLength`, 5)),
  set('components schemas RoomPatch properties label', { type: ['string', 'null'], maxLength: 5 }),
  ...property('area', { type: 'integer', minimum: 1 }),
  set('components schemas Room required', ['id', 'name', 'area']),
]

const room = (number: number) => ({
  name: `Room ${number}`,
  colour: 'red',
  title: `T${number}`,
  label: number % 2 === 0 ? 'long label' : 'short',
  contact: { name: 'B', phone: '1' },
  parts: [{ name: 'x', size: 'l' }, { size: 's' }, {}],
  notes: { any: { by: 'C', on: 'monday' } },
})

const versions = {
  older,
  /** Properties are removed and renamed. */
  newer: [...older, ...newer],
  /** Also, a label is shorter, and an area is required. */
  stricter: [...older, ...newer, ...tightened],
}
type Version = keyof typeof versions
const products = new Map<string, Product>()
beforeAll(async () => {
  for (const [name, edits] of Object.entries(versions))
    products.set(name, await loadProduct(await changedRooms(...edits)))
})
afterAll(cleanUp)

function productOf(version: Version): Product {
  const found = products.get(version)
  if (found === undefined) throw new Error(`${version} is not generated.`)
  return found
}

const databases: [name: string, settings: () => Promise<Settings>][] = [
  ['SQLite', async () => ({ DATA: await newFolder() })],
  ['PostgreSQL', async () => ({ DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url })],
]

const startWith = (version: Version, { DATA = '', ...others }: Settings) =>
  startService({ api: productOf(version), folder: DATA, settings: { OPS_PORT: '0', ...others } })

const opsPort = ({ monitoringUrl = '' }: Service) => new URL(monitoringUrl).port

async function command(version: Version, settings: Settings, name = 'change-data') {
  const { code, stdout, stderr } = await run('node', ['main.ts', name], { cwd: productOf(version).folder, settings })
  return { code, stdout, stderr }
}

const ended = (stdout: string, code = 0) => ({ code, stdout, stderr: '' })

/** @returns Rooms as a service returns them. */
async function roomsOf(service: Service): Promise<Record<string, unknown>[]> {
  return (await service.request('/rooms?limit=100')).json()
}

/** Creates rooms with the older contract. */
async function filled(newSettings: () => Promise<Settings>, count: number): Promise<Settings> {
  const settings = await newSettings()
  await using service = await startWith('older', settings)
  for (let number = 0; number < count; number++) {
    expect((await service.request('/rooms', json(room(number)))).status).toBe(201)
  }
  return settings
}

/** All rows of items and revisions. */
async function rowsIn({ DATA = '', DATABASE_URL }: Settings): Promise<unknown> {
  const queries = [
    'SELECT * FROM item ORDER BY owner, collection, id',
    'SELECT * FROM item_revision ORDER BY owner, collection',
  ]
  if (DATABASE_URL !== undefined) {
    return Promise.all(queries.map((query) => queryOnce(DATABASE_URL, query)))
  }
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  return queries.map((query) => database.prepare(query).all())
}

const renameAndDrop = {
  RENAME: '/rooms title=heading parts/*/size=width',
  DROP: '/rooms colour contact/phone notes/*/on',
}
const setAll = { SET: '/rooms area=3 label="a b"' }

describe.each(databases)('change-data over %s', (_, newSettings) => {
  it('counts without APPLY=1, and changes nothing', async () => {
    const settings = await filled(newSettings, 4)
    const before = await rowsIn(settings)
    expect(await command('newer', { ...settings, ...renameAndDrop })).toEqual(
      ended('/rooms: 4 of 4 items would change. To change them, add APPLY=1.\n'),
    )
    expect(await rowsIn(settings)).toEqual(before)
  })

  it('changes the items while no service runs', async () => {
    const settings = await filled(newSettings, 4)
    const change = { ...settings, ...renameAndDrop, ...setAll, APPLY: '1' }
    expect(await command('stricter', change)).toEqual(ended('/rooms: 4 of 4 items were changed.\n'))
    expect(await command('stricter', settings, 'check-data')).toEqual(ended('All stored items fit the contract.\n'))
    await using service = await startWith('stricter', settings)
    const [first, second] = await roomsOf(service)
    expect(first).toMatchObject({ heading: 'T0', label: 'a b', area: 3, notes: { any: { by: 'C' } } })
    expect(first).toMatchObject({ parts: [{ name: 'x', width: 'l' }, { width: 's' }, {}], contact: { name: 'B' } })
    expect(second).toMatchObject({ heading: 'T1', label: 'short', area: 3 })
    // A change of nothing keeps the item as it is.
    const unchanged = { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{}' }
    expect(await (await service.request(`/rooms/${first?.id}`, unchanged)).json()).toEqual(first)
    expect(await command('stricter', { ...change, OPS_PORT: opsPort(service) })).toEqual(
      ended('/rooms: 0 of 4 items were changed.\n'),
    )
  })

  it('leaves and names the items that would break the contract', async () => {
    const settings = await filled(newSettings, 12)
    const before = await rowsIn(settings)
    const { code, stdout } = await command('stricter', { ...settings, ...renameAndDrop, APPLY: '1' })
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /^\/rooms: 12 of 12 items stay as they are, such as:\n(?: {2}\S+: .*'area'\n){10}\/rooms: 0 of 12 items were changed\.\n$/,
      ),
    })
    expect(await rowsIn(settings)).toEqual(before)
  })

  it('loses no write of a request that runs at the same time', async () => {
    const settings = await filled(newSettings, 40)
    await using service = await startWith('newer', settings)
    const list = await service.request('/rooms?limit=100')
    const ids = (await list.json()).map(({ id }: { id: string }) => id)
    let isOver = false
    const acknowledged = new Map<string, number>()
    const writers = ids.map(async (id: string, index: number) => {
      const headers = { 'Content-Type': 'application/merge-patch+json' }
      for (let seats = 1; !isOver; seats++) {
        const body = JSON.stringify({ seats: seats % 1000, contact: { name: `${seats}` } })
        const response = await service.request(`/rooms/${id}`, { method: 'PATCH', headers, body })
        expect(response.status).toBe(200)
        acknowledged.set(id, seats)
        if (index % 10 === 0) expect((await service.request('/rooms', json(room(seats % 9)))).status).toBe(400)
      }
    })
    const changes = await command('newer', { ...settings, ...renameAndDrop, APPLY: '1', OPS_PORT: opsPort(service) })
    isOver = true
    await Promise.all(writers)
    expect(changes).toEqual(ended('/rooms: 40 of 40 items were changed.\n'))
    for (const [index, one] of (await roomsOf(service)).entries()) {
      const seats = acknowledged.get(String(one.id)) ?? 0
      expect(one).toMatchObject({ seats: seats % 1000, contact: { name: `${seats}` }, heading: `T${index}` })
    }
    const tag = list.headers.get('ETag') ?? ''
    expect((await service.request('/rooms?limit=100', { headers: { 'If-None-Match': tag } })).status).toBe(200)
    expect(service.internalErrors).toEqual([])
    expect(await command('newer', { ...settings, OPS_PORT: opsPort(service), ...renameAndDrop })).toEqual(
      ended('/rooms: 0 of 40 items would change. Nothing was changed.\n'),
    )
  })

  it('does the rest after an interruption', async () => {
    const count = 10_000
    const settings = await filled(newSettings, 1)
    await copyItem(settings, count)
    await using service = await startWith('newer', settings)
    const change = { ...settings, RENAME: '/rooms title=heading', APPLY: '1', OPS_PORT: opsPort(service) }
    const running = start('node', ['main.ts', 'change-data'], { cwd: productOf('newer').folder, settings: change })
    await waitUntil(async () => (await roomsOf(service)).some(({ heading }) => heading !== undefined))
    await running.end('SIGKILL')
    const { code, stdout } = await command('newer', change)
    const [, changed = ''] = /^\/rooms: (\S+) of 10,000 items were changed\.$/m.exec(stdout) ?? []
    expect({ code, changed: Number(changed.replace(',', '')) }).toEqual({ code: 0, changed: expect.any(Number) })
    expect(Number(changed.replace(',', ''))).toBeGreaterThan(0)
    expect(Number(changed.replace(',', ''))).toBeLessThan(count)
    expect((await command('newer', change)).stdout).toBe('/rooms: 0 of 10,000 items were changed.\n')
  })
})

/** Copies the one room, so that there are `count`. */
async function copyItem({ DATA = '', DATABASE_URL }: Settings, count: number): Promise<void> {
  if (DATABASE_URL !== undefined) {
    await queryOnce(
      DATABASE_URL,
      `INSERT INTO item (owner, collection, id, path, text)
       SELECT owner, collection, copy, path, replace(text::text, id, copy)::json
       FROM item, (SELECT gen_random_uuid()::text AS copy FROM generate_series(2, ${count})) AS copies`,
    )
    return
  }
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  const [item] = database.prepare('SELECT owner, collection, id, path, text FROM item').all()
  const { owner, collection, id, path, text } = Object(item)
  const insert = database.prepare('INSERT INTO item (owner, collection, id, path, text) VALUES (?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (let number = 2; number <= count; number++) {
    const copy = randomUUID()
    insert.run(owner, collection, copy, path, text.replace(id, copy))
  }
  database.exec('COMMIT')
}
