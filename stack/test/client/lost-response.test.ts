// What a call returns if the response to its first attempt is lost. lab/restarts/ has creations, changes and deletions.
import { describe, expect, it } from 'vitest'
import type { HttpMethod } from '../../client/contract.ts'
import { createClient } from '../../client/index.ts'
import { calls, etag } from '../support/contract-examples.ts'
import { brokenConnection as broken, problemResponse, scriptedService } from '../support/scripted-service.ts'

const retry = { random: () => 0 }
const roomPath = { roomId: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' }

describe('after a lost response', () => {
  it('a PUT is repeated', async () => {
    const { client, requests } = await scriptedService([broken, { status: 200, body: {} }], { retry })
    expect(await client.replaceRoom({ path: roomPath, body: { name: 'Mine' } })).toMatchObject({ status: 200 })
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT'])
  })

  it('a PUT with If-Match that gets 412 has an unknown outcome, because it may have changed the ETag', async () => {
    const { client } = await scriptedService([broken, problemResponse(412, 'precondition-failed')], { retry })
    const header = { 'If-Match': etag }
    const replaced = await client.replaceRoom({ path: roomPath, header, body: { name: 'Mine' } })
    expect(replaced).toMatchObject({ ok: false, status: 412, outcome: 'unknown' })
  })

  it('a POST without a key is not repeated, and its outcome is unknown', async () => {
    const { client, requests } = await scriptedService([broken], { retry })
    const error = { name: 'ConnectionError', attempt: 1, outcome: 'unknown' }
    await expect(client.closeRoom({ path: roomPath })).rejects.toMatchObject(error)
    expect(requests).toHaveLength(1)
  })
})

/** Calls an operation that documents a 204 and a 404, and whose first response is lost. */
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
  const deleted = { ok: true, status: 204, response: { status: 404 } }
  const unknownOutcome = { ok: false, status: 404, outcome: 'unknown' }

  it.each<[HttpMethod, object]>([
    ['delete', deleted],
    ['put', unknownOutcome],
    ['post', unknownOutcome],
    ['get', { ...unknownOutcome, outcome: 'unchanged' }],
  ])('of a %s has the result %j', async (method, result) => {
    expect(await callTwice(method, notFound)).toMatchObject(result)
  })

  it('of a gateway is unexpected, even for a deletion', async () => {
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
  const startBroken = () => scriptedService([broken, unauthorized], { retry })

  it.each(['createLamp', 'deleteLamp'] as const)('of %s stays unknown after a rejected attempt', async (operation) => {
    const { client } = await startBroken()
    expect(await calls[operation](client)).toMatchObject({ ok: false, status: 401, outcome: 'unknown' })
  })

  it('does not occur for a read', async () => {
    const { client } = await startBroken()
    expect(await calls.listLamps(client)).toMatchObject({ status: 401, outcome: 'unchanged' })
  })
})
