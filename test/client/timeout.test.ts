import { PlantClientError, TimeoutError } from '@plant-collection/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason
const path = { id: monstera.id }
const silent = () => undefined
const page = { status: 200, body: [] }

describe('the time of a call', () => {
  it('ends an attempt with a TimeoutError that has the operation, the URL without its query, and the attempt', async () => {
    const { client, url } = await scriptedService(silent, { timeoutMs: { attempt: 30 } })
    const error = await client.listPlants({ query: { tag: 'secret' } }).catch(failure)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toBeInstanceOf(PlantClientError)
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'listPlants', attempt: 1, outcome: 'unchanged' })
    expect(String(error)).toBe(`TimeoutError: listPlants (${url}/plants, attempt 1): no complete response within 30 ms`)
  })

  it('leaves unknown what a change did that was not answered, and does not send it again', async () => {
    const { client, sent } = await scriptedService(silent, { timeoutMs: { attempt: 200 }, retry: { random: () => 0 } })
    const header = { 'If-Match': '"a"' }
    expect(await client.updatePlant({ path, header, body: {} }).catch(failure)).toMatchObject({
      name: 'TimeoutError',
      attempt: 1,
      outcome: 'unknown',
    })
    // On a busy machine it may not even have come.
    expect(sent.length).toBeLessThan(2)
  })

  it('ends in the middle of a body that never ends', async () => {
    const { client } = await scriptedService(
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(drip))
        return undefined
      },
      { timeoutMs: { attempt: 60 } },
    )
    expect(await client.listPlants().catch(failure)).toBeInstanceOf(TimeoutError)
  })

  it('is in all, too: it ends attempts that would go on', async () => {
    const { client } = await scriptedService(silent, {
      timeoutMs: { attempt: 30, total: 1_000 },
      retry: { attempts: Infinity, random: () => 0 },
    })
    const error = await client.listPlants().catch(failure)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error instanceof TimeoutError && error.attempt).toBeGreaterThan(1)
  })

  it('ends a call that waits for its token, which has done nothing yet', async () => {
    const { client, sent } = await scriptedService([page], {
      token: () => new Promise(() => {}),
      timeoutMs: { total: 30 },
    })
    const error = await client.createPlant({ body: { name: 'Fern' } }).catch(failure)
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unchanged', attempt: 1 })
    expect(sent).toEqual([])
  })

  it('ends a call whose fetch does not look at the signal', async () => {
    const { client } = await scriptedService([], { fetch: () => new Promise(() => {}), timeoutMs: { attempt: 30 } })
    expect(await client.listPlants().catch(failure)).toBeInstanceOf(TimeoutError)
  })

  it('is what the call says, or else the client; Infinity is no limit', async () => {
    const { client } = await scriptedService(silent, { timeoutMs: { attempt: Infinity, total: Infinity } })
    const error = await client.listPlants({ timeoutMs: { attempt: 30 } }).catch(failure)
    expect(error).toHaveProperty('message', expect.stringMatching('within 30 ms'))
  })

  it('leaves no timer behind, neither after an answer nor after a wait that was given up', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const { client } = await scriptedService([page, { status: 502 }])
    await client.listPlants()
    const controller = new AbortController()
    const retry = { firstDelayMs: 20_000, longestDelayMs: 20_000, random: () => 0.9 }
    setTimeout(() => controller.abort(), 100)
    await client.listPlants({ signal: controller.signal, retry, timeoutMs: { total: 40_000 } }).catch(failure)

    // Others start timers, too; these are the client's.
    const ours = started.mock.calls.flatMap(([, ms], at) =>
      [10_000, 30_000, 40_000, 18_000].includes(ms ?? 0) ? [started.mock.results[at]?.value] : [],
    )
    expect(ours).toHaveLength(5)
    expect(cleared.mock.calls.flat()).toEqual(expect.arrayContaining(ours))
  })
})
