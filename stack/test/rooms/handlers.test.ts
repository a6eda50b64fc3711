// Handlers that write with conditions, one that reads what the conditions refer to, and an operation without its handler.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { notWritten } from '../../core/index.ts'
import { rooms } from '../support/rooms.ts'
import { startMock } from '../support/service.ts'
import { implementations, type ParsedResponse, type Started, send } from './implementations.ts'

interface Call {
  path: { roomId: string; bookingId: string }
  body: object
}
interface Collection {
  create: (item: object, id: string) => Promise<object>
  update: (id: string, change: () => object) => Promise<object | undefined>
  delete: (id: string) => Promise<unknown>
}
interface Context {
  items: (path: string, parent?: object) => Collection
}
/** They replace standard methods, too. */
const own = {
  ...rooms.handlers,
  async replaceRoom({ path: { roomId }, body }: Call, { items }: Context) {
    const all = items('/rooms')
    return { status: 200, body: (await all.update(roomId, () => body)) ?? (await all.create(body, roomId)) }
  },
  async deleteRoom({ path: { roomId } }: Call, { items }: Context) {
    await items('/rooms').delete(roomId)
    return { status: 204 }
  },
  async deleteBooking({ path: { roomId, bookingId } }: Call, { items }: Context) {
    await items('/rooms/{roomId}/bookings', { roomId }).delete(bookingId)
    return { status: 204 }
  },
}

const ifMatch = ({ etag }: ParsedResponse) => ({ 'If-Match': etag })
const getId = ({ body }: ParsedResponse) => Object(body).id

/** Sends requests with conditions. @returns The status of each, and what is shown in the end. */
async function useHandlers(target: Started) {
  const created = await send(target, ['POST', '/rooms', '{"name":"Lab","kind":"lab","label":"L"}'])
  const room = `/rooms/${getId(created)}`
  const put = (headers: Record<string, string>, path = room) =>
    send(target, ['PUT', path, '{"name":"Office"}', headers])
  const sign = (headers: Record<string, string>) => send(target, ['PUT', `${room}/sign`, '{"label":"X"}', headers])
  const change = (body: string) => send(target, ['PATCH', room, body])
  const get = (path: string, headers = {}) => send(target, ['GET', path, undefined, headers])

  const changed = await change('{"name":"Hall"}')
  const stale = await put(ifMatch(created))
  const replaced = await put(ifMatch(changed))
  const read = await get(room)
  const other = '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf'
  const missing = await put({ 'If-Match': '*' }, other)
  const added = await put({ 'If-None-Match': '*' }, other)
  const again = await put({ 'If-None-Match': '*' }, other)

  const shown = await get(`${room}/sign`)
  const ofRoom = await sign(ifMatch(read))
  await change('{"kind":"hall"}')
  const labelled = await sign(ifMatch(shown))
  const known = await get(`${room}/sign`, { 'If-None-Match': labelled.etag })
  await change('{"name":"Bar"}')
  const renamed = await sign(ifMatch(labelled))
  const last = await get(`${room}/sign`)

  const book = async () =>
    `${room}/bookings/${getId(await send(target, ['POST', `${room}/bookings`, '{"day":"2026-01-31"}']))}`
  const booking = await book()
  await send(target, ['POST', `${booking}/guests`, '{"name":"Ann"}'])
  const adapted = [await get(`${room}/bookings?date=2026-01-31`), await get(`${room}/bookings?date=2026-02-01`)]
  const refused = await send(target, ['DELETE', booking])
  const stillThere = await get(booking)
  const childless = await send(target, ['DELETE', await book()])
  const closed = await send(target, ['POST', `${room}/close`])
  const closedAgain = await send(target, ['POST', `${room}/close`])
  const cascaded = await send(target, ['DELETE', room])
  const gone = await get(booking)
  const deleted = { refused, stillThere, childless, closed, closedAgain, cascaded, gone }
  const responses = { stale, replaced, missing, added, again, ofRoom, labelled, known, renamed, ...deleted }
  const statuses = Object.entries(responses).map(([name, { status }]) => [name, status])
  const problem = Object(closedAgain.body).type
  const listed = adapted.map(({ body }) => Object(body).length)
  return { ...Object.fromEntries(statuses), listed, hasTagOfGet: replaced.etag === read.etag, last: last.text, problem }
}

