// Items that a contract forbids: those that a request would make, and those that an older contract has stored.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Edit, edited, remove, rename, set } from '../../../test/support/contract-edit.ts'
import { cleanUp, newFolder } from '../../../test/support/folder.ts'
import { newDatabase } from '../../../test/support/postgres/database.ts'
import { queryOnce } from '../../../test/support/postgres/session.ts'
import { outputOf, run, type Settings } from '../../../test/support/process.ts'
import { copyWithSecondContract, withMock, withService } from './second-project.ts'

/** Of a room and its bodies. */
const property = (name: string, schema: object): Edit[] =>
  ['Room', 'RoomDraft', 'RoomPatch'].map((item) => set(`components schemas ${item} properties ${name}`, schema))

const part = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const older: Edit[] = [
  ...property('height', { type: 'number' }),
  ...['colour', 'title'].flatMap((name) => property(name, { type: 'string' })),
  ...property('owner', part('name', 'phone')),
  ...property('parts', { type: 'array', maxItems: 9, items: part('name', 'size') }),
  ...property('notes', { type: 'object', additionalProperties: { oneOf: [{ type: 'null' }, part('by')] } }),
  ...property('extra', { type: 'object' }),
  // Nothing gives it a value.
  set('components schemas RoomBooking properties nights', { type: 'integer' }),
  set('components schemas RoomBooking required', ['id', 'day', 'nights']),
]
const newer: Edit[] = [
  ...['Room', 'RoomDraft'].map((item) => set(`components schemas ${item} properties label maxLength`, 5)),
  set('components schemas RoomPatch properties label', { type: ['string', 'null'], maxLength: 5 }),
  ...['Room', 'RoomDraft', 'RoomPatch'].flatMap((item) => [
    remove(`components schemas ${item} properties colour`),
    rename(`components schemas ${item} properties title`, 'heading'),
    remove(`components schemas ${item} properties owner properties phone`),
    remove(`components schemas ${item} properties parts items properties size`),
  ]),
]

/** Of the older contract. */
const label = 'a longer label'
const known = { owner: { name: 'B' }, parts: [{ name: 'x' }, {}], notes: { a: { by: 'C' }, b: null }, extra: { d: {} } }
const room = {
  name: 'A',
  ...known,
  colour: 'red',
  title: 'T',
  owner: { name: 'B', phone: '1' },
  parts: [{ name: 'x', size: 'l' }, { size: 's' }],
}
const requests = [
  ['POST', '/rooms', JSON.stringify({ ...room, height: 1.5, label })],
  ['PATCH', '/rooms/{id}', '{"height":1e400}'],
  ['GET', '/rooms/{id}'],
  ['POST', '/rooms/{id}/bookings', '{"day":"2026-01-31"}'],
  ['GET', '/rooms/{id}/bookings'],
  // For the newer contract.
  ['POST', '/rooms', JSON.stringify({ ...room, label })],
  ['POST', '/rooms', JSON.stringify(room)],
  ['POST', '/rooms', JSON.stringify({ name: 'E', owner: { name: 'B', undeclared: 1 } })],
  ['GET', '/rooms'],
  ['DELETE', '/rooms/{id}'],
]

let folder: string
beforeAll(async () => {
  folder = await copyWithSecondContract(...older)
})
afterAll(cleanUp)

/** Sends the requests: to a URL with a token, or to the handlers. */
async function send(...target: string[]): Promise<[status: number, body: string, etag: string][]> {
  const args = ['stack/test/second-contract/programs/send.ts', JSON.stringify(requests), ...target]
  return JSON.parse(await outputOf('node', args, { cwd: folder, settings: { NODE_NO_WARNINGS: '1' } }))
}

const databases: Record<string, () => Promise<Settings>> = {
  SQLite: async () => ({ DATA: await newFolder() }),
  PostgreSQL: async () => ({ DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url }),
}
/** By database, with the items of the older contract. */
const settings = new Map<string, Settings>()
/** The tag of the last one, by database. */
const etags = new Map<string, string>()
/** Their ids, by database. */
const rooms = new Map<string, string[]>()
const nights = expect.stringMatching(/was not stored because it breaks the contract: .*nights/)

describe.each([
  ...Object.entries(databases).map(([name, create]) => {
    const use = async () => {
      settings.set(name, await create())
      const responses = await withService(folder, settings.get(name) ?? {}, send, nights)
      const created = responses.filter(([status]) => status === 201)
      etags.set(name, created[2]?.[2] ?? '')
      rooms.set(
        name,
        created.map(([, body]) => JSON.parse(body).id),
      )
      return responses
    }
    return [`the service over ${name}`, use] as const
  }),
  ['the mock', () => withMock(folder, (url) => send(url, 'any'), nights)] as const,
  ['the handlers', () => send()] as const,
])('%s', (_, use) => {
  it('stores nothing that breaks the contract, and then reads all items', async () => {
    const responses = await use()
    const [created, infinite, read, booked, bookings] = responses
    const [open, listed] = responses.slice(-3)
    expect([created?.[0], infinite?.[0], booked?.[0]]).toEqual([201, 400, 500])
    expect(read).toEqual([200, ...(created?.slice(1) ?? [])])
    expect(bookings?.slice(0, 2)).toEqual([200, '[]'])
    // Its draft is open.
    expect(JSON.parse(listed?.[1] ?? '').at(-1)).toEqual(JSON.parse(open?.[1] ?? ''))
    expect(JSON.parse(open?.[1] ?? '')).toMatchObject({ owner: { name: 'B' } })
    expect(listed?.[1]).not.toContain('undeclared')
  })
})

