// The client against the service, and against plain Prism: the contract alone, without code of this project behind it.
import { createPlantClient, type Plant, type PlantClient } from '@plant-collection/client'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { etag, fern, monstera, path } from '../support/contract-examples.ts'
import { type PlainPrism, startPlainPrism } from '../support/plain-prism.ts'
import { type Service, startService } from '../support/service.ts'

const problem = (name: string) => ({ problem: { type: `tag:plants.example,2026:${name}` } })

describe('the client with the service', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const clientOf = (subject: string, scope?: string) =>
    createPlantClient({ baseUrl: service.url, token: () => service.token(subject, scope) })

  async function addPlant(client: PlantClient) {
    const created = await client.createPlant({ body: { name: 'Monstera deliciosa', tag: 'Araceae' } })
    if (created.status !== 201) throw new Error(`created: ${created.status}`)
    return { path: { id: created.body.id }, body: created.body, ...created.headers }
  }

  it('gets a 304 for a plant and a list that have not changed, and a 200 after a change', async () => {
    const client = clientOf('reader')
    const { path, body, etag, location } = await addPlant(client)
    expectTypeOf(body).toEqualTypeOf<Plant>()
    expect(location).toBe(`plants/${path.id}`)
    const header = { 'If-None-Match': etag }
    expect(await client.getPlant({ path })).toMatchObject({ ok: true, status: 200, body, headers: { etag } })
    const unchanged = { ok: false, status: 304, problem: undefined }
    expect(await client.getPlant({ path, header })).toMatchObject({ ...unchanged, headers: { etag } })
    const list = await client.listPlants()
    if (!list.ok) throw new Error(`listed: ${list.status}`)
    expect(list).toMatchObject({ status: 200, body: [body] })
    const listHeader = { 'If-None-Match': list.headers.etag }
    const listHeaders = { etag: list.headers.etag }
    expect(await client.listPlants({ header: listHeader })).toMatchObject({ ...unchanged, headers: listHeaders })
    await client.updatePlant({ path, body: { name: 'Fern' } })
    const changed = { ok: true, status: 200 }
    expect(await client.getPlant({ path, header })).toMatchObject({ ...changed, body: { name: 'Fern' } })
    expect(await client.listPlants({ header: listHeader })).toMatchObject({ ...changed, body: [{ name: 'Fern' }] })
    await addPlant(client)
    expect(await Array.fromAsync(client.allPlants({ limit: 1 }))).toHaveLength(2)
  })

  it('changes and deletes a plant with its etag, and gets a 412 with an older one', async () => {
    const client = clientOf('editor')
    const { path, body, etag } = await addPlant(client)
    const header = { 'If-Match': etag }
    const changed = await client.updatePlant({ path, header, body: { tag: null } })
    if (changed.status !== 200) throw new Error(`changed: ${changed.status}`)
    expectTypeOf(changed.body).toEqualTypeOf<Plant>()
    expect(changed.body).toMatchObject({ ...path, name: body.name, tag: '' })
    expect(changed.headers.etag).not.toBe(etag)

    const outdated = { ok: false, status: 412, ...problem('precondition-failed') }
    expect(await client.updatePlant({ path, header, body: { name: 'Fern' } })).toMatchObject(outdated)
    expect(await client.deletePlant({ path, header })).toMatchObject(outdated)
    expect(await client.getPlant({ path })).toMatchObject({ body: changed.body })
    const current = { 'If-Match': changed.headers.etag }
    expect(await client.deletePlant({ path, header: current })).toMatchObject({ ok: true, status: 204 })
    expect(await client.getPlant({ path })).toMatchObject({ ok: false, status: 404, ...problem('not-found') })
  })

  it('creates one plant with the same key, however often it sends the key', async () => {
    const client = clientOf('repeater')
    const input = { header: { 'Idempotency-Key': 'monday-1' }, body: { name: 'Monstera deliciosa', tag: 'Araceae' } }
    const [first, again] = [await client.createPlant(input), await client.createPlant(input)]
    if (first.status !== 201 || again.status !== 201) throw new Error(`created: ${first.status}, ${again.status}`)
    expect(again.body).toEqual(first.body)
    expect(again.headers).toMatchObject({ location: first.headers.location, etag: first.headers.etag })
    const reused = { ok: false, status: 422, ...problem('idempotency-key-reused') }
    expect(await client.createPlant({ ...input, body: { name: 'Fern' } })).toMatchObject(reused)
    expect(await client.listPlants()).toMatchObject({ body: [first.body] })
  })

  it('gets a 400, a 401 and a 403 with their problems', async () => {
    const invalid = await clientOf('ann').createPlant({ body: { name: '' } })
    expect(invalid).toMatchObject({ status: 400, problem: { errors: [{ pointer: '/name' }] } })
    const forbidden = await clientOf('ann', 'plants:read').createPlant({ body: { name: 'Fern' } })
    expect(forbidden).toMatchObject({ status: 403, ...problem('insufficient-scope') })
    expect(await createPlantClient({ baseUrl: service.url, token: 'x' }).listPlants()).toMatchObject({ status: 401 })
  })

  it('refreshes a token that the service rejects', async () => {
    const token = async ({ refresh }: { refresh: boolean }) => (refresh ? service.token('refresher') : 'expired')
    const client = createPlantClient({ baseUrl: service.url, token })
    expect(await client.createPlant({ body: { name: 'Fern' } })).toMatchObject({ status: 201, call: { attempt: 2 } })
    expect(await client.listPlants()).toMatchObject({ status: 200, body: [{ name: 'Fern' }] })
  })
})