describe.each(Object.entries(implementations))('%s', (_, start) => {
  it('evaluates conditions of handlers by what GET returns at their path, and deletes children as the contract says', async () => {
    await using target = await start({ ...rooms, handlers: own })
    expect(await useHandlers(target)).toEqual({
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
      // The adapter of an older parameter.
      listed: [1, 0],
      // x-children of a booking is `refuse`, and that of a room is `cascade`.
      refused: 409,
      stillThere: 200,
      childless: 204,
      closed: 200,
      // A problem of this contract.
      closedAgain: 409,
      problem: expect.stringMatching(/:room-closed$/),
      cascaded: 204,
      gone: 404,
      last: '{"sign":"Bar: X"}',
    })
    expect(target.internalErrors).toEqual([])
  })

  it.each([
    ['its', {}],
    ['a written', { closeRoom: notWritten, readSign: { read: notWritten }, listBookings: { adapt: notWritten } }],
  ])('returns 501 for an operation without %s handler, and serves the others', async (_, handlers) => {
    await using target = await start({ ...rooms, handlers })
    const room = await send(target, ['POST', '/rooms', '{"name":"Lab"}'])
    // It needs an adapter for an older parameter only.
    const bookings = await send(target, ['GET', `/rooms/${getId(room)}/bookings?date=2026-11-26`])
    const special = [
      await send(target, ['POST', '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf/close']),
      await send(target, ['GET', '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf/sign']),
    ]
    expect([room, bookings, ...special].map(({ status }) => status)).toEqual([201, 200, 501, 501])
  })
})

it.each(Object.entries(implementations))(
  '%s stores nothing that a reader cannot show as the contract says',
  async (_, start) => {
    const readSign = { read: ({ label = '' }) => ({ status: 200, body: { sign: label.padEnd(label.length ** 3) } }) }
    await using target = await start({ ...rooms, handlers: { ...rooms.handlers, readSign } })
    const created = await send(target, ['POST', '/rooms', '{"name":"Lab","label":"A"}'])
    const room = `/rooms/${getId(created)}`
    const refused = [
      await send(target, ['PUT', `${room}/sign`, '{"label":"longer"}']),
      await send(target, ['PATCH', room, '{"label":"longer"}']),
      await send(target, ['POST', '/rooms', '{"name":"Lab","label":"longer"}']),
    ]
    expect(refused.map(({ status }) => status)).toEqual([500, 500, 500])
    const error = expect.stringMatching(/was not stored because .*: readSign cannot show it: .*sign/)
    expect(target.internalErrors).toEqual([error, error, error])
    expect(await send(target, ['GET', `${room}/sign`])).toMatchObject({ status: 200, body: { sign: 'A' } })
    expect((await send(target, ['GET', '/rooms'])).body).toEqual([created.body])
  },
)

it.each(Object.entries(implementations))('%s gives a handler no secret of the request', async (_, start) => {
  const inputs: object[] = []
  const { closeRoom: close } = Object(rooms.handlers)
  const closeRoom = (input: object, context: Context) => {
    inputs.push(input)
    return close(input, context)
  }
  await using target = await start({ ...rooms, handlers: { ...rooms.handlers, closeRoom } })
  const created = await send(target, ['POST', '/rooms', '{"name":"Lab"}'])
  expect((await send(target, ['POST', `/rooms/${getId(created)}/close`])).status).toBe(200)
  const logged = JSON.stringify(inputs)
  expect(JSON.parse(logged)).toEqual([
    { caller: expect.anything(), path: { roomId: getId(created) }, query: {}, headers: {}, cookies: {} },
  ])
})

describe('operations without their handlers', () => {
  it('are examples in a mock without state', async () => {
    await using mock = await startMock({}, { api: { ...rooms, handlers: {} } })
    const sign = await send(mock, ['GET', '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf/sign'])
    expect(sign).toMatchObject({ status: 200, body: { sign: 'Lab: quiet' } })
  })

  it('are documented with 501, and the others are not', async () => {
    const { paths } = parse(await readFile(join(rooms.folder, 'generated/openapi.yaml'), 'utf8'))
    const operations = Object.values<Record<string, { operationId?: string; responses?: object }>>(paths).flatMap(
      (path) => Object.values(path),
    )
    const documented = operations.filter(({ responses = {} }) => '501' in responses)
    const ids = documented.map(({ operationId }) => operationId)
    expect(ids).toEqual(['closeRoom', 'readSign', 'writeSign'])
  })
})
