import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls } from '../support/contract-examples.ts'
import { ClientError, TimeoutError } from '../support/lamp-client.ts'
import { type Script, scriptedService } from '../support/scripted-service.ts'

const silent = () => undefined
const dripping: Script = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
  return undefined
}

describe('a timeout', () => {
  it.each([
    ['there is no response', silent, {}],
    ['a body does not end', dripping, {}],
    ['fetch ignores its signal', silent, { fetch: () => new Promise<Response>(() => {}) }],
  ])('ends an attempt with a TimeoutError if %s', async (_, script, options) => {
    const { client, url } = await scriptedService(script, { ...options, timeoutMs: { attempt: 60 } })
    const error: unknown = await client.listLamps({ query: { tag: 'secret' } }).catch((reason) => reason)
    if (!(error instanceof TimeoutError)) throw error
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'listLamps', attempt: 1, outcome: 'unchanged' })
    expect(error.message).toBe(`listLamps (${url}/lamps, attempt 1): no complete response within 60 ms`)
  })

  it('of the whole call ends retries that would go on', async () => {
    const retry = { attempts: Infinity, random: () => 0 }
    const { client } = await scriptedService(silent, { timeoutMs: { attempt: 30, total: 1_000 }, retry })
    const error: unknown = await client.listLamps().catch((reason) => reason)
    if (!(error instanceof TimeoutError)) throw error
    expect(error.attempt).toBeGreaterThan(1)
  })

  it('ends a call that waits for its token and has sent nothing', async () => {
    const token = () => new Promise<string>(() => {})
    const { client, requests } = await scriptedService([], { token, timeoutMs: { total: 30 } })
    const expected = { name: 'TimeoutError', outcome: 'unchanged', attempt: 1 }
    await expect(calls.createLamp(client)).rejects.toMatchObject(expected)
    expect(requests).toEqual([])
  })

  it('leaves no timer and no listener behind, neither after a response nor after an aborted wait', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const { client } = await scriptedService([{ status: 200, body: [] }, { status: 502 }])
    const controller = new AbortController()
    await client.listLamps({ signal: controller.signal })
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    const onRetry = () => setTimeout(() => controller.abort('enough'), 20)
    const retry = { firstDelayMs: 20_000, longestDelayMs: 20_000, random: () => 0.9, onRetry }
    const call = client.listLamps({ signal: controller.signal, retry, timeoutMs: { total: 40_000 } })
    await expect(call).rejects.toBe('enough')
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])

    // Other code starts timers too. These delays are of the client: attempts, calls and a wait.
    const timers = started.mock.calls.flatMap(([, ms], index) =>
      [10_000, 30_000, 40_000, 18_000].includes(ms ?? 0) ? [started.mock.results[index]?.value] : [],
    )
    expect(timers).toHaveLength(5)
    expect(cleared.mock.calls.flat()).toEqual(expect.arrayContaining(timers))
  })
})
