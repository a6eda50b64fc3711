// `make change-data`: drops, renames and sets properties of stored items, on both databases, while requests run.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { queryOnce } from '../support/postgres/session.ts'
import { type Settings, start, succeeded } from '../support/process.ts'
import { json } from '../support/service.ts'
import { waitUntil } from '../support/wait.ts'
import { command, databases, filled, getProduct, getRooms, opsPort, room, startWith } from './versions.ts'

/** All rows of items and revisions. */
async function rowsIn({ DATA = '', DATABASE_URL }: Settings): Promise<unknown> {
  const tables = { item: 'owner, collection, id', item_revision: 'owner, collection' }
  const queries = Object.entries(tables).map(([table, columns]) => `SELECT * FROM ${table} ORDER BY ${columns}`)
  if (DATABASE_URL !== undefined) return Promise.all(queries.map((query) => queryOnce(DATABASE_URL, query)))
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
      succeeded('/rooms: 4 of 4 items would change. To change them, add APPLY=1.\n'),
    )
    expect(await rowsIn(settings)).toEqual(before)
  })

  it('changes the items while no service runs', async () => {
    const settings = await filled(newSettings, 4)
    const change = { ...settings, ...renameAndDrop, ...setAll, APPLY: '1' }
    expect(await command('stricter', change)).toEqual(succeeded('/rooms: 4 of 4 items were changed.\n'))
    expect(await command('stricter', settings, 'check-data')).toEqual(succeeded('All stored items fit the contract.\n'))
    await using service = await startWith('stricter', settings)
    const [first, second] = await getRooms(service)
    expect(first).toMatchObject({ heading: 'T0', label: 'a b', area: 3, notes: { any: { by: 'C' } } })
    expect(first).toMatchObject({ parts: [{ name: 'x', width: 'l' }, { width: 's' }, {}], contact: { name: 'B' } })
    expect(second).toMatchObject({ heading: 'T1', label: 'short', area: 3 })
    // A change of nothing keeps the item as it is.
    const unchanged = { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{}' }
    expect(await (await service.request(`/rooms/${first?.id}`, unchanged)).json()).toEqual(first)
    expect(await command('stricter', { ...change, OPS_PORT: opsPort(service) })).toEqual(
      succeeded('/rooms: 0 of 4 items were changed.\n'),
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
    expect(changes).toEqual(succeeded('/rooms: 40 of 40 items were changed.\n'))
    for (const [index, one] of (await getRooms(service)).entries()) {
      const seats = acknowledged.get(String(one.id)) ?? 0
      expect(one).toMatchObject({ seats: seats % 1000, contact: { name: `${seats}` }, heading: `T${index}` })
    }
    const tag = list.headers.get('ETag') ?? ''
    expect((await service.request('/rooms?limit=100', { headers: { 'If-None-Match': tag } })).status).toBe(200)
    expect(service.internalErrors).toEqual([])
    expect(await command('newer', { ...settings, OPS_PORT: opsPort(service), ...renameAndDrop })).toEqual(
      succeeded('/rooms: 0 of 40 items would change. Nothing was changed.\n'),
    )
  })

  it('does the rest after an interruption', async () => {
    const count = 10_000
    const settings = await filled(newSettings, 1)
    await copyItem(settings, count)
    await using service = await startWith('newer', settings)
    const change = { ...settings, RENAME: '/rooms title=heading', APPLY: '1', OPS_PORT: opsPort(service) }
    const { folder: cwd } = await getProduct('newer')
    const running = start('node', ['main.ts', 'change-data'], { cwd, settings: change })
    await waitUntil(async () => (await getRooms(service)).some(({ heading }) => heading !== undefined))
    await running.end('SIGKILL')
    const { code, stdout } = await command('newer', change)
    const [, changed = ''] = /^\/rooms: (\S+) of 10,000 items were changed\.$/m.exec(stdout) ?? []
    expect({ code, changed: Number(changed.replace(',', '')) }).toEqual({ code: 0, changed: expect.any(Number) })
    expect(Number(changed.replace(',', ''))).toBeGreaterThan(0)
    expect(Number(changed.replace(',', ''))).toBeLessThan(count)
    expect((await command('newer', change)).stdout).toMatch(/\/rooms: 0 of 10,000 items were changed\.\n$/)
  })
})

/** Copies the one room, so that there are `count`. */
async function copyItem({ DATA = '', DATABASE_URL }: Settings, count: number): Promise<void> {
  const copy = (text: string, numbers: string) =>
    `INSERT INTO item (owner, collection, id, path, text)
     SELECT owner, collection, copy, path, ${text}
     FROM item, (SELECT '00000000-0000-4000-8000-' || (100000000000 + number) AS copy FROM ${numbers}) AS copies`
  if (DATABASE_URL !== undefined) {
    await queryOnce(DATABASE_URL, copy('replace(text::text, id, copy)::json', `generate_series(2, ${count}) AS number`))
    return
  }
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(
    `WITH RECURSIVE numbers (number) AS (VALUES (2) UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
     ${copy('replace(text, id, copy)', 'numbers')}`,
  )
}
