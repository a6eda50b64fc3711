import { createPlantClient } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { startMock } from '../../support/service.ts'
import { shared } from '../../support/shared-service.ts'

const mock = shared(await startMock())
const { send, plants } = callerOf(mock)
const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

describe('the mock', () => {
  it('accepts every token that has the form of one', async () => {
    expect((await send('GET', '/plants', { headers: { Authorization: 'Bearer anything' } })).status).toBe(200)
    for (const Authorization of ['Basic YTpi', '']) {
      await expectProblem(await send('GET', '/plants', { headers: { Authorization } }), 'unauthorized')
    }
  })

  it('returns the examples of the contract, and stores nothing', async () => {
    const created = await send('POST', '/plants', { body: { name: 'Fern' } })
    expect(created).toMatchObject({ status: 201, body: { id, name: 'Monstera deliciosa' } })
    expect(created.headers.get('Location')).toBe(`plants/${id}`)
    expect((await send('DELETE', `/plants/${id}`)).status).toBe(204)
    expect((await plants()).map(({ name }) => name)).toEqual(['Monstera deliciosa', 'The fern on the stairs'])
  })

  it('lets a client iterate to the end', async () => {
    const client = createPlantClient({ baseUrl: mock.url, token: 'any' })
    expect(await Array.fromAsync(client.allPlants({ limit: 1 }))).toHaveLength(2)
  })

  // Prism 5.16 itself negotiates, and then has no problem+json for a caller that accepts only JSON.
  it('returns problems to a caller that accepts only JSON', async () => {
    const headers = { Prefer: 'code=403', Accept: 'application/json' }
    await expectProblem(await send('GET', '/plants', { headers }), 'insufficient-scope')
  })
})
