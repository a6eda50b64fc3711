// Attempts that fail, time out or are aborted.
import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls, ceiling, path } from '../support/contract-examples.ts'
import { freePort } from '../support/free-port.ts'
import { ClientError, ConnectionError, createLampClient, TimeoutError } from '../support/lamp-client.ts'
import { type Script, scriptedService } from '../support/scripted-service.ts'

describe('an attempt', () => {
  it('rejects with a ConnectionError without the query and the token if the connection is refused', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const client = createLampClient({ baseUrl, token: 'very-secret-token', retry: false })
    const error: unknown = await client.listLamps({ query: { tag: 'private' } }).catch((reason) => reason)
    if (!(error instanceof ConnectionError)) throw error
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'ConnectionError', operation: 'listLamps', url: `${baseUrl}/lamps` })
    expect(error).toMatchObject({ attempt: 1, outcome: 'unchanged', cause: { cause: { code: 'ECONNREFUSED' } } })
    expect(error.message).toBe(`listLamps (${baseUrl}/lamps, attempt 1): no complete response`)
    expect(JSON.stringify(error) + error.stack).not.toMatch(/private|very-secret-token/)
  })

  it.each([200, 404])('rejects with a ConnectionError if a body with the status %i breaks off', async (status) => {
    const { client, url } = await scriptedService((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      response.write('[', () => response.destroy())
      return undefined
    })
    await expect(calls.deleteLamp(client)).rejects.toMatchObject({
      name: 'ConnectionError',
      url: `${url}/lamps/${path.id}`,
      outcome: 'unknown',
      message: expect.stringMatching(/: no complete response; the service may have carried it out$/),
    })
  })

  it('rejects with a ConnectionError if the given fetch throws', async () => {
    const cause = new TypeError('offline')
    const fetch = () => {
      throw cause
    }
    const { client, url } = await scriptedService([], { fetch })
    const error = { name: 'ConnectionError', url: `${url}/lamps`, cause }
    await expect(calls.listLamps(client)).rejects.toMatchObject(error)
  })

  it('does not follow a redirect, so the token stays with the service', async () => {
    const otherService = await scriptedService([])
    const { client } = await scriptedService([{ status: 307, headers: { Location: `${otherService.url}/lamps` } }])
    expect(await client.listLamps()).toMatchObject({ ok: false, detail: expect.stringContaining('is a redirect') })
    expect(otherService.requests).toEqual([])
  })
})

it.each([
  ['https://lamps.example', '. If the service is up, check that it allows the origin https://lamps.example (CORS)'],
  ['http://127.0.0.1:1', ''],
])('a ConnectionError in a page of %s names its origin, if the service has a different one', async (page, hint) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('location', new URL(page))
  const client = createLampClient({ baseUrl: 'http://127.0.0.1:1', token: 't', retry: false })
  await expect(client.listLamps()).rejects.toThrow(
    new RegExp(`: no complete response${hint.replaceAll(/[().]/g, '\\$&')}$`),
  )
})

const sendNothing = () => undefined
const sendSpaces: Script = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
  return undefined
}

describe('a timeout', () => {
  it.each([
    ['there is no response', sendNothing, {}],
    ['a body does not end', sendSpaces, {}],
    ['fetch ignores its signal', sendNothing, { fetch: () => new Promise<Response>(() => {}) }],
  ])('ends an attempt with a TimeoutError if %s', async (_, script, options) => {
    const { client, url } = await scriptedService(script, { ...options, timeoutMs: { attempt: 60 } })
    const error: unknown = await client.listLamps({ query: { tag: 'secret' } }).catch((reason) => reason)
    if (!(error instanceof TimeoutError)) throw error
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'listLamps', attempt: 1, outcome: 'unchanged' })
    expect(error.message).toBe(`listLamps (${url}/lamps, attempt 1): no complete response within 60 ms`)
  })

  it('of the call ends its retries', async () => {
    const retry = { attempts: Infinity, random: () => 0 }
    const { client } = await scriptedService(sendNothing, { timeoutMs: { attempt: 30, total: 1_000 }, retry })
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

    // Other code starts timers too. The client starts those with these delays: for attempts, calls and a wait.
    const timers = started.mock.calls.flatMap(([, ms], index) =>
      [10_000, 30_000, 40_000, 18_000].includes(ms ?? 0) ? [started.mock.results[index]?.value] : [],
    )
    expect(timers).toHaveLength(5)
    expect(cleared.mock.calls.flat()).toEqual(expect.arrayContaining(timers))
  })
})

const page = { status: 200, headers: { Link: '<?after=a>; rel=next' }, body: [ceiling] }

describe('a signal', () => {
  it.each([
    ['with its own reason', 'mine', 'mine'],
    ['with an AbortError', undefined, expect.objectContaining({ name: 'AbortError' })],
  ])('that is already aborted rejects %s; no token is requested, and nothing is sent', async (_, reason, expected) => {
    let tokens = 0
    const { client, requests } = await scriptedService([page], { token: () => `t${++tokens}` })
    await expect(client.listLamps({ signal: AbortSignal.abort(reason) })).rejects.toEqual(expected)
    expect({ tokens, requests }).toEqual({ tokens: 0, requests: [] })
  })

  it('ends a call in the middle of a body', async () => {
    const controller = new AbortController()
    const { client } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('[', () => setTimeout(() => controller.abort('enough'), 20))
      return undefined
    })
    await expect(client.listLamps({ signal: controller.signal })).rejects.toBe('enough')
  })

  it.each([
    ['at once', (abort: () => void) => abort()],
    ['later', (abort: () => void) => setTimeout(abort, 20)],
  ])('ends a call that waits for its token, %s', async (_, when) => {
    const controller = new AbortController()
    const token = () => {
      when(() => controller.abort('enough'))
      return new Promise<string>(() => {})
    }
    const { client, requests } = await scriptedService([page], { token })
    await expect(client.listLamps({ signal: controller.signal })).rejects.toBe('enough')
    expect(requests).toEqual([])
  })

  it('ends an iteration between two pages', async () => {
    const { client, requests } = await scriptedService([page, page])
    const controller = new AbortController()
    const iterate = async () => {
      for await (const lamp of client.allItems('listLamps', { signal: controller.signal })) controller.abort(lamp.name)
    }
    await expect(iterate()).rejects.toBe(ceiling.name)
    expect(requests).toHaveLength(1)
  })
})
