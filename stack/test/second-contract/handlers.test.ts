// Handlers of another contract: two that write with conditions, and one that reads what the conditions refer to.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Edit, remove, set } from '../../../test/support/contract-edit.ts'
import { cleanUp } from '../../../test/support/folder.ts'
import { newDatabase } from '../../../test/support/postgres/database.ts'
import { outputOf, run } from '../../../test/support/process.ts'
import { copyWithSecondContract, withMock, withService } from './second-project.ts'

const content = (schema: string) => `{ application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`

/** An operation that writes with conditions, below its path. */
const write = (id: string, conditions: string, body: string, result: string) => `
    put:
      operationId: ${id}
      security: [bearerAuth: [rooms:write]]
      x-conditions: [${conditions}]
      requestBody: { required: true, content: ${content(body)} }
      responses:
        '200': { description: The result., content: ${content(result)} }`

const additions = {
  '\n    patch:\n      operationId: updateRoom': write('replaceRoom', 'ETag, Last-Modified', 'RoomDraft', 'Room'),
  '\n  /rooms/{roomId}/bookings:': `
  /rooms/{roomId}/sign:
    parameters:
      - $ref: '#/components/parameters/RoomId'
    get:
      operationId: readSign
      x-conditions: [ETag]
      responses:
        '200': { description: The sign., content: ${content('Sign')} }${write('writeSign', 'ETag', 'Label', 'Sign')}`,
  '\n    RoomDraft:': `
    Sign:
      type: object
      required: [sign]
      properties:
        sign: { type: string, maxLength: 30 }
    Label:
      type: object
      required: [label]
      additionalProperties: false
      properties:
        label: { type: string, maxLength: 20 }`,
}

/** A DELETE that needs a handler. */
const returnsDeleted = (path: string, schema: string): Edit[] => [
  remove(`paths ${path} delete responses 204`),
  set(`paths ${path} delete responses 200`, { description: 'It is deleted.', content: parse(content(schema)) }),
]

let folder: string
let handlers: string
beforeAll(async () => {
  folder = await copyWithSecondContract(
    ...returnsDeleted('/rooms/{roomId}', 'Room'),
    ...returnsDeleted('/rooms/{roomId}/bookings/{bookingId}', 'RoomBooking'),
  )
  const contract = join(folder, 'openapi.yaml')
  const text = await readFile(contract, 'utf8')
  const added = Object.entries(additions).reduce((all, [line, lines]) => all.replace(line, lines + line), text)
  await writeFile(contract, added)
  handlers = join(folder, 'server/handlers.ts')
  await cp('stack/test/second-contract/programs/rooms-handlers.ts', handlers)
  await outputOf('node', ['stack/generate/main.ts'], { cwd: folder })
})
afterAll(cleanUp)

/** Sends requests with conditions. @returns The status of each, and what is shown in the end. */
async function useHandlers(url: string, token: string) {
  const send = async (method: string, path: string, headers = {}, body?: object) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const all = { Authorization: `Bearer ${token}`, 'Content-Type': type, ...headers }
    const response = await fetch(url + path, { method, headers: all, ...(body && { body: JSON.stringify(body) }) })
    const etag = response.headers.get('ETag') ?? ''
    return { status: response.status, text: await response.text(), etag, ifMatch: { 'If-Match': etag } }
  }
  const created = await send('POST', '/rooms', {}, { name: 'Lab', kind: 'lab', label: 'L' })
  const room = `/rooms/${JSON.parse(created.text).id}`
  const put = (headers: object, path = room) => send('PUT', path, headers, { name: 'Office' })
  const sign = (headers: object) => send('PUT', `${room}/sign`, headers, { label: 'X' })
  const change = (body: object) => send('PATCH', room, {}, body)

  const changed = await change({ name: 'Hall' })
  const stale = await put(created.ifMatch)
  const replaced = await put(changed.ifMatch)
  const read = await send('GET', room)
  const other = '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf'
  const missing = await put({ 'If-Match': '*' }, other)
  const added = await put({ 'If-None-Match': '*' }, other)
  const again = await put({ 'If-None-Match': '*' }, other)

  const shown = await send('GET', `${room}/sign`)
  const ofRoom = await sign(read.ifMatch)
  await change({ kind: 'hall' })
  const labelled = await sign(shown.ifMatch)
  const known = await send('GET', `${room}/sign`, { 'If-None-Match': labelled.etag })
  await change({ name: 'Bar' })
  const renamed = await sign(labelled.ifMatch)
  const last = await send('GET', `${room}/sign`)

  const book = async () => {
    const { text } = await send('POST', `${room}/bookings`, {}, { day: '2026-01-31' })
    return `${room}/bookings/${JSON.parse(text).id}`
  }
  const booking = await book()
  await send('POST', `${booking}/guests`, {}, { name: 'Ann' })
  const refused = await send('DELETE', booking)
  const stillThere = await send('GET', booking)
  const childless = await send('DELETE', await book())
  const cascaded = await send('DELETE', room)
  const gone = await send('GET', booking)
  const deletions = { refused, stillThere, childless, cascaded, gone }
  const responses = { stale, replaced, missing, added, again, ofRoom, labelled, known, renamed, ...deletions }
  const statuses = Object.entries(responses).map(([name, { status }]) => [name, status])
  return { ...Object.fromEntries(statuses), hasTagOfGet: replaced.etag === read.etag, last: last.text }
}

