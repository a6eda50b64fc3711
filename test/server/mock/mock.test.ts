import { createPlantClient } from '@plant-collection/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examples } from '../../../generated/examples.ts'
import { operations } from '../../../server/core/contract/plan.ts'
import { type Implementation, json, startMock } from '../../support/service.ts'

let mock: Implementation
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock[Symbol.asyncDispose]())

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

describe('the mock', () => {
  it('takes any well-formed token, and none that is not', async () => {
    expect((await mock.request('/plants', { headers: { Authorization: 'Bearer anything' } })).status).toBe(200)
    expect((await mock.request('/plants', { headers: { Authorization: 'Basic YTpi' } })).status).toBe(401)
    expect((await fetch(`${mock.url}/plants`)).status).toBe(401)
  })

  it('answers with the examples of the contract', async () => {
    const created = await mock.request('/plants', json({ name: 'whatever' }))
    expect(created.status).toBe(201)
    expect(created.headers.get('Location')).toBe(`plants/${id}`)
    expect(await created.json()).toMatchObject({ id, name: 'Monstera deliciosa' })
    expect((await mock.request(`/plants/${id}`, { method: 'DELETE' })).status).toBe(204)
  })

  it('lists two pages, the second without a link', async () => {
    const first = await mock.request('/plants?tag=a%26b')
    const link = /^<(\?.*)>; rel="next"$/.exec(first.headers.get('Link') ?? '')?.[1]
    expect(Object.fromEntries(new URLSearchParams(link))).toMatchObject({ limit: '20', tag: 'a&b' })
    const second = await mock.request(`/plants${link}`)
    expect(second.status).toBe(200)
    expect(second.headers.get('Link')).toBeNull()
  })

  it('never answers more plants than asked for', async () => {
    expect(await (await mock.request('/plants?limit=1')).json()).toHaveLength(1)
    expect(await (await mock.request('/plants?limit=2')).json()).toHaveLength(2)
  })

  it('lets the client walk to the end', async () => {
    const client = createPlantClient({ baseUrl: mock.url, token: 'any' })
    expect(await Array.fromAsync(client.allPlants())).toHaveLength(4)
  })

  it('names a problem it was asked for after the request that got it', async () => {
    const answer = await mock.request('/plants', { headers: { Prefer: 'code=401, example=expiredToken' } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      detail: 'The token has expired.',
      instance: `urn:uuid:${answer.headers.get('Request-Id')}`,
    })
  })

  // Prism 5.16 negotiates by itself, and then has no problem+json for a caller who takes only JSON.
  it('has problems also for a caller who takes only JSON', async () => {
    const headers = { Prefer: 'code=403', Accept: 'application/json' }
    const answer = await mock.request('/plants', { headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  })

  it.each(['code=599', 'code=404', 'code=405', 'code=', 'example=nope', 'code=400, example=noToken', 'code=__proto__'])(
    'refuses to prefer %s, which listPlants does not document',
    async (Prefer) => {
      const answer = await mock.request('/plants', { headers: { Prefer } })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ errors: [{ header: 'Prefer' }] })
    },
  )

  it('keeps nothing', async () => {
    await mock.request('/plants', json({ name: 'Fern' }))
    expect(await (await mock.request('/plants')).text()).not.toContain('"Fern"')
  })
})

describe('every documented answer', () => {
  const answers = operations.flatMap((operation) =>
    [...operation.responses.values()].flatMap(({ status, name }) =>
      [undefined, ...Object.keys(examples[name]?.bodies ?? {})].map(
        (example) => [operation.id, status, example, operation] as const,
      ),
    ),
  )

  it.each(answers)('of %s, %s %s, can be had from the mock', async (_id, status, example, operation) => {
    const Prefer = `code=${status}${example === undefined ? '' : `; example="${example}"`}`
    const body = { POST: '{"name":"Fern"}', PATCH: '{}' }[operation.method] ?? null
    const answer = await mock.request(operation.path.replace('{id}', id), {
      method: operation.method,
      headers: { Prefer, ...(body !== null && { 'Content-Type': 'application/json' }) },
      body,
    })
    expect(answer.status).toBe(status)
    expect(mock.internalErrors).toEqual([])
  })
})
