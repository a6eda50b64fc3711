// The collections that `make generate` finds in a contract.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readContract } from '../../generate/read-contract.ts'
import { deriveResources } from '../../generate/resources.ts'
import { temporaryFolder } from '../support/folder.ts'

const rooms = await readFile('stack/test/product/openapi.yaml', 'utf8')

async function derive(text: string) {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, text)
  const contract = await readContract(file)
  const { collections, standard, refused } = deriveResources(contract)
  return {
    collections,
    standard: standard.map(({ id }) => id),
    refusals: refused.flatMap(({ reasons }) =>
      reasons.map(([pointer, reason]) => `${contract.placeOf(pointer).replace(/^.*openapi/, 'openapi')} ${reason}`),
    ),
  }
}

it('derives collections at any depth, and the types and roles of their fields', async () => {
  const { collections, standard, refusals } = await derive(rooms)
  expect(refusals).toEqual([])
  expect(standard).toEqual([
    ...['listLamps', 'createLamp', 'getLamp', 'updateLamp', 'deleteLamp'],
    ...['listRooms', 'createRoom', 'getRoom', 'updateRoom', 'replaceRoom', 'deleteRoom'],
    // Not listBookings: its older parameter needs an adapter.
    ...['createBooking', 'getBooking', 'deleteBooking', 'listGuests', 'createGuest'],
  ])
  const given = { create: true, update: true }
  expect(collections[0]).toEqual({
    path: '/lamps',
    noun: 'lamp',
    parameter: 'id',
    methods: { list: 'listLamps', create: 'createLamp', get: 'getLamp', update: 'updateLamp', delete: 'deleteLamp' },
    fields: {
      id: { role: 'id' },
      name: given,
      tag: { default: '', ...given },
      createdAt: { role: 'created' },
      updatedAt: { role: 'updated' },
    },
    filters: ['tag'],
    shape: { properties: { id: null, name: null, tag: null, createdAt: null, updatedAt: null } },
    schemaDigest: expect.stringMatching(/^[\w-]{16}$/),
  })
  expect(collections.slice(1)).toMatchObject([
    {
      path: '/rooms',
      noun: 'room',
      parameter: 'roomId',
      fields: {
        kind: { default: 'office', ...given },
        seats: { default: 0.5, ...given },
        isOpen: { default: true, ...given },
        closedOn: { nullable: true, default: null, ...given },
        label: given,
        addedAt: { role: 'created' },
        changedAt: { role: 'updated' },
      },
      filters: ['kind', 'isOpen', 'level'],
      children: 'cascade',
    },
    {
      path: '/rooms/{roomId}/bookings',
      noun: 'room booking',
      parent: '/rooms',
      parameter: 'bookingId',
      fields: { day: { create: true }, title: { create: true } },
      filters: ['day'],
      children: 'refuse',
    },
    { path: '/rooms/{roomId}/bookings/{bookingId}/guests', noun: 'guest', parent: '/rooms/{roomId}/bookings' },
  ])
  expect(collections[3]).not.toHaveProperty('children')
})

it.each<[what: string, from: string, to: string, notStandard: string[]]>([
  ['a filter of another type', 'schema: { type: boolean }', 'schema: { type: string }', ['listRooms']],
  ['a query parameter that is not a field', 'name: level, in', 'name: week, in', ['listRooms']],
  ['a body with an unknown property', 'title: { $ref', 'topic: { $ref', ['createBooking']],
  [
    'a success with another schema',
    "description: The room.\n          content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } }\n    patch",
    "description: The room.\n          content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } }\n    patch",
    ['getRoom'],
  ],
])('an operation with %s is not standard', async (_, from, to, notStandard) => {
  const before = await derive(rooms)
  // The last place: that of a body.
  const start = from.startsWith('title') ? rooms.lastIndexOf(from) : rooms.indexOf(from)
  expect(start).toBeGreaterThan(0)
  const { standard } = await derive(rooms.slice(0, start) + to + rooms.slice(start + from.length))
  expect(before.standard.filter((id) => !standard.includes(id))).toEqual(notStandard)
})

it.each<[from: string, to: string, path: string, message: string]>([
  ['required: [id, name, kind', 'required: [name, kind', '/rooms', ''],
  [
    '        id: { $ref: ',
    '        key: { $ref: ',
    '/rooms',
    'the items of /rooms have no field id, and none with x-role: id',
  ],
  ['x-role: created', 'x-role: made', '/rooms', 'x-role of addedAt must be one of id, created, updated'],
  [
    "addedAt: { $ref: '#/components/schemas/Time'",
    'addedAt: { type: string',
    '/rooms',
    'addedAt has x-role: created, so it must be a string with the format date-time',
  ],
  [
    '      properties:\n        name: { $ref',
    '      properties:\n        id: { type: string }\n        name: { $ref',
    '/rooms',
    'the service sets id, so no body of /rooms may have it',
  ],
  [
    '  /rooms:\n',
    '  /halls:\n',
    '/rooms/{roomId}/bookings',
    '/rooms/{roomId}/bookings has no parent: there must be a collection /rooms',
  ],
])('says in one line why a path is not a collection: %s → %s', async (from, to, path, message) => {
  expect(rooms).toContain(from)
  const text = rooms.replace(from, to)
  const { collections, refusals } = await derive(text)
  // The line after the path.
  const line = text.split('\n').indexOf(`  ${path}:`) + 2
  const expected = `openapi.yaml:${line} ${message}`
  expect(refusals.slice(0, 1)).toEqual(message === '' ? [] : [expected])
  expect(collections.some((one) => one.path === path)).toBe(message === '')
})
