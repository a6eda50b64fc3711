// Handlers with preconditions, the serializer that the preconditions refer to, and operations without a handler.
import { beforeAll, describe, expect, it } from 'vitest'
import { notWritten } from '../../core/index.ts'
import { Problem } from '../product/generated/handlers.ts'
import { rooms } from '../support/rooms.ts'
import { startMock, type TestHandlers } from '../support/service.ts'
import { implementations, type ParsedResponse, type RequestTuple, type Started, send } from './implementations.ts'

/** Handlers that replace standard methods. */
const replacing: TestHandlers = {
  async replaceRoom({ path: { roomId }, body }, { items }) {
    const roomItems = items('/rooms')
    const room = (await roomItems.update(roomId, () => body)) ?? (await roomItems.create(body, roomId))
    if (room === undefined) throw new Problem('not-found', 'You have no such room.')
    return { status: 200, body: room }
  },
  async deleteRoom({ path: { roomId } }, { items }) {
    await items('/rooms').delete(roomId)
    return { status: 204 }
  },
}

const ifMatch = ({ etag }: ParsedResponse) => ({ 'If-Match': etag })
const getId = ({ body }: ParsedResponse) => Object(body).id
const noRoom = '/rooms/01a213ab-10a5-7128-8f45-89746ca057bf'

// No test here depends on the database.
const { 'the service over PostgreSQL': _postgres, ...otherImplementations } = implementations

