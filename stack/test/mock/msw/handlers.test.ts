// The handlers as a frontend team uses them: the real client, Mock Service Worker in Node, and not one request on a wire.
import { ConnectionError, createPlantClient } from '@plant-collection/client'
import { type paths, plantHandlers } from '@plant-collection/client/msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../../../test/support/tested-contract.ts'

const baseUrl = 'https://plants.example/api'
const clientOf = (token: string) => createPlantClient({ baseUrl, token, retry: { firstDelayMs: 1 } })
const client = clientOf('ann')

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => server.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, { ...init, headers: { Authorization: 'Bearer ann', ...init.headers } })

describe('handlers in example mode', () => {
  beforeEach(() => server.use(...plantHandlers({ baseUrl }).handlers))

  it('respond with the examples of the contract, in pages', async () => {
    const created = await client.createPlant({ body: { name: 'Whatever' } })
    expect(created).toMatchObject({ status: 201, body: { name: 'Monstera deliciosa' } })
    const plants = await Array.fromAsync(client.allPlants({ limit: 1 }))
    expect(plants.map(({ name }) => name)).toEqual(['Monstera deliciosa', 'The fern on the stairs'])
  })

  const documented = contract.operations.flatMap(({ id, method, path, responses }) =>
    [...responses].flatMap(([status, { content }]) =>
      [undefined, ...[...content.values()].flatMap(({ examples }) => Object.keys(examples))].map(
        (example) => [id, status, example, method, path] as const,
      ),
    ),
  )
  it.each(documented)('respond to %s with %s %s if Prefer selects it', async (_id, status, example, method, path) => {
    const body = { POST: '{"name":"Fern"}', PATCH: '{}' }[method]
    const response = await ask(path.replace('{id}', '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'), {
      method,
      headers: {
        Prefer: `code=${status}${example === undefined ? '' : `, example="${example}"`}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    expect(response.status).toBe(status)
  })

  it.each(['code=418', 'example=nope', 'code=401, example=twoPlants'])('refuse Prefer: %s', async (Prefer) => {
    expect(await (await ask('/plants', { headers: { Prefer } })).json()).toMatchObject({
      errors: [{ header: 'Prefer' }],
    })
  })
})

describe('handlers in stateful mode', () => {
  const plants = plantHandlers({ baseUrl, mode: 'stateful' })
  beforeEach(() => server.use(...plants.handlers))
  afterEach(() => plants.reset())

  it('create one plant for an idempotency key, for a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const header = { 'Idempotency-Key': 'monday-1' }
    const first = await client.createPlant({ header, body: { name: 'Fern' } })
    const again = await client.createPlant({
      header: { 'Idempotency-Key': '"monday-1"' },
      body: { name: 'Fern', tag: '' },
    })
    expect(again).toMatchObject({ status: 201, body: first.ok && first.body })
    expect(await client.createPlant({ header, body: { name: 'Moss' } })).toMatchObject({ status: 422 })
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    expect(await client.createPlant({ header, body: { name: 'Moss' } })).toMatchObject({ status: 201 })
    vi.useRealTimers()
  })

  it('refuse invalid requests as the service does', async () => {
    const refused = await client.createPlant({ body: { name: '' } })
    expect(refused).toMatchObject({
      status: 400,
      problem: { type: 'tag:plants.example,2026:invalid-request', errors: [{ pointer: '/name' }] },
    })
    const post = async (length?: number) => {
      const headers = { 'Content-Type': 'application/json' }
      const body = length === undefined ? null : '{}'.padEnd(length)
      return (await ask('/plants', { method: 'POST', headers, body })).json()
    }
    expect(await post()).toMatchObject({ errors: [{ detail: 'is required' }] })
    expect(await post(16_384)).toMatchObject({ status: 400, errors: [{ pointer: '/name' }] })
    expect(await post(16_385)).toMatchObject({ status: 413 })
    expect((await ask('/plants', { method: 'PUT' })).headers.get('Allow')).toBe('GET, HEAD, OPTIONS, POST')
    expect((await ask('/plants/x/y')).status).toBe(404)
    expect((await fetch(`${baseUrl}/plants`)).status).toBe(401)
    expect((await ask('/plants', { method: 'OPTIONS' })).status).toBe(204)
    const head = await ask('/plants', { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '2', ''])
  })

  it('ignore requests to other paths and origins', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(ask('/favicon.ico')).rejects.toThrow()
    await expect(fetch('https://plants.example/plants')).rejects.toThrow()
    await expect(fetch('https://other.example/api/plants')).rejects.toThrow()
  })
})

describe('tokens', () => {
  it('belong to the callers that whoIs returns', async () => {
    const whoIs = (token: string) => (token === 'ann' ? { name: 'Ann', scopes: ['plants:read'] } : undefined)
    server.use(...plantHandlers({ baseUrl, whoIs }).handlers)
    expect(await client.listPlants()).toMatchObject({ status: 200 })
    expect(await client.createPlant({ body: { name: 'a' } })).toMatchObject({
      status: 403,
      problem: { detail: 'This operation needs a token with the scope plants:write.' },
    })
    expect(await clientOf('bob').listPlants()).toMatchObject({ status: 401 })
  })
})

describe('an override', () => {
  const plants = plantHandlers({ baseUrl, mode: 'stateful' })
  beforeEach(() => server.use(...plants.handlers))

  it('changes the response of one operation', async () => {
    server.use(plants.override.deletePlant({ status: 412 }))
    const created = await client.createPlant({ body: { name: 'a' } })
    const path = { id: created.ok ? created.body.id : '' }
    expect(await client.deletePlant({ path })).toMatchObject({
      status: 412,
      problem: { detail: 'If-Match does not match the current ETag. Read again, then retry.' },
    })
    expect(await client.getPlant({ path })).toMatchObject({ status: 200 })
  })

  it('can be for one request: the client then retries', async () => {
    server.use(plants.override.listPlants({ status: 503, headers: { 'Retry-After': '0' } }, { once: true }))
    expect(await client.listPlants()).toMatchObject({ status: 200, call: { attempt: 2 } })
  })

  it('can depend on the request, which has its types', async () => {
    const override = plants.override.createPlant(async ({ body, caller }) => {
      if (body.name === 'Moss') return { status: 429, detail: 'Enough moss.' }
      return { status: 201, body: { ...plant, name: `${body.name} of ${caller}` } }
    })
    server.use(override)
    const refused = await createPlantClient({ baseUrl, token: 'ann', retry: false }).createPlant({
      body: { name: 'Moss' },
    })
    expect(refused).toMatchObject({ status: 429, problem: { detail: 'Enough moss.' } })
    expect(await client.createPlant({ body: { name: 'Fern' } })).toMatchObject({ body: { name: 'Fern of ann' } })
  })

  it('can be a network error, or leave the request to the next handler', async () => {
    server.use(
      plants.override.getPlant('network error'),
      plants.override.listPlants(() => undefined),
    )
    await expect(client.getPlant({ path: { id: plant.id } })).rejects.toThrow(ConnectionError)
    expect(await client.listPlants()).toMatchObject({ status: 200 })
  })

  it('must be a documented response, for the compiler and at run time', async () => {
    // @ts-expect-error: getPlant documents no 422.
    const wrong = plants.override.getPlant({ status: 422 })
    // @ts-expect-error: a plant has a name.
    plants.override.getPlant({ status: 200, body: { id: plant.id } })
    // @ts-expect-error: a problem has no header of this name.
    plants.override.getPlant({ status: 404, headers: { ETag: '"a"' } })
    server.use(wrong)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await ask(`/plants/${plant.id}`)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('getPlant documents no response 422')
  })
})

describe('handlers of openapi-msw', () => {
  it('work beside ours, with the types of the same contract', async () => {
    const http = createOpenApiHttp<paths>({ baseUrl })
    server.use(
      http.get('/plants/{id}', ({ response }) => response(200).json({ ...plant, name: 'Moss' })),
      ...plantHandlers({ baseUrl }).handlers,
    )
    expect(await (await ask(`/plants/${plant.id}`)).json()).toMatchObject({ name: 'Moss' })
    expect((await ask('/plants')).status).toBe(200)
  })
})

const plant = {
  id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  name: 'Fern',
  tag: '',
  createdAt: '2025-11-20T09:00:00.000Z',
  updatedAt: '2025-11-20T09:00:00.000Z',
}
