import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { resolveOptions } from '../../client/call-options.ts'
import { delayMs } from '../../client/retry.ts'
import { type CalledOperation, calls, ceiling, stairs } from '../support/contract-examples.ts'
import type { ClientOptions, LampClient, Retrying } from '../support/lamp-client.ts'
import {
  brokenConnection as broken,
  problemResponse,
  type Script,
  type ScriptedResponse,
  scriptedService,
} from '../support/scripted-service.ts'

const body = { name: 'Desk' }
const unavailable = problemResponse(503, 'unavailable')
const tooMany = problemResponse(429, 'too-many-requests')
const successes: Record<CalledOperation, ScriptedResponse> = {
  listLamps: { status: 200, body: [] },
  createLamp: { status: 201, body: stairs },
  getLamp: { status: 200, body: ceiling },
  updateLamp: { status: 200, body: ceiling },
  deleteLamp: { status: 204 },
}

/** Starts a service, and a client that retries without waiting. */
function connect(script: Script, options: Partial<ClientOptions> = {}) {
  return scriptedService(script, { retry: { random: () => 0 }, ...options })
}

async function getKeys(script: Script, send: (client: LampClient) => Promise<unknown>, options = {}) {
  const { client, requests } = await connect(script, options)
  await send(client)
  return requests.map(({ headers }) => headers['idempotency-key'])
}

describe('the client retries', () => {
  it.each<[CalledOperation, string, (ScriptedResponse | typeof broken)[]]>([
    ['listLamps', 'two broken connections', [broken, broken]],
    ['deleteLamp', 'a broken connection', [broken]],
    ['getLamp', 'errors of a gateway', [{ status: 502 }, { status: 504 }, { status: 503 }]],
    ['listLamps', 'an internal error', [{ status: 500 }]],
    ['updateLamp', 'a 503 and a 429 of the service', [unavailable, tooMany]],
  ])('%s after %s, with the same request', async (operation, _, failures) => {
    const { client, requests } = await connect([...failures, successes[operation]])
    const attempt = failures.length + 1
    expect(await calls[operation](client)).toMatchObject({ ok: true, call: { attempt } })
    expect(requests).toHaveLength(attempt)
    expect(requests).toEqual(requests.map(() => requests[0]))
  })

  it('a creation with one generated key, and uses a different key for the next creation', async () => {
    const script = [broken, successes.createLamp, successes.createLamp] as const
    const [first, repeated, second] = await getKeys([...script], async (client) => {
      await calls.createLamp(client)
      await calls.createLamp(client)
    })
    expect(first).toMatch(/^\d+-\d+-\d+-\d+$/)
    expect(repeated).toBe(first)
    expect(second).not.toBe(first)
  })

  it('if the call turns on retries, even if the client has turned them off', async () => {
    const retry = { random: () => 0 }
    const send = (client: LampClient) => client.createLamp({ body, retry })
    const [first, repeated] = await getKeys([broken, successes.createLamp], send, { retry: false })
    expect(first).toEqual(expect.any(String))
    expect(repeated).toBe(first)
  })
})

