// The service, the stateful mock and the handlers for Mock Service Worker of another contract (openapi.yaml): no code but what is generated, and nothing of plants.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { run } from '../support/process.ts'
import { copyWithSecondContract, timeoutMs as timeout, withMock, withService } from './second-project.ts'

let folder: string
/** The results of the same requests to each implementation. */
const results: Record<string, Result[]> = {}

beforeAll(async () => {
  folder = await copyWithSecondContract()
  const { url } = await newDatabase()
  results.SQLite = await withService(folder, {}, use)
  results.PostgreSQL = await withService(folder, { DATABASE_URL: url }, use)
  results['the stateful mock'] = await withMock(folder, (url) => use(url, 'any'))
  const { plantHandlers } = await import(join(folder, 'client/msw/index.ts'))
  const handlers = setupServer(...plantHandlers({ baseUrl: 'http://rooms.test', mode: 'stateful' }).handlers)
  handlers.listen({ onUnhandledFrame: 'bypass' })
  results['the handlers'] = await use('http://rooms.test', 'any')
  handlers.close()
}, timeout)
afterAll(cleanUp)

interface Result {
  request: string
  status: number
  /** The headers that concern items. */
  headers: Record<string, string>
  body: unknown
}

const ids = '00000000-0000-7000-8000-000000000000'

/** Creates, lists, changes and deletes rooms, bookings and guests. Ids, times, tags and instances are numbered. */
async function use(url: string, token: string): Promise<Result[]> {
  const results: Result[] = []
  const seen = new Map<string, string>()
  const numbered = (text: string) =>
    text
      .replace(/"instance":"[^"]*"/, '"instance":""')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => named(id, 'id'))
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/(?<=^|\s)"[\w-]{27}"/g, (tag) => named(tag, 'tag'))
  const named = (value: string, kind: string) => {
    const name = seen.get(value) ?? `${kind} ${[...seen.values()].filter((one) => one.startsWith(kind)).length + 1}`
    seen.set(value, name)
    return name
  }

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': type }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const shown = ['ETag', 'Location', 'Link'].flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, numbered(value)] as const]
    })
    const parsed = numbered(text)
    results.push({
      request: numbered(`${method} ${path}`),
      status: response.status,
      headers: Object.fromEntries(shown),
      body: parsed === '' ? undefined : JSON.parse(parsed),
    })
    return { id: text.startsWith('{') ? String(JSON.parse(text).id) : '', etag: response.headers.get('ETag') ?? '' }
  }

  const empty = await send('GET', '/rooms')
  const key = { 'Idempotency-Key': 'one' }
  const lab = { name: 'Lab', kind: 'lab', seats: 12.5, isOpen: false, closedOn: '2026-01-31', label: 'L' }
  const first = await send('POST', '/rooms', lab, { ...key, 'If-Match': empty.etag })
  await send('POST', '/rooms', lab, key)
  for (const [name, value] of Object.entries({ seats: 13, isOpen: true, closedOn: null, label: 'M' })) {
    await send('POST', '/rooms', { ...lab, [name]: value }, key)
  }
  await send('POST', '/rooms', { name: 'Late' }, { 'If-Match': empty.etag })
  const second = await send('POST', '/rooms', { name: 'Office' })
  for (const query of [
    '?limit=1',
    '?kind=office',
    '?kind=lab&isOpen=false',
    '?isOpen=true&limit=1',
    '?kind=cellar',
    '?isOpen=1',
  ]) {
    await send('GET', `/rooms${query}`)
  }
  const room = `/rooms/${first.id}`
  await send('PATCH', room, { kind: 'hall', seats: null, label: null, closedOn: null })
  const changed = await send('PATCH', room, { isOpen: true })
  await send('PATCH', room, { isOpen: true }, { 'If-Match': changed.etag })
  await send('PATCH', room, { isOpen: false }, { 'If-Match': first.etag })
  await send('DELETE', room, undefined, { 'If-Match': first.etag })
  await send('GET', room, undefined, { 'If-None-Match': changed.etag })

  await send('GET', `${room}/bookings`)
  const booking = await send('POST', `${room}/bookings`, { day: '2026-02-01', title: 'Talk' }, key)
  await send('POST', `${room}/bookings`, { day: '2026-02-01', title: 'Talk' }, key)
  await send('POST', `/rooms/${second.id}/bookings`, { day: '2026-02-01' }, key)
  await send('POST', `${room}/bookings`, { day: '2026-02-30' })
  await send('GET', `${room}/bookings?day=2026-02-01`)
  await send('GET', `${room}/bookings?day=2026-02-02`)
  await send('GET', `/rooms/${second.id}/bookings/${booking.id}`)
  for (const path of [`/rooms/${ids}/bookings`, `/rooms/${ids}`, `${room}/bookings/${ids}/guests`])
    await send('GET', path)
  await send('POST', `/rooms/${ids}/bookings`, { day: '2026-02-01' })
  const guests = `${room}/bookings/${booking.id}/guests`
  await send('POST', guests, { name: 'Ann' })
  await send('GET', guests)
  await send('DELETE', `${room}/bookings/${booking.id}`)
  await send('DELETE', room)
  for (const path of [guests, `${room}/bookings`, '/rooms']) await send('GET', path)
  return results
}

