import { afterEach, describe, expect, it, vi } from 'vitest'
import { callerOf } from '../../support/caller.ts'
import { startLampMock } from '../../support/lamp-mock.ts'
import { expectProblem } from '../../support/problem.ts'
import { startMock } from '../../support/service.ts'
import { shared } from '../../support/shared-service.ts'
import { waitFor } from '../../support/wait.ts'

const mock = shared(await startMock())
const { send, lamps } = callerOf(mock)
const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
afterEach(() => vi.useRealTimers())

describe('the mock', () => {
  it('accepts every token that has the form of one', async () => {
    expect((await send('GET', '/lamps', { headers: { Authorization: 'Bearer anything' } })).status).toBe(200)
    for (const Authorization of ['Basic YTpi', '']) {
      await expectProblem(await send('GET', '/lamps', { headers: { Authorization } }), 'unauthorized')
    }
  })

  it('returns the examples of the contract, and stores nothing', async () => {
    const created = await send('POST', '/lamps', { body: { name: 'Desk' } })
    expect(created).toMatchObject({ status: 201, body: { id, name: 'Ceiling lamp' } })
    expect(created.headers.get('Location')).toBe(`lamps/${id}`)
    expect((await send('DELETE', `/lamps/${id}`)).status).toBe(204)
    expect((await lamps()).map(({ name }) => name)).toEqual(['Ceiling lamp', 'The lamp on the stairs'])
  })

  it('waits as long as Prefer asks for, although the service closes such a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await using mock = await startLampMock()
    const response = fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer any', Prefer: 'wait=50' } })
    await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(1), { interval: 1 })
    await vi.advanceTimersByTimeAsync(50_000)
    expect((await response).status).toBe(200)
  })

  // Prism 5.16 itself negotiates, and then has no problem+json for a caller that accepts only JSON.
  it('returns problems to a caller that accepts only JSON', async () => {
    const headers = { Prefer: 'code=403', Accept: 'application/json' }
    await expectProblem(await send('GET', '/lamps', { headers }), 'insufficient-scope')
  })
})