describe('the client does not retry', () => {
  it('after shouldRetry returns false', async () => {
    const seen: Retrying[] = []
    const { client, requests } = await connect([unavailable, broken, unavailable], {
      retry: { random: () => 0, attempts: 9, shouldRetry: (retrying) => seen.push(retrying) < 3 },
    })
    expect(await calls.listLamps(client)).toMatchObject({ status: 503, call: { attempt: 3 } })
    expect(requests).toHaveLength(3)
    expect(seen).toMatchObject([{ status: 503 }, { error: { name: 'ConnectionError' } }, { status: 503 }])
    const elapsed = seen.map(({ elapsedMs }) => elapsedMs)
    expect(elapsed).toEqual(elapsed.toSorted((a, b) => a - b))
    expect(elapsed[0]).toBeGreaterThan(0)
  })

  it.each<[string, ScriptedResponse | typeof broken, object]>([
    ['a response', unavailable, { status: 503 }],
    ['an error', broken, { outcome: 'unchanged' }],
  ])('after retry.signal is aborted: the wait ends at once with %s', async (_, last, outcome) => {
    const controller = new AbortController()
    const onRetry = vi.fn(() => void setTimeout(() => controller.abort(), 20))
    const { client, requests } = await connect([last, successes.listLamps, unavailable], {
      retry: { firstDelayMs: 1e9, longestDelayMs: 1e9, random: () => 1, signal: controller.signal, onRetry },
      timeoutMs: { total: Infinity },
    })
    expect(await calls.listLamps(client).catch((error: unknown) => error)).toMatchObject(outcome)
    expect(requests).toHaveLength(1)
    expect(await calls.listLamps(client)).toMatchObject({ ok: true })
    expect(await calls.listLamps(client)).toMatchObject({ status: 503, call: { attempt: 1 } })
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it.each([500, 502, 503, 504])('an update after the %i of a gateway: its outcome is unknown', async (status) => {
    const { client, requests } = await connect([{ status }])
    expect(await calls.updateLamp(client)).toMatchObject({ status: 'unexpected', outcome: 'unknown' })
    expect(requests).toHaveLength(1)
  })

  it('if retries are off, and then adds no key to a creation', async () => {
    const keys = await getKeys([unavailable, broken], async (client) => {
      const create = () => client.createLamp({ body, retry: false })
      expect(await create()).toMatchObject({ status: 503, outcome: 'unchanged' })
      await expect(create()).rejects.toMatchObject({ outcome: 'unknown' })
    })
    expect(keys).toEqual([undefined, undefined])
  })

  it('after the last attempt: the call ends with its response or error', async () => {
    const retry = { attempts: 2, random: () => 0 }
    const { client, requests } = await connect([unavailable, unavailable, unavailable, unavailable, broken], { retry })
    expect(await client.listLamps()).toMatchObject({ status: 503, call: { attempt: 2 } })
    await expect(client.listLamps({ retry: { attempts: 3 } })).rejects.toMatchObject({ attempt: 3 })
    expect(requests).toHaveLength(5)
  })

  it('with one attempt', async () => {
    const { client, requests } = await connect([unavailable], { retry: { attempts: 1 } })
    expect(await client.listLamps()).toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })

  it('if the call would time out during the wait', async () => {
    const { client, requests } = await connect([{ ...tooMany, headers: { 'Retry-After': '30' } }])
    const expected = { status: 429, headers: { 'retry-after': '30' }, call: { attempt: 1 } }
    expect(await client.listLamps()).toMatchObject(expected)
    expect(requests).toHaveLength(1)
  })
})

describe('the wait before a retry', () => {
  const options = resolveOptions({ retry: { firstDelayMs: 2, longestDelayMs: 10, random: () => 0.5 } })

  it('is a random part of a delay that doubles with each attempt, up to longestDelayMs', () => {
    expect([1, 2, 3, 4].map((attempt) => delayMs(attempt, undefined, options))).toEqual([1, 2, 4, 5])
  })

  it.each([
    ['7', 7001],
    ['Fri, 20 Nov 2015 09:00:07 GMT', 7001],
    ['Fri, 20 Nov 2015 08:00:00 GMT', 1],
    ['soon', 1],
    ['7 s', 1],
    ['2015-11-21', 1],
    ['-5', 1],
  ])('is added to Retry-After: %s, which follows the clock of the sender', (value, expected) => {
    // A date without a UTC offset is in UTC, whatever the time zone of the client.
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const now of ['Fri, 20 Nov 2015 09:00:00 GMT', 'Fri Nov 20 09:00:00 2015'])
      expect(delayMs(1, new Headers({ 'Retry-After': value, Date: now }), options)).toBe(expected)
  })

  it('calls onRetry with its length and its reason, and without the query', async () => {
    const retries: Retrying[] = []
    const retry = { firstDelayMs: 40, random: () => 0.5, onRetry: (retrying: Retrying) => retries.push(retrying) }
    const { client, url } = await scriptedService([unavailable, broken, successes.listLamps], { retry })
    const started = performance.now()
    await client.listLamps({ query: { tag: 'secret' } })
    const call = { operation: 'listLamps', url: `${url}/lamps`, elapsedMs: expect.any(Number) }
    expect(retries).toEqual([
      { ...call, attempt: 1, waitMs: 20, status: 503 },
      { ...call, attempt: 2, waitMs: 40, error: expect.objectContaining({ name: 'ConnectionError' }) },
    ])
    expect(performance.now() - started).toBeGreaterThan(55)
  })
})

it.each([
  [{ timeoutMs: { total: 0 } }, /^timeoutMs must be greater than 0$/],
  [{ timeoutMs: { attempt: 0 } }, /^timeoutMs must be greater than 0$/],
  [{ timeoutMs: { attempt: Number.NaN } }, /^timeoutMs must be greater than 0$/],
  [{ retry: { attempts: 0 } }, /^retry\.attempts must be 1 or more; retry: false turns retries off$/],
  [{ retry: { firstDelayMs: -1 } }, /^retry delays must be 0 or more$/],
  [{ retry: { longestDelayMs: Number.NaN } }, /^retry delays must be 0 or more$/],
])('a client and a call reject the options %j with a TypeError', async (options, message) => {
  const { client, requests } = await scriptedService([])
  await expect(scriptedService([], options)).rejects.toThrow(message)
  const call = client.listLamps(options)
  await expect(call).rejects.toThrow(message)
  await expect(call).rejects.toBeInstanceOf(TypeError)
  expect(requests).toEqual([])
})
