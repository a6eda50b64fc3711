// What a call returns if the response of its first attempt is lost.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HttpMethod } from '../../client/contract.ts'
import { createClient } from '../../client/index.ts'
import { calls } from '../support/contract-examples.ts'
import { createLampClient, type LampClient, orThrow } from '../support/lamp-client.ts'
import { brokenConnection as broken, problemResponse, scriptedService } from '../support/scripted-service.ts'
import { startService } from '../support/service.ts'

const retry = { random: () => 0 }

/** A service with one room. It carries out the next request, but its response is lost. */
async function openRooms({ isLate = false } = {}) {
  const methods: string[] = []
  const service = await startService({
    wrap: (app) => (request, response) => {
      if (methods.push(request.method ?? '') === 2) response.end = () => (isLate ? response : response.destroy())
      app(request, response)
    },
  })
  onTestFinished(() => service[Symbol.asyncDispose]())
  const timeoutMs = isLate ? { attempt: 300 } : {}
  const options = { baseUrl: service.url, token: await service.token(), retry }
  const client = createLampClient({ ...options, timeoutMs })
  const { body, headers } = await orThrow(createLampClient(options)).createRoom({ body: { name: 'Lab' } })
  const path = { roomId: body.id }
  return {
    client,
    path,
    /** The condition that the room has not changed. */
    header: { 'If-Match': headers.etag },
    /** Of the requests after the creation of the room. */
    methods: () => methods.slice(1),
    stored: async () => (await Array.fromAsync(client.allItems('listRooms'))).map(({ name }) => name),
  }
}

describe('after a lost response of the service', () => {
  it('a POST with an idempotency key returns the item that the first attempt has created', async () => {
    const { client, methods, stored } = await openRooms()
    const created = await client.createRoom({ body: { name: 'Hall' } })
    expect(created).toMatchObject({ status: 201, body: { name: 'Hall' }, call: { attempt: 2 } })
    expect(methods()).toEqual(['POST', 'POST'])
    expect(await stored()).toEqual(['Lab', 'Hall'])
  })

  it.each([{ isLate: false }, { isLate: true }])('a DELETE succeeds, because the item is gone: %j', async (options) => {
    const { client, path, methods, stored } = await openRooms(options)
    const deleted = await client.deleteRoom({ path })
    // On a slow machine, a second response can also be late.
    const attempt = options.isLate ? expect.any(Number) : 2
    expect(deleted).toMatchObject({ ok: true, status: 204, response: { status: 404 }, call: { attempt } })
    expect(methods().slice(0, 2)).toEqual(['DELETE', 'DELETE'])
    expect(await stored()).toEqual([])
  })

  it('a PUT is repeated', async () => {
    const { client, path, methods, stored } = await openRooms()
    expect(await client.replaceRoom({ path, body: { name: 'Mine' } })).toMatchObject({ status: 200 })
    expect(methods()).toEqual(['PUT', 'PUT'])
    expect(await stored()).toEqual(['Mine'])
  })

  it('a PUT with If-Match that gets 412 has an unknown outcome, because it has changed the entity tag itself', async () => {
    const { client, path, header, stored } = await openRooms()
    const replaced = await client.replaceRoom({ path, header, body: { name: 'Mine' } })
    expect(replaced).toMatchObject({ ok: false, status: 412, outcome: 'unknown' })
    expect(await stored()).toEqual(['Mine'])
  })

  it.each([
    ['PATCH', (client: LampClient, path: { roomId: string }) => client.updateRoom({ path, body: { name: 'Mine' } })],
    [
      'PATCH with If-Match',
      (client: LampClient, path: { roomId: string }, header: { 'If-Match': string }) =>
        client.updateRoom({ path, header, body: { name: 'Mine' } }),
    ],
    ['POST without a key', (client: LampClient, path: { roomId: string }) => client.closeRoom({ path })],
  ])('a %s is not repeated, and its outcome is unknown', async (_, call) => {
    const { client, path, header, methods } = await openRooms()
    const error = { name: 'ConnectionError', attempt: 1, outcome: 'unknown' }
    await expect(call(client, path, header)).rejects.toMatchObject(error)
    expect(methods()).toHaveLength(1)
  })
})

/** Calls an operation that documents a 204 and a 404. */
async function callTwice(method: HttpMethod, second: ReturnType<typeof problemResponse>) {
  const responses = { 204: 'empty', 404: 'tag:rooms.example,2026:not-found' } as const
  const operations = { change: { method, path: '/lamps', takesKey: true, responses } } as const
  const { url } = await scriptedService([broken, second])
  const contract = { operations, collections: {} }
  const client: object = createClient(contract, { baseUrl: url, token: 'a', retry })
  return Reflect.get(client, 'change')()
}

describe('a 404 after a lost response', () => {
  const notFound = problemResponse(404, 'not-found')
  const isGone = { ok: true, status: 204, response: { status: 404 } }
  const isUnknown = { ok: false, status: 404, outcome: 'unknown' }

  it.each<[HttpMethod, object]>([
    ['delete', isGone],
    ['put', isUnknown],
    ['post', isUnknown],
    ['get', { ...isUnknown, outcome: 'unchanged' }],
  ])('of a %s has the result %j', async (method, result) => {
    expect(await callTwice(method, notFound)).toMatchObject(result)
  })

  it('of a gateway is unexpected, also for a deletion', async () => {
    const result = { status: 'unexpected', outcome: 'unknown', response: { status: 404 } }
    expect(await callTwice('delete', { status: 404 })).toMatchObject(result)
  })

  it('is a problem if the first attempt did nothing', async () => {
    const { client } = await scriptedService([problemResponse(503, 'unavailable'), notFound], { retry })
    expect(await calls.deleteLamp(client)).toMatchObject({ ok: false, status: 404, outcome: 'unchanged' })
  })
})

describe('an unknown outcome', () => {
  const unauthorized = problemResponse(401, 'unauthorized')
  const calling = () => scriptedService([broken, unauthorized], { retry })

  it.each(['createLamp', 'deleteLamp'] as const)('of %s stays unknown after a rejected attempt', async (operation) => {
    const { client } = await calling()
    expect(await calls[operation](client)).toMatchObject({ ok: false, status: 401, outcome: 'unknown' })
  })

  it('is not that of a read', async () => {
    const { client } = await calling()
    expect(await calls.listLamps(client)).toMatchObject({ status: 401, outcome: 'unchanged' })
  })
})