describe('after a change of the contract', () => {
  beforeAll(async () => {
    const file = join(folder, 'openapi.yaml')
    await writeFile(file, edited(await readFile(file, 'utf8'), newer))
    await outputOf('node', ['stack/generate/main.ts'], { cwd: folder })
  })

  describe.each(Object.keys(databases))('the service over %s', (name) => {
    const settingsOf = () => settings.get(name) ?? {}
    const idOf = (index: number) => rooms.get(name)?.[index]

    /** Calls the service, which logs what `log` matches. */
    function use(log: unknown, calls: (call: Call) => Promise<void>): Promise<void> {
      const send = (url: string, token: string) =>
        calls((method, path, options) => fetchJson(url + path, token, method, options))
      return withService(folder, { LOG_LEVEL: 'warn', ...settingsOf() }, send, log)
    }

    it('has data that can be checked before', async () => {
      const { code, stdout } = await run('node', ['server/main.ts', 'check-data'], {
        cwd: folder,
        settings: settingsOf(),
      })
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringMatching(/\/rooms: 2 items break the contract.*\n.*label/),
      })
      const places = ['/colour (3)', '/title (3)', '/owner/phone (3)', '/parts/*/size (3)']
      for (const place of places) expect(stdout).toContain(place)
    })

    it('counts what does not fit at its first start, and changes an item only into a valid one', async () => {
      const counts =
        /"count":2.*label.*stored items break(.*\n)*.*"count":3.*"\/owner\/phone":3.*was not stored .*label/s
      await use(expect.stringMatching(counts), async (call) => {
        expect((await call('PATCH', `/rooms/${idOf(0)}`, { body: { kind: 'lab' } })).status).toBe(500)
        expect(await call('PATCH', `/rooms/${idOf(0)}`, { body: { label: 'short' } })).toMatchObject({
          status: 200,
          body: { kind: 'office', label: 'short' },
        })
        expect((await call('DELETE', `/rooms/${idOf(1)}`)).status).toBe(204)
      })
    })

    it('returns what is declared, with the tag of that', async () => {
      await use('', async (call) => {
        const path = `/rooms/${idOf(2)}`
        const got = await call('GET', path)
        const times = { addedAt: expect.any(String), changedAt: expect.any(String) }
        const defaults = { kind: 'office', seats: 0.5, isOpen: true, closedOn: null }
        expect(got.body).toEqual({ id: idOf(2), name: 'A', ...known, ...defaults, ...times })
        const listed = await call('GET', '/rooms')
        expect(Object(listed.body).at(-1)).toEqual(got.body)
        expect((await call('GET', path, { 'If-None-Match': got.etag })).status).toBe(304)
        expect((await call('GET', path, { 'If-None-Match': etags.get(name) })).status).toBe(200)
        expect((await call('GET', '/rooms', { 'If-None-Match': listed.etag })).status).toBe(304)
        const change = (tag: string | undefined) =>
          call('PATCH', path, { 'If-Match': tag, body: { name: 'C', owner: { name: 'D' } } })
        expect((await change(etags.get(name))).status).toBe(412)
        const changed = await change(got.etag)
        expect(changed).toMatchObject({ status: 200, body: { name: 'C', owner: { name: 'D' } } })
        expect(await call('GET', path)).toEqual(changed)
        expect(Object(changed.body).owner).toEqual({ name: 'D' })
      })
    })

    it('keeps the rest, until an operator renames and drops it', async () => {
      const check = () => outputOf('node', ['server/main.ts', 'check-data'], { cwd: folder, settings: settingsOf() })
      expect(await check()).toMatch(/have undeclared properties: (?=.*\/title \(2\))(?=.*\/owner\/phone \(2\))/)
      await runSql(settingsOf(), name)
      expect(await check()).toBe('All stored items fit the contract.\n')
      await use('', async (call) => {
        expect(await call('GET', `/rooms/${idOf(2)}`)).toMatchObject({ body: { heading: 'T' } })
        expect(await call('GET', '/rooms')).toMatchObject({ body: [{ heading: 'T' }, { heading: 'T' }] })
      })
    })
  })
})

type Call = (
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<{ status: number; body: unknown; etag: string }>
type CallOptions = { 'If-Match'?: string | undefined; 'If-None-Match'?: string | undefined; body?: object }

async function fetchJson(url: string, token: string, method: string, { body, ...conditions }: CallOptions = {}) {
  const headers = new Headers({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/merge-patch+json' })
  for (const [name, value] of Object.entries(conditions)) if (value !== undefined) headers.set(name, value)
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    etag: response.headers.get('ETag') ?? '',
  }
}

/** The statements of docs/operations.md for this database, with the names of this contract. */
async function runSql({ DATA = '', DATABASE_URL = '' }: Settings, name: string): Promise<void> {
  const text = await readFile('docs/operations.md', 'utf8')
  const [, sql = ''] = new RegExp(`\`\`\`sql\n-- ${name}\n(.*?)\`\`\``, 's').exec(text) ?? []
  if (name === 'PostgreSQL') {
    for (const one of sql.split(';').filter((each) => each.trim() !== '')) await queryOnce(DATABASE_URL, one)
    return
  }
  const database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(sql)
  database.close()
}