describe.each(Object.entries(otherImplementations))('%s', (_, start) => {
  describe('with handlers', () => {
    let target: Started
    let created: ParsedResponse
    let room: string
    beforeAll(async () => {
      target = await start({ ...rooms, handlers: { ...rooms.handlers, ...replacing } })
      created = await send(target, ['POST', '/rooms', '{"name":"Lab","kind":"lab","label":"L"}'])
      room = `/rooms/${getId(created)}`
      return async () => {
        expect(target.internalErrors).toEqual([])
        await target[Symbol.asyncDispose]()
      }
    })

    /** Sends a request, and expects this status. */
    async function expectStatus(status: number, ...[method, path, ...rest]: RequestTuple): Promise<ParsedResponse> {
      const response = await send(target, [method, path, ...rest])
      expect([method, path, response.status]).toEqual([method, path, status])
      return response
    }

    it('evaluates the preconditions of a handler with the ETag that GET returns at its path', async () => {
      const put = (status: number, headers: Record<string, string>, path = room) =>
        expectStatus(status, 'PUT', path, '{"name":"Office"}', headers)
      const changed = await expectStatus(200, 'PATCH', room, '{"name":"Hall"}')
      await put(412, ifMatch(created))
      const replaced = await put(200, ifMatch(changed))
      expect((await expectStatus(200, 'GET', room)).etag).toBe(replaced.etag)
      await put(412, { 'If-Match': '*' }, noRoom)
      await put(200, { 'If-None-Match': '*' }, noRoom)
      await put(412, { 'If-None-Match': '*' }, noRoom)
    })

    it('evaluates the preconditions of a handler with the ETag of the serializer at its path', async () => {
      const sign = (status: number, tag: ParsedResponse) =>
        expectStatus(status, 'PUT', `${room}/sign`, '{"label":"X"}', ifMatch(tag))
      const signResponse = await expectStatus(200, 'GET', `${room}/sign`)
      await sign(412, await expectStatus(200, 'GET', room))
      // The sign does not show the kind of a room.
      await expectStatus(200, 'PATCH', room, '{"kind":"hall"}')
      const labelled = await sign(200, signResponse)
      await expectStatus(304, 'GET', `${room}/sign`, undefined, { 'If-None-Match': labelled.etag })
      await expectStatus(200, 'PATCH', room, '{"name":"Bar"}')
      await sign(412, labelled)
      expect((await expectStatus(200, 'GET', `${room}/sign`)).text).toBe('{"sign":"Bar: X"}')
    })

    it('lists by a deprecated parameter with its adapter', async () => {
      await expectStatus(201, 'POST', `${room}/bookings`, '{"day":"2026-01-31"}')
      expect((await expectStatus(200, 'GET', `${room}/bookings?date=2026-01-31`)).body).toHaveLength(1)
      expect((await expectStatus(200, 'GET', `${room}/bookings?date=2026-02-01`)).body).toEqual([])
    })

    it('returns the problem of the contract that a handler throws', async () => {
      await expectStatus(200, 'POST', `${room}/close`)
      const { body } = await expectStatus(409, 'POST', `${room}/close`)
      expect(body).toMatchObject({ type: expect.stringMatching(/:room-closed$/) })
    })

    it('deletes the children of an item that a handler deletes, as the contract says', async () => {
      const booking = await expectStatus(201, 'POST', `${room}/bookings`, '{"day":"2026-01-31"}')
      await expectStatus(204, 'DELETE', room)
      // Without the room, the mock would find no booking in any case.
      await expectStatus(200, 'PUT', room, '{"name":"Lab"}')
      await expectStatus(404, 'GET', `${room}/bookings/${getId(booking)}`)
    })
  })

  it('returns 501 for operations without a handler, and serves the other operations', async () => {
    const handlers = { closeRoom: notWritten, listBookings: { adapt: notWritten } }
    await using target = await start({ ...rooms, handlers })
    const room = await send(target, ['POST', '/rooms', '{"name":"Lab"}'])
    // Without its adapter, the list ignores the deprecated parameter.
    const bookings = await send(target, ['GET', `/rooms/${getId(room)}/bookings?date=2026-11-26`])
    const special = [await send(target, ['POST', `${noRoom}/close`]), await send(target, ['GET', `${noRoom}/sign`])]
    expect([room, bookings, ...special].map(({ status }) => status)).toEqual([201, 200, 501, 501])
  })

  it('stores no item whose serializer returns a response that breaks the contract', async () => {
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
  })

  it('stores an item for which its serializer throws a documented problem', async () => {
    const read = ({ label = '' }) => {
      if (label === 'undocumented') throw new Problem('has-children', 'There are items below it.')
      if (label === '') throw new Problem('not-found', 'There is no such sign.')
      return { status: 200, body: { sign: label } }
    }
    await using target = await start({ ...rooms, handlers: { ...rooms.handlers, readSign: { read } } })
    const sign = `/rooms/${getId(await send(target, ['POST', '/rooms', '{"name":"Lab"}']))}/sign`
    const write = (label: string, headers = {}) => send(target, ['PUT', sign, JSON.stringify({ label }), headers])
    expect((await send(target, ['GET', sign])).status).toBe(404)
    expect((await write('A', { 'If-Match': '*' })).status).toBe(412)
    expect((await write('A', { 'If-None-Match': '*' })).status).toBe(200)
    expect(await send(target, ['GET', sign])).toMatchObject({ status: 200, body: { sign: 'A' } })
    expect((await write('undocumented')).status).toBe(500)
    expect(target.internalErrors).toEqual([expect.stringMatching(/readSign cannot show it: it has no response 409/)])
  })

  it('passes no credentials to a handler', async () => {
    const inputs: object[] = []
    const closeRoom: TestHandlers['closeRoom'] = async (input) => {
      inputs.push(input)
      throw new Problem('room-closed', 'The room is closed already.')
    }
    await using target = await start({ ...rooms, handlers: { ...rooms.handlers, closeRoom } })
    expect((await send(target, ['POST', `${noRoom}/close`])).status).toBe(409)
    const path = { roomId: noRoom.replace('/rooms/', '') }
    expect(JSON.parse(JSON.stringify(inputs))).toEqual([
      { caller: expect.anything(), path, query: {}, headers: {}, cookies: {} },
    ])
  })
})

it('a mock without state returns examples for operations without a handler', async () => {
  await using mock = await startMock({}, { api: { ...rooms, handlers: {} } })
  const sign = await send(mock, ['GET', `${noRoom}/sign`])
  expect(sign).toMatchObject({ status: 200, body: { sign: 'Lab: quiet' } })
})
