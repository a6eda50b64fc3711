// generated/items.ts: what the conditions of each operation refer to.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkContract } from '../../generate/checks/check-contract.ts'
import type { Contract } from '../../generate/contract.ts'
import { items } from '../../generate/items.ts'
import { readContract } from '../../generate/read-contract.ts'
import { temporaryFolder } from '../support/folder.ts'

const rooms = await readFile('stack/test/product/openapi.yaml', 'utf8')

async function read(text: string): Promise<Contract> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, text)
  return readContract(file)
}

async function generate(text: string): Promise<string> {
  return items(await read(text))
}

const success = "responses: { '200': { description: Done. } }"

/** Adds a path at the top of the others. */
const withPath = (lines: string) => rooms.replace('\npaths:\n', `\npaths:\n${lines}\n`)

it('refers to the list of a collection, to an item, and to what is shown of an item', async () => {
  const text = await generate(rooms)
  expect(text).toContain(`
  createRoom: {"collection":"/rooms","read":"listRooms"},
  updateRoom: {"collection":"/rooms","parameter":"roomId","read":"getRoom"},
  replaceRoom: {"collection":"/rooms","parameter":"roomId","read":"getRoom"},
  deleteRoom: {"collection":"/rooms","parameter":"roomId","read":"getRoom"},
  writeSign: {"collection":"/rooms","parameter":"roomId","read":"readSign"},
  createBooking: {"collection":"/rooms/{roomId}/bookings","read":"listBookings"},
  deleteBooking: {"collection":"/rooms/{roomId}/bookings","parameter":"bookingId","read":"getBooking"},
`)
  expect(text).toContain(`export interface ConditionReads {
  listLamps: never
  getLamp: Items['/lamps']
  listRooms: never
  getRoom: Items['/rooms']
  readSign: Items['/rooms']
  listBookings: never
  getBooking: Items['/rooms/{roomId}/bookings']
}`)
  expect(text).toContain(`'/rooms': 'id' | 'kind' | 'seats' | 'isOpen' | 'closedOn' | 'addedAt' | 'changedAt'\n`)
})

it('refers to the item itself if the contract has no GET', async () => {
  const [before = '', after = ''] = rooms.split(/\n {4}get:\n {6}operationId: getBooking\n[\s\S]*?(?=\n {4}delete)/)
  expect(await generate(before + after)).toContain('"parameter":"bookingId"},\n')
})

it.each([
  [
    'the path has no GET',
    `  /rooms/{roomId}/open:
    parameters: [{ $ref: '#/components/parameters/RoomId' }]
    post: { operationId: openRoom, x-conditions: [ETag], ${success} }`,
    'x-conditions of openRoom refer to what GET returns at its path, and it has no GET. Remove them.',
  ],
  [
    'the path names no item',
    `  /settings:
    get: { operationId: readSettings, ${success} }
    put: { operationId: saveSettings, x-conditions: [ETag], ${success} }`,
    'x-conditions of saveSettings refer to what GET returns at its path, and the path names no item of a collection. Remove them.',
  ],
  [
    'GET returns another list',
    `  /halls:
    get: { operationId: countHalls, ${success} }
    post:
      operationId: createHall
      x-conditions: [ETag]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/GuestDraft' } } } }
      responses:
        '201': { description: A hall., content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } } }`,
    'x-conditions of createHall refer to what GET returns at its path, and countHalls is not a standard list. Remove them.',
  ],
])('refuses conditions that nothing can evaluate, in one line: %s', async (_, path, message) => {
  const { refused } = await checkContract(await read(withPath(path)), async () => ({ errors: [], warnings: [] }))
  expect(refused).toContainEqual(expect.stringContaining(message))
})
