import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { startLampMock, startMock } from '../../support/service.ts'
import { shared } from '../../support/shared-service.ts'
import { waitFor } from '../../support/wait.ts'

const mock = shared(await startMock())
const { send } = createCaller(mock)
afterEach(() => vi.useRealTimers())

describe('the mock', () => {
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
