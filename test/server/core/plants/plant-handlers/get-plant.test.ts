import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gardener, gardener, problemOf, steadyHeaders } from '../../../../support/caller.ts'
import { type Service, startService } from '../../../../support/service.ts'

const unknown = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

let service: Service
let ann: Gardener
let bob: Gardener
beforeAll(async () => {
  service = await startService()
  ann = gardener(service, 'ann')
  bob = gardener(service, 'bob')
})
afterAll(() => service[Symbol.asyncDispose]())

describe('getPlant', () => {
  it('answers the plant with every field, as it was created', async () => {
    const { plant, path } = await ann.add('Monstera deliciosa', 'Araceae')
    const { status, headers, body } = await ann.ask('GET', path)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(body).toEqual(plant)
    expect(Object.keys(plant).sort()).toEqual(['createdAt', 'id', 'name', 'tag', 'updatedAt'])
  })

  it('answers the entity tag that the creation answered, and how the answer may be kept', async () => {
    const { tag, path } = await ann.add('Fern')
    const { headers } = await ann.ask('GET', path)
    expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
    expect(headers.get('ETag')).toBe(tag)
    expect(headers.get('Cache-Control')).toBe('private, no-cache')
    expect(headers.get('Vary')).toBe('Authorization, Origin')
  })

  it('answers one plant among others', async () => {
    const [first, second] = [await ann.add('first'), await ann.add('second')]
    expect((await ann.ask('GET', first.path)).body).toEqual(first.plant)
    expect((await ann.ask('GET', second.path)).body).toEqual(second.plant)
  })

  it("answers the same 404 for an unknown, a deleted and somebody else's plant", async () => {
    const foreign = await bob.add('of bob')
    const deleted = await ann.add('deleted')
    await ann.ask('DELETE', deleted.path)
    const answers = await Promise.all([unknown, deleted.path, foreign.path].map((path) => ann.ask('GET', path)))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(problemOf(answer)).toEqual({
        type: '/problems/not-found',
        title: 'Not found',
        status: 404,
        detail: 'You have no such plant.',
      })
      expect(steadyHeaders(answer)).toEqual(answers[0] && steadyHeaders(answers[0]))
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('ETag')).toBeNull()
    }
    expect((await bob.ask('GET', foreign.path)).body).toEqual(foreign.plant)
  })

  it.each([
    ['is no UUID', 'monstera'],
    ['is upper-case', '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'],
    ['has no hyphens', '019a9f3e5c807a118e5d3f0a6c2b9d41'],
    ['is a URN', 'urn:uuid:019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'],
    ['is a character too long', '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d410'],
    ['ends in a line break', '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41%0A'],
    ['holds an escaped slash', 'a%2Fb'],
    ['holds broken escapes', '%ZZ'],
    ['holds bytes that are no UTF-8', '%FF'],
  ])('refuses an id that %s with 400', async (_what, id) => {
    const answer = await ann.ask('GET', `/plants/${id}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: '/problems/invalid-request', errors: [{ parameter: 'id' }] })
  })

  it('answers HEAD as GET, without the body', async () => {
    const { path } = await ann.add('Fern', 'Polypodiopsida')
    const [head, get] = [await ann.ask('HEAD', path), await ann.ask('GET', path)]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(steadyHeaders(head)).toEqual(steadyHeaders(get))
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(get.text)))
  })

  it('answers HEAD for a plant that is not there with 404 and no body', async () => {
    const { status, text } = await ann.ask('HEAD', unknown)
    expect([status, text]).toEqual([404, ''])
  })
})
