// Handlers that write with conditions, one that reads what conditions refer to, and an operation without its handler.
import { describe, expect, it } from 'vitest'
import { notWritten } from '../../core/index.ts'
import { Problem } from '../../core/problem.ts'
import { rooms } from '../support/rooms.ts'
import { startMock } from '../support/service.ts'
import { implementations, type ParsedResponse, type Sent, send } from './implementations.ts'

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

describe.each(Object.entries(implementations))('%s', (_, start) => {
  it('evaluates conditions of handlers by what GET returns at their path, and deletes children as the contract says', async () => {
    await using target = await start({ ...rooms, handlers: own })
    const created = await send(target, ['POST', '/rooms', '{"name":"Lab","kind":"lab","label":"L"}'])
    const room = `/rooms/${getId(created)}`
    /** Sends a request, and expects this status. */
    const expectStatus = async (status: number, ...[method, path, ...rest]: Sent) => {
      const response = await send(target, [method, path, ...rest])
      expect([method, path, response.status]).toEqual([method, path, status])
      return response
    }
    const put = (status: number, headers: Record<string, string>, path = room) =>
      expectStatus(status, 'PUT', path, '{"name":"Office"}', headers)
    const changed = await expectStatus(200, 'PATCH', room, '{"name":"Hall"}')
    await put(412, ifMatch(created))
    const replaced = await put(200, ifMatch(changed))
    const read = await expectStatus(200, 'GET', room)
    expect(replaced.etag).toBe(read.etag)
    const other = '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf'
    await put(412, { 'If-Match': '*' }, other)
    await put(200, { 'If-None-Match': '*' }, other)
    await put(412, { 'If-None-Match': '*' }, other)

    const sign = (status: number, tag: ParsedResponse) =>
      expectStatus(status, 'PUT', `${room}/sign`, '{"label":"X"}', ifMatch(tag))
    const shown = await expectStatus(200, 'GET', `${room}/sign`)
    await sign(412, read)
    // The sign does not show the kind of a room.
    await expectStatus(200, 'PATCH', room, '{"kind":"hall"}')
    const labelled = await sign(200, shown)
    await expectStatus(304, 'GET', `${room}/sign`, undefined, { 'If-None-Match': labelled.etag })
    await expectStatus(200, 'PATCH', room, '{"name":"Bar"}')
    await sign(412, labelled)
    expect((await expectStatus(200, 'GET', `${room}/sign`)).text).toBe('{"sign":"Bar: X"}')

    const book = async () =>
      `${room}/bookings/${getId(await expectStatus(201, 'POST', `${room}/bookings`, '{"day":"2026-01-31"}'))}`
    const booking = await book()
    // The adapter of an older parameter.
    expect((await expectStatus(200, 'GET', `${room}/bookings?date=2026-01-31`)).body).toHaveLength(1)
    expect((await expectStatus(200, 'GET', `${room}/bookings?date=2026-02-01`)).body).toEqual([])
    await expectStatus(204, 'DELETE', await book())
    await expectStatus(200, 'POST', `${room}/close`)
    const closedAgain = await expectStatus(409, 'POST', `${room}/close`)
    expect(closedAgain.body).toMatchObject({ type: expect.stringMatching(/:room-closed$/) })
    await expectStatus(204, 'DELETE', room)
    await expectStatus(404, 'GET', booking)
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

it.each(Object.entries(implementations))('%s stores an item that its reader refuses to show', async (_, start) => {
  const read = ({ label = '' }) => {
    if (label === 'undocumented') throw new Problem('has-children', 'There are items below it.')
    if (label === '') throw new Problem('not-found', 'There is no such sign.')
    return { status: 200, body: { sign: label } }
  }
  await using target = await start({ ...rooms, handlers: { ...rooms.handlers, readSign: { read } } })
  const created = await send(target, ['POST', '/rooms', '{"name":"Lab"}'])
  expect(created.status).toBe(201)
  const sign = `/rooms/${getId(created)}/sign`
  const write = (label: string, headers = {}) => send(target, ['PUT', sign, JSON.stringify({ label }), headers])
  expect((await send(target, ['GET', sign])).status).toBe(404)
  expect((await write('A', { 'If-Match': '*' })).status).toBe(412)
  expect((await write('A', { 'If-None-Match': '*' })).status).toBe(200)
  expect(await send(target, ['GET', sign])).toMatchObject({ status: 200, body: { sign: 'A' } })
  expect((await write('undocumented')).status).toBe(500)
  expect(target.internalErrors).toEqual([expect.stringMatching(/readSign cannot show it: it has no response 409/)])
})

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

it('operations without their handlers are examples in a mock without state', async () => {
  await using mock = await startMock({}, { api: { ...rooms, handlers: {} } })
  const sign = await send(mock, ['GET', '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf/sign'])
  expect(sign).toMatchObject({ status: 200, body: { sign: 'Lab: quiet' } })
})