describe.each([
  ['the service over SQLite', () => withService(folder, {}, useHandlers)],
  [
    'the service over PostgreSQL',
    async () => withService(folder, { DATABASE_URL: (await newDatabase()).url }, useHandlers),
  ],
  ['the mock', () => withMock(folder, (url) => useHandlers(url, 'any'))],
])('%s', (_, use) => {
  it('evaluates conditions of handlers by what GET returns at their path, and deletes children as the contract says', async () => {
    expect(await use()).toEqual({
      stale: 412,
      replaced: 200,
      hasTagOfGet: true,
      missing: 412,
      added: 200,
      again: 412,
      ofRoom: 412,
      // The sign does not show the kind of a room.
      labelled: 200,
      known: 304,
      renamed: 412,
      // x-children of a booking is `refuse`, and that of a room is `cascade`.
      refused: 409,
      stillThere: 200,
      childless: 200,
      cascaded: 200,
      gone: 404,
      last: '{"sign":"Bar: X"}',
    })
  })
})

/** Sends writes after which the sign would be too long. @returns The status of each, and what is stored in the end. */
async function writeTooMuch(url: string, token: string) {
  const send = async (method: string, path: string, body?: object) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: await response.json() }
  }
  const name = 'A room with a longer name'
  const created = await send('POST', '/rooms', { name })
  const room = `/rooms/${created.body.id}`
  const refused = [
    await send('PUT', `${room}/sign`, { label: 'longer' }),
    await send('PATCH', room, { label: 'longer' }),
    await send('POST', '/rooms', { name, label: 'longer' }),
  ]
  const sign = await send('GET', `${room}/sign`)
  const rooms = await send('GET', '/rooms')
  return { statuses: refused.map(({ status }) => status), sign, rooms: rooms.body, room: created.body }
}

it.each([
  ['the service', (log: unknown) => withService(folder, {}, writeTooMuch, log)],
  ['the mock', (log: unknown) => withMock(folder, (url) => writeTooMuch(url, 'any'), log)],
])('%s stores nothing that a reader cannot show as the contract says', async (_, use) => {
  const { statuses, sign, rooms, room } = await use(
    expect.stringMatching(/was not stored because .*: readSign cannot show it: .*sign/),
  )
  expect(statuses).toEqual([500, 500, 500])
  expect(sign).toEqual({ status: 200, body: { sign: `${room.name}: ` } })
  expect(rooms).toEqual([room])
})

describe('the compiler', () => {
  const compile = async () => (await run('tsc', ['--noEmit', '-p', 'tsconfig.handlers.json'], { cwd: folder })).stdout
  let text: string
  beforeAll(async () => {
    text = await readFile(handlers, 'utf8')
    const config = { extends: './tsconfig.json', include: ['generated', 'server/handlers.ts'] }
    await writeFile(join(folder, 'tsconfig.handlers.json'), JSON.stringify(config))
  })

  it.each([
    ['accepts these handlers', '', '', /^$/],
    [
      'asks for the function that reads what conditions refer to',
      'readSign: {',
      '...{',
      /Property 'readSign' is missing/,
    ],
    [
      'refuses a handler in its place',
      'readSign: {',
      "readSign: async () => ({ status: 200, body: { sign: '' } }),\n  ...{",
      /is not assignable to type .*Reader<Types, "readSign">/,
    ],
    [
      'refuses to write an item without a field that has no default',
      '() => body',
      '() => ({ kind: body.kind })',
      /Property 'name' is missing/,
    ],
  ])('%s', async (_, from, to, message) => {
    expect(text).toContain(from)
    await writeFile(handlers, text.replace(from, to))
    expect(await compile()).toMatch(message)
    await writeFile(handlers, text)
  })
})
