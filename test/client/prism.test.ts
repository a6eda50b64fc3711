// The client against plain Prism: the contract alone, with none of our own code behind it.

import { createPlantClient, type PlantClient } from '@plant-collection/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { etag, fern, monstera } from '../support/contract-examples.ts'
import { type PlainPrism, startPlainPrism } from '../support/plain-prism.ts'

const startDeadlineMs = 30_000
const path = { id: monstera.id }

let prism: PlainPrism
let client: PlantClient

// Prism leaves some requests without any answer (stoplightio/prism, malformed JSON): each has a deadline.
const signal = () => AbortSignal.timeout(5_000)

const preferring = (prefer: string) =>
  createPlantClient({
    baseUrl: prism.url,
    token: 'a.b.c',
    fetch: (request) => {
      request.headers.set('Prefer', prefer)
      return fetch(request)
    },
  })

beforeAll(async () => {
  prism = await startPlainPrism(startDeadlineMs)
  client = createPlantClient({ baseUrl: prism.url, token: 'a.b.c' })
}, startDeadlineMs + 1_000)

// There is none if it did not start.
afterAll(() => prism?.[Symbol.asyncDispose]())

describe('plain Prism', () => {
  it('lists plants', async () => {
    const result = await client.listPlants({ query: { limit: 2, tag: '' }, signal: signal() })
    expect(result).toMatchObject({ ok: true, status: 200, body: [monstera, fern] })
  })

  it('is walked to its end', async () => {
    expect(await Array.fromAsync(client.allPlants({ limit: 2, signal: signal() }))).toEqual([monstera, fern])
  })

  it('creates a plant and says where it is', async () => {
    const result = await client.createPlant({ body: { name: 'Monstera deliciosa' }, signal: signal() })
    expect(result).toMatchObject({
      ok: true,
      status: 201,
      body: monstera,
      headers: { location: `plants/${monstera.id}` },
    })
  })

  it('takes a key for a creation', async () => {
    const header = { 'Idempotency-Key': '5f0c9a9e-1d0f-4b1e-8a27-0c1d5a3f7b42' }
    const result = await client.createPlant({ header, body: { name: 'Monstera deliciosa' }, signal: signal() })
    expect(result).toMatchObject({ ok: true, status: 201 })
  })

  it('reads a plant, with its entity tag', async () => {
    const result = await client.getPlant({ path, signal: signal() })
    expect(result).toMatchObject({ ok: true, status: 200, body: monstera, headers: { etag } })
  })

  it('changes a plant, sent as JSON, if it is the one that was seen', async () => {
    const change = { path, header: { 'If-Match': etag }, body: { tag: null } }
    const result = await client.updatePlant({ ...change, signal: signal() })
    expect(result).toMatchObject({ ok: true, status: 200, body: { id: monstera.id }, headers: { etag } })
  })

  it('gives the 304 of a list and of a plant when asked for it', async () => {
    const unchanged = preferring('code=304')
    const header = { 'If-None-Match': etag }
    const expected = { ok: false, status: 304, problem: undefined, headers: { etag } }
    expect(await unchanged.listPlants({ header, signal: signal() })).toMatchObject(expected)
    expect(await unchanged.getPlant({ path, header, signal: signal() })).toMatchObject(expected)
  })

  it('deletes a plant', async () => {
    expect(await client.deletePlant({ path, signal: signal() })).toMatchObject({
      ok: true,
      status: 204,
      body: undefined,
    })
  })

  it('refuses a wrong parameter and a wrong body as the contract says', async () => {
    const list = await client.listPlants({ query: { limit: 0 }, signal: signal() })
    expect(list).toMatchObject({ ok: false, status: 400, problem: { type: '/problems/invalid-request' } })
    // Not with createPlant: plain Prism answers every wrong request with 422 where that is documented, whatever for.
    const change = await client.updatePlant({ path, body: { name: '' }, signal: signal() })
    expect(change).toMatchObject({ ok: false, status: 400, problem: { errors: [{}] } })
    const header = { 'If-Match': 'no quotes' }
    const wrongHeader = await client.deletePlant({ path, header, signal: signal() })
    expect(wrongHeader).toMatchObject({ ok: false, status: 400, problem: { type: '/problems/invalid-request' } })
  })

  it.each([400, 401, 403, 404, 412] as const)(
    'gives the documented %i of deletePlant when asked for it',
    async (status) => {
      const result = await preferring(`code=${status}`).deletePlant({ path, signal: signal() })
      expect(result).toMatchObject({ ok: false, status, problem: { status } })
    },
  )

  it.each([406, 412, 413, 415] as const)('gives the documented %i of updatePlant when asked for it', async (status) => {
    const result = await preferring(`code=${status}`).updatePlant({ path, body: { name: 'Fern' }, signal: signal() })
    expect(result).toMatchObject({ ok: false, status, problem: { status } })
  })

  it.each([400, 406, 413, 415, 422] as const)(
    'gives the documented %i of createPlant when asked for it',
    async (status) => {
      const result = await preferring(`code=${status}`).createPlant({ body: { name: 'Fern' }, signal: signal() })
      expect(result).toMatchObject({ ok: false, status, problem: { status } })
    },
  )
})
