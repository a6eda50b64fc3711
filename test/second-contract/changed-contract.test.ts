// Items that a contract forbids: those that a request would make, and those that an older contract has stored.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Edit, edited, set } from '../support/contract-edit.ts'
import { cleanUp, newFolder } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { outputOf, type Settings } from '../support/process.ts'
import { copyWithSecondContract, withMock, withService } from './second-project.ts'

/** Of a room and its bodies. */
const property = (name: string, schema: object): Edit[] =>
  ['Room', 'RoomDraft', 'RoomPatch'].map((item) => set(`components schemas ${item} properties ${name}`, schema))

const older: Edit[] = [
  ...property('height', { type: 'number' }),
  // Nothing gives it a value.
  set('components schemas RoomBooking properties nights', { type: 'integer' }),
  set('components schemas RoomBooking required', ['id', 'day', 'nights']),
]
const newer: Edit[] = [
  ...['Room', 'RoomDraft'].map((item) => set(`components schemas ${item} properties label maxLength`, 5)),
  set('components schemas RoomPatch properties label', { type: ['string', 'null'], maxLength: 5 }),
]

const label = 'a longer label'
const requests = [
  ['POST', '/rooms', JSON.stringify({ name: 'A', height: 1.5, label })],
  ['PATCH', '/rooms/{id}', '{"height":1e400}'],
  ['GET', '/rooms/{id}'],
  ['POST', '/rooms/{id}/bookings', '{"day":"2026-01-31"}'],
  ['GET', '/rooms/{id}/bookings'],
  // For the newer contract.
  ['POST', '/rooms', JSON.stringify({ name: 'B', label })],
]

let folder: string
beforeAll(async () => {
  folder = await copyWithSecondContract(...older)
})
afterAll(cleanUp)

/** Sends the requests: to a URL with a token, or to the handlers. */
async function send(...target: string[]): Promise<[status: number, body: string][]> {
  const args = ['test/second-contract/programs/send.ts', JSON.stringify(requests), ...target]
  return JSON.parse(await outputOf('node', args, { cwd: folder, settings: { NODE_NO_WARNINGS: '1' } }))
}

const databases: Record<string, () => Promise<Settings>> = {
  SQLite: async () => ({ DATA: await newFolder() }),
  PostgreSQL: async () => ({ DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url }),
}
/** By database, with the items of the older contract. */
const settings = new Map<string, Settings>()
/** Their ids, by database. */
const rooms = new Map<string, string[]>()
const nights = expect.stringMatching(/was not stored because it breaks the contract: .*nights/)

describe.each([
  ...Object.entries(databases).map(([name, create]) => {
    const use = async () => {
      settings.set(name, await create())
      const responses = await withService(folder, settings.get(name) ?? {}, send, nights)
      const created = responses.filter(([status]) => status === 201)
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
    const [created, infinite, room, booked, bookings] = await use()
    expect([created?.[0], infinite?.[0], booked?.[0]]).toEqual([201, 400, 500])
    expect(room).toEqual([200, created?.[1]])
    expect(bookings).toEqual([200, '[]'])
  })
})

describe('after a change of the contract', () => {
  beforeAll(async () => {
    const file = join(folder, 'openapi.yaml')
    await writeFile(file, edited(await readFile(file, 'utf8'), newer))
    await outputOf('node', ['tools/generate/main.ts'], { cwd: folder })
  })

  it.each(Object.keys(databases))('the service over %s changes an item only into a valid one', async (name) => {
    const use = async (url: string, token: string) => {
      const call = async (method: string, path: string, body?: object) => {
        const type = 'application/merge-patch+json'
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
        const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        return { status: response.status, body: await response.json().catch(() => undefined) }
      }
      const [first, second] = rooms.get(name) ?? []
      expect((await call('PATCH', `/rooms/${first}`, { kind: 'lab' })).status).toBe(500)
      expect(await call('PATCH', `/rooms/${first}`, { label: 'short' })).toMatchObject({
        status: 200,
        body: { kind: 'office', label: 'short' },
      })
      expect((await call('DELETE', `/rooms/${second}`)).status).toBe(204)
    }
    await withService(folder, settings.get(name) ?? {}, use, expect.stringMatching(/was not stored .*label/))
  })
})
