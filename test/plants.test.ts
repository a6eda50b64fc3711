// The main requests and responses of the contract. Start reading the tests here.
// The service, the mock and the handlers for tests must give the same responses.
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantHandlers } from '../client/msw/index.ts'
import { startMock, startService } from './support/service.ts'

interface RunningApi extends AsyncDisposable {
  url: string
  /** Returns a token for this subject. */
  token: (subject: string) => Promise<string>
}

const implementations: Record<string, () => Promise<RunningApi>> = {
  'the service': startService,
  'the stateful mock': () => startMock({ stateful: true }),
  async 'the handlers for tests'() {
    const url = 'http://plants.test'
    const server = setupServer(...plantHandlers({ baseUrl: url, mode: 'stateful' }).handlers)
    server.listen({ onUnhandledFrame: 'bypass' })
    return { url, token: async (subject) => subject, [Symbol.asyncDispose]: async () => server.close() }
  },
}

/** @param reference Relative to the list, as in a header of its responses. */
function toPath(reference: string | null): string {
  const { pathname, search } = new URL(reference ?? '', 'http://plants.test/plants')
  return pathname + search
}

describe.each(Object.entries(implementations))('%s', (_, start) => {
  let started: RunningApi
  let callers = 0
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started[Symbol.asyncDispose]())

  /** A caller without plants. */
  async function newCaller() {
    const token = await started.token(`caller-${++callers}`)
    async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
      const response = await fetch(started.url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': type }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    }
    return {
      get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
      post: (path: string, body: object, headers?: Record<string, string>) => send('POST', path, body, headers),
      patch: (path: string, body: object, headers?: Record<string, string>) => send('PATCH', path, body, headers),
      delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
    }
  }

  describe('the interface that each version keeps', () => {
    it('lists the plants of the caller: an array of objects with a name and a tag', async () => {
      const caller = await newCaller()
      await caller.post('/plants', { name: 'Monstera deliciosa', tag: 'Araceae' })

      const response = await caller.get('/plants')

      expect(response.status).toBe(200)
      expect(response.body).toMatchObject([{ name: 'Monstera deliciosa', tag: 'Araceae' }])
    })

    it('lists at most `limit` plants', async () => {
      const caller = await newCaller()
      for (const name of ['Aloe', 'Basil', 'Cactus']) await caller.post('/plants', { name })

      const response = await caller.get('/plants?limit=2')

      expect(response.body).toMatchObject([{ name: 'Aloe' }, { name: 'Basil' }])
    })

    it('deletes a plant, without a body in the response', async () => {
      const caller = await newCaller()
      const created = await caller.post('/plants', { name: 'Aloe' })

      const response = await caller.delete(`/plants/${created.body.id}`)
      expect(response).toMatchObject({ status: 204, body: undefined })
      expect((await caller.get('/plants')).body).toEqual([])
    })

    it('refuses a request without a token', async () => {
      const response = await fetch(`${started.url}/plants`)

      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    })
  })

  describe('a plant', () => {
    it('is created with an id, dates, a URL and an entity tag', async () => {
      const caller = await newCaller()

      const response = await caller.post('/plants', { name: 'Monstera deliciosa', tag: 'Araceae' })

      expect(response.status).toBe(201)
      const { id, createdAt, updatedAt } = response.body
      expect(response.body).toEqual({ id, name: 'Monstera deliciosa', tag: 'Araceae', createdAt, updatedAt })
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(new Date(createdAt).toISOString()).toBe(createdAt)
      expect(updatedAt).toBe(createdAt)
      expect(toPath(response.headers.get('Location'))).toBe(`/plants/${id}`)
      expect(response.headers.get('ETag')).toMatch(/^"[^"]+"$/)
    })

    it('is read at its URL, with the same entity tag', async () => {
      const caller = await newCaller()
      const created = await caller.post('/plants', { name: 'Aloe' })

      const response = await caller.get(toPath(created.headers.get('Location')))

      expect(response).toMatchObject({ status: 200, body: created.body })
      expect(response.headers.get('ETag')).toBe(created.headers.get('ETag'))
    })

    it('is changed: a field that the request does not have stays, and null empties the tag', async () => {
      const caller = await newCaller()
      const { body: plant } = await caller.post('/plants', { name: 'Aloe', tag: 'kitchen' })

      const renamed = await caller.patch(`/plants/${plant.id}`, { name: 'Aloe vera' })
      const emptied = await caller.patch(`/plants/${plant.id}`, { tag: null })

      expect(renamed).toMatchObject({ status: 200, body: { id: plant.id, name: 'Aloe vera', tag: 'kitchen' } })
      expect(emptied).toMatchObject({ status: 200, body: { id: plant.id, name: 'Aloe vera', tag: '' } })
    })

    it('is gone after its deletion: reading, changing and deleting it get 404', async () => {
      const caller = await newCaller()
      const path = `/plants/${(await caller.post('/plants', { name: 'Aloe' })).body.id}`
      await caller.delete(path)

      const responses = [await caller.get(path), await caller.patch(path, { name: 'Basil' }), await caller.delete(path)]

      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
    })

    it('is refused with the field and the reason if a field is not valid', async () => {
      const caller = await newCaller()

      const response = await caller.post('/plants', { tag: 'kitchen', colour: 'green' })

      expect(response.status).toBe(400)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(response.body).toMatchObject({
        type: 'tag:plants.example,2026:invalid-request',
        title: expect.any(String),
        status: 400,
        detail: expect.any(String),
        instance: expect.stringMatching(/^urn:uuid:/),
      })
      expect(response.body.errors).toEqual([
        { pointer: '/name', detail: 'is required' },
        { pointer: '/colour', detail: 'is not a documented property' },
      ])
      expect((await caller.get('/plants')).body).toEqual([])
    })
  })

  describe('the plants of another caller', () => {
    it('are in no list', async () => {
      const owner = await newCaller()
      const bob = await newCaller()
      await owner.post('/plants', { name: 'Aloe' })

      const response = await bob.get('/plants')

      expect(response).toMatchObject({ status: 200, body: [] })
    })

    it('are not found, as if they did not exist, and stay unchanged', async () => {
      const owner = await newCaller()
      const bob = await newCaller()
      const { body: plant } = await owner.post('/plants', { name: 'Aloe' })
      const path = `/plants/${plant.id}`

      const { body: unknown } = await bob.get('/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41')
      const responses = [await bob.get(path), await bob.patch(path, { name: 'Mine' }), await bob.delete(path)]

      const notFound = { status: 404, body: { ...unknown, instance: expect.any(String) } }
      for (const response of responses) expect(response).toMatchObject(notFound)
      expect((await owner.get(path)).body).toEqual(plant)
    })
  })

  describe('a list', () => {
    it('has pages: Link leads to the next one, and the last page has none', async () => {
      const caller = await newCaller()
      for (const name of ['Aloe', 'Basil', 'Cactus']) await caller.post('/plants', { name })

      const first = await caller.get('/plants?limit=2')
      const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('Link') ?? '') ?? []
      const last = await caller.get(toPath(next))

      expect(first.body).toMatchObject([{ name: 'Aloe' }, { name: 'Basil' }])
      expect(last.body).toMatchObject([{ name: 'Cactus' }])
      expect(last.headers.get('Link')).toBeNull()
    })

    it('has only the plants with the given tag', async () => {
      const caller = await newCaller()
      await caller.post('/plants', { name: 'Aloe', tag: 'kitchen' })
      await caller.post('/plants', { name: 'Basil', tag: 'balcony' })

      const response = await caller.get('/plants?tag=kitchen')

      expect(response.body).toMatchObject([{ name: 'Aloe' }])
    })

    it('has only the plants that match the search terms, ignoring case and accents', async () => {
      const caller = await newCaller()
      await caller.post('/plants', { name: 'Monstera deliciosa' })
      await caller.post('/plants', { name: 'Aloe' })

      const response = await caller.get('/plants?q=DÉL+mon')

      expect(response.body).toMatchObject([{ name: 'Monstera deliciosa' }])
    })

    it('is sorted by sort, and has Total-Count with count=true', async () => {
      const caller = await newCaller()
      for (const name of ['Basil', 'Aloe', 'Cactus']) await caller.post('/plants', { name })

      const response = await caller.get('/plants?sort=-name&limit=2&count=true')

      expect(response.body).toMatchObject([{ name: 'Cactus' }, { name: 'Basil' }])
      expect(response.headers.get('Total-Count')).toBe('3')
    })

    it.each(['limit=0', 'limit=101', 'limit=two', 'sort=colour', 'colour=green'])(
      'refuses the query %s, and names the parameter',
      async (query) => {
        const caller = await newCaller()

        const response = await caller.get(`/plants?${query}`)

        expect(response.status).toBe(400)
        const [name] = query.split('=')
        expect(response.body.errors).toMatchObject([{ parameter: name }])
      },
    )
  })

  describe('a precondition', () => {
    it('returns 412 for a change or deletion if the plant has changed since it was read', async () => {
      const caller = await newCaller()
      const created = await caller.post('/plants', { name: 'Aloe' })
      const path = `/plants/${created.body.id}`
      const ifMatch = { 'If-Match': created.headers.get('ETag') ?? '' }

      const first = await caller.patch(path, { name: 'Aloe vera' }, ifMatch)
      const second = await caller.patch(path, { name: 'Agave' }, ifMatch)
      const deletion = await caller.delete(path, ifMatch)

      expect([first.status, second.status, deletion.status]).toEqual([200, 412, 412])
      expect((await caller.get(path)).body.name).toBe('Aloe vera')
    })

    it('returns 304 without a body for a plant that has not changed', async () => {
      const caller = await newCaller()
      const created = await caller.post('/plants', { name: 'Aloe' })
      const etag = created.headers.get('ETag') ?? ''

      const response = await caller.get(`/plants/${created.body.id}`, { 'If-None-Match': etag })

      expect(response).toMatchObject({ status: 304, body: undefined })
    })
  })

  describe('an idempotency key', () => {
    it('makes a repeated creation return the first plant', async () => {
      const caller = await newCaller()
      const key = { 'Idempotency-Key': 'one-key' }

      const first = await caller.post('/plants', { name: 'Aloe' }, key)
      const second = await caller.post('/plants', { name: 'Aloe' }, key)

      expect(second).toMatchObject({ status: 201, body: first.body })
      expect((await caller.get('/plants')).body).toHaveLength(1)
    })

    it('is refused with a different body (422)', async () => {
      const caller = await newCaller()
      const key = { 'Idempotency-Key': 'one-key' }
      await caller.post('/plants', { name: 'Aloe' }, key)

      const response = await caller.post('/plants', { name: 'Basil' }, key)

      expect(response.status).toBe(422)
      expect((await caller.get('/plants')).body).toMatchObject([{ name: 'Aloe' }])
    })
  })
})