it('compiles without anything about plants', { timeout }, async () => {
  const include = [
    'generated',
    ...['core', 'store', 'http', 'auth', 'configuration', 'monitoring', 'operations'],
    '*.ts',
  ]
  const files = include.map((name) => (name === 'generated' ? name : `server/${name}`))
  await writeFile(join(folder, 'tsconfig.any.json'), JSON.stringify({ extends: './tsconfig.json', include: files }))
  const { code, stdout } = await run('tsc', ['-p', 'tsconfig.any.json'], { cwd: folder, timeoutMs: timeout })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

describe('another contract', () => {
  it.each(['PostgreSQL', 'the stateful mock', 'the handlers'])('gets the same responses from SQLite and %s', (name) => {
    expect(results[name]).toEqual(results.SQLite)
  })

  it('has paging, filters, conditions, keys and 404 in each collection, and items with all kinds of fields', () => {
    const lines = results.SQLite?.map(({ request, status }) => `${status} ${request}`)
    expect(lines).toMatchInlineSnapshot(`
      [
        "200 GET /rooms",
        "201 POST /rooms",
        "201 POST /rooms",
        "422 POST /rooms",
        "422 POST /rooms",
        "422 POST /rooms",
        "422 POST /rooms",
        "412 POST /rooms",
        "201 POST /rooms",
        "200 GET /rooms?limit=1",
        "200 GET /rooms?kind=office",
        "200 GET /rooms?kind=lab&isOpen=false",
        "200 GET /rooms?isOpen=true&limit=1",
        "400 GET /rooms?kind=cellar",
        "400 GET /rooms?isOpen=1",
        "200 PATCH /rooms/id 1",
        "200 PATCH /rooms/id 1",
        "200 PATCH /rooms/id 1",
        "412 PATCH /rooms/id 1",
        "412 DELETE /rooms/id 1",
        "304 GET /rooms/id 1",
        "200 GET /rooms/id 1/bookings",
        "201 POST /rooms/id 1/bookings",
        "201 POST /rooms/id 1/bookings",
        "201 POST /rooms/id 2/bookings",
        "400 POST /rooms/id 1/bookings",
        "200 GET /rooms/id 1/bookings?day=2026-02-01",
        "200 GET /rooms/id 1/bookings?day=2026-02-02",
        "404 GET /rooms/id 2/bookings/id 3",
        "404 GET /rooms/id 5/bookings",
        "404 GET /rooms/id 5",
        "404 GET /rooms/id 1/bookings/id 5/guests",
        "404 POST /rooms/id 5/bookings",
        "201 POST /rooms/id 1/bookings/id 3/guests",
        "200 GET /rooms/id 1/bookings/id 3/guests",
        "409 DELETE /rooms/id 1/bookings/id 3",
        "204 DELETE /rooms/id 1",
        "404 GET /rooms/id 1/bookings/id 3/guests",
        "404 GET /rooms/id 1/bookings",
        "200 GET /rooms",
      ]
    `)
    const lab = { name: 'Lab', kind: 'lab', seats: 12.5, isOpen: false, closedOn: '2026-01-31', label: 'L' }
    expect(results.SQLite?.[1]).toMatchObject({ headers: { Location: 'rooms/id 1' }, body: { id: 'id 1', ...lab } })
    const bodyOf = (request: string) => results.SQLite?.filter((one) => one.request === request).map(({ body }) => body)
    expect(bodyOf('POST /rooms')?.at(-1)).toEqual({
      ...{ id: 'id 2', name: 'Office', kind: 'office', seats: 0.5, isOpen: true, closedOn: null },
      ...{ addedAt: 'time', changedAt: 'time' },
    })
    expect(bodyOf('PATCH /rooms/id 1')?.[0]).toEqual({
      ...{ id: 'id 1', name: 'Lab', kind: 'hall', seats: 0.5, isOpen: false, closedOn: null },
      ...{ addedAt: 'time', changedAt: 'time' },
    })
  })
})