describe('the client with plain Prism', () => {
  const startTimeoutMs = 30_000
  let prism: PlainPrism
  beforeAll(async () => {
    prism = await startPlainPrism(startTimeoutMs)
  }, startTimeoutMs + 1_000)
  // Undefined if Prism did not start.
  afterAll(() => prism?.[Symbol.asyncDispose]())

  // Prism never responds to some requests (stoplightio/prism, malformed JSON).
  const timeoutMs = { total: 5_000 }
  const preferring = (prefer: string) =>
    createPlantClient({
      baseUrl: prism.url,
      token: 'a.b.c',
      timeoutMs,
      fetch: (request) => {
        request.headers.set('Prefer', prefer)
        return fetch(request)
      },
    })
  const body = { name: 'Fern' }
  const ifMatch = { 'If-Match': etag }
  const ifNoneMatch = { 'If-None-Match': etag }
  const key = { 'Idempotency-Key': '5f0c9a9e-1d0f-4b1e-8a27-0c1d5a3f7b42' }
  const created = { ok: true, status: 201, body: monstera, headers: { location: `plants/${monstera.id}` } }
  const invalid = { ok: false, status: 400, ...problem('invalid-request') }

  it.each<[string, (client: PlantClient) => Promise<unknown>, expected: object]>([
    ['lists', (client) => client.listPlants({ query: { limit: 2, tag: '' } }), { status: 200, body: [monstera, fern] }],
    ['iterates', (client) => Array.fromAsync(client.allPlants({ limit: 2 })), [monstera, fern]],
    ['creates', (client) => client.createPlant({ body }), created],
    ['creates with a key', (client) => client.createPlant({ header: key, body }), created],
    ['reads', (client) => client.getPlant({ path }), { ok: true, status: 200, body: monstera, headers: { etag } }],
    [
      'updates with If-Match',
      (client) => client.updatePlant({ path, header: ifMatch, body: { tag: null } }),
      { ok: true, status: 200, body: path, headers: { etag } },
    ],
    ['deletes', (client) => client.deletePlant({ path }), { ok: true, status: 204, body: undefined }],
    ['rejects a limit of 0', (client) => client.listPlants({ query: { limit: 0 } }), invalid],
    // Not with createPlant: plain Prism returns the documented 422 for each invalid request.
    [
      'rejects an empty name',
      (client) => client.updatePlant({ path, body: { name: '' } }),
      { ok: false, status: 400, problem: { errors: [{}] } },
    ],
    [
      'rejects an etag without quotes',
      (client) => client.deletePlant({ path, header: { 'If-Match': 'no quotes' } }),
      invalid,
    ],
  ])('%s', async (_, call, expected) => {
    expect(await call(createPlantClient({ baseUrl: prism.url, token: 'a.b.c', timeoutMs }))).toMatchObject(expected)
  })

  it.each<[operation: string, (client: PlantClient) => Promise<unknown>, statuses: number[]]>([
    ['listPlants', (client) => client.listPlants({ header: ifNoneMatch }), [304]],
    ['getPlant', (client) => client.getPlant({ path, header: ifNoneMatch }), [304]],
    ['deletePlant', (client) => client.deletePlant({ path }), [400, 401, 403, 404, 412]],
    ['updatePlant', (client) => client.updatePlant({ path, body }), [406, 412, 413, 415]],
    ['createPlant', (client) => client.createPlant({ body }), [400, 406, 413, 415, 422]],
  ])('gets the documented responses of %s that it prefers', async (_, call, statuses) => {
    for (const status of statuses) {
      const expected = status === 304 ? { problem: undefined, headers: { etag } } : { problem: { status } }
      expect(await call(preferring(`code=${status}`))).toMatchObject({ ok: false, status, ...expected })
    }
  })
})
