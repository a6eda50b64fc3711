import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createLampClient, TokenError, type TokenProvider } from '../support/lamp-client.ts'
import { problemResponse, type Script, scriptedService } from '../support/scripted-service.ts'
import { waitUntil } from '../support/wait.ts'

const formatMessage = 'is not valid: a token has no spaces, and no "Bearer " prefix'
const unauthorized = problemResponse(401, 'unauthorized')
const page = { status: 200, body: [] }
const sleep = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Returns a script that accepts only this token. */
const acceptToken =
  (token: string): Script =>
  ({ headers }) =>
    headers.authorization === `Bearer ${token}` ? page : unauthorized

/** A token provider with a slow refresh, and the `refresh` of each call of it. */
function createSession(refreshed = 'new', wait: () => Promise<unknown> = sleep) {
  const refreshes: boolean[] = []
  let current = 'old'
  return {
    refreshes,
    token: async ({ refresh }: { refresh: boolean }) => {
      refreshes.push(refresh)
      if (!refresh) return current
      await wait()
      current = refreshed
      return current
    },
  }
}

describe('a token provider', () => {
  it('is a string, or a function that returns a string or a promise of it', () => {
    expectTypeOf<TokenProvider>().toEqualTypeOf<string | ((want: { refresh: boolean }) => string | Promise<string>)>()
    // @ts-expect-error a number is not a token, but JavaScript can pass it
    expect(() => createLampClient({ baseUrl: 'https://lamps.example', token: 1 })).toThrow(
      new TypeError('token must be a string, or a function that returns one'),
    )
  })

  let calls = 0
  it.each<[string, TokenProvider, string[]]>([
    ['a string', 'a.b-c_~+/d==', ['a.b-c_~+/d==', 'a.b-c_~+/d==']],
    ['a function', () => 'now', ['now', 'now']],
    ['an asynchronous function', async () => `later-${++calls}`, ['later-1', 'later-2']],
  ])('that is %s gives the Bearer token of each request', async (_, token, expected) => {
    const { client, requests } = await scriptedService([page, page], { token })
    for (const _ of expected) await client.listLamps()
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(expected.map((value) => `Bearer ${value}`))
  })

  const cause = new Error('the identity provider is down')
  const throwing = () => {
    throw cause
  }
  it.each<[string, TokenProvider]>([
    ['throws', async () => throwing()],
    ['throws at once', throwing],
  ])('that %s makes the call reject with a TokenError', async (_, token) => {
    const { client, requests, url } = await scriptedService([page], { token })
    const call = client.listLamps({ query: { tag: 'secret' } })
    await expect(call).rejects.toBeInstanceOf(TokenError)
    await expect(call).rejects.toMatchObject({ name: 'TokenError', url: `${url}/lamps`, outcome: 'unchanged', cause })
    await expect(call).rejects.toThrow(`listLamps (${url}/lamps, attempt 1): no token to send`)
    expect(requests).toEqual([])
  })

  it('must not return a number', async () => {
    const { client } = await scriptedService([page], { token: () => JSON.parse('1') })
    const cause = new TypeError('the token that the token function returned is not a string')
    await expect(client.listLamps()).rejects.toMatchObject({ name: 'TokenError', cause })
  })

  it.each([
    ['', 'is empty'],
    ...['two words', 'secret\n', 'Bearer secret', 'sécret'].map((token) => [token, formatMessage]),
  ])('must not return the token %j, which no error contains: it %s', async (token, mistake) => {
    await expect(scriptedService([], { token })).rejects.toThrow(new TypeError(`token ${mistake}`))
    const { client, requests } = await scriptedService([page], { token: () => token })
    const error: unknown = await client.listLamps().catch((reason) => reason)
    const cause = new TypeError(`the token that the token function returned ${mistake}`)
    expect(error).toMatchObject({ name: 'TokenError', cause })
    expect(inspect(error)).not.toMatch(/secret|words|sécret/)
    expect(requests).toEqual([])
  })
})

describe('the refresh of a token', () => {
  it('that never settles ends with an error, and does not block later calls', async () => {
    let refreshes = 0
    const token = ({ refresh }: { refresh: boolean }) =>
      refresh && ++refreshes === 1 ? new Promise<never>(() => {}) : refresh ? 'new' : 'old'
    const { client } = await scriptedService(acceptToken('new'), { token, timeoutMs: { attempt: 2_000 } })
    const calls = [client.listLamps(), client.listLamps()]
    const cause = new Error('the token function returned nothing within 2000 ms')
    const expected = { name: 'TokenError', cause, outcome: 'unchanged' }
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(expected)))
    expect(await client.listLamps()).toMatchObject({ ok: true })
    expect(refreshes).toBe(2)
  })

  it('follows a 401, and then the request is sent with the new token, even with retries off', async () => {
    const { refreshes, token } = createSession()
    const { client, requests } = await scriptedService(acceptToken('new'), { token })
    expect(await client.createLamp({ body: { name: 'Desk' } })).toMatchObject({ call: { attempt: 2 } })
    expect(refreshes).toEqual([false, true])
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
  })

  it('happens once for all calls that get the 401 before, during and after it', async () => {
    const { refreshes, token } = createSession()
    const lateResponses: (() => void)[] = []
    const script: Script = ({ headers, url }, response) => {
      if (headers.authorization === 'Bearer new') return page
      if (!url.includes('late')) return unauthorized
      lateResponses.push(() => response.writeHead(401).end())
      return undefined
    }
    const { client, requests } = await scriptedService(script, { token })
    const late = client.listLamps({ query: { tag: 'late' } })
    const calls = Array.from({ length: 5 }, () => client.listLamps())
    expect(await Promise.all(calls)).toMatchObject(calls.map(() => ({ ok: true, call: { attempt: 2 } })))
    expect(await client.listLamps()).toMatchObject({ ok: true, call: { attempt: 1 } })
    for (const respond of lateResponses) respond()
    expect(await late).toMatchObject({ ok: true, call: { attempt: 2 } })
    expect(refreshes.filter((refresh) => refresh)).toHaveLength(1)
    expect(requests).toHaveLength(13)
  })

  it('delays new calls, but no aborted call', async () => {
    const gate = Promise.withResolvers<void>()
    const { refreshes, token } = createSession('new', () => gate.promise)
    const controller = new AbortController()
    const { client } = await scriptedService(acceptToken('new'), { token })
    const aborted = expect(client.listLamps({ signal: controller.signal })).rejects.toBe('enough')
    const first = client.listLamps()
    await waitUntil(() => refreshes.includes(true), { interval: 1 })
    const next = client.listLamps()
    controller.abort('enough')
    await aborted
    gate.resolve()
    expect(await next).toMatchObject({ ok: true, call: { attempt: 1 } })
    expect(await first).toMatchObject({ ok: true, call: { attempt: 2 } })
    expect(refreshes.filter((refresh) => refresh)).toHaveLength(1)
  })

  it('happens once for each call: a second 401 is the result of the call', async () => {
    const { refreshes, token } = createSession()
    const { client, requests } = await scriptedService(acceptToken('another'), { token })
    expect(await client.listLamps()).toMatchObject({ status: 401, call: { attempt: 2 } })
    expect(refreshes).toEqual([false, true])
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['the provider returns the same token', () => createSession('old').token],
    ['the provider is a string', () => 'old'],
  ])('does not send the request again if %s', async (_, token: () => TokenProvider) => {
    const { client, requests } = await scriptedService(acceptToken('new'), { token: token() })
    expect(await client.listLamps()).toMatchObject({ status: 401, call: { attempt: 1 } })
    expect(requests).toHaveLength(1)
  })

  it('rejects all waiting calls with a TokenError if it fails, and the next call refreshes again', async () => {
    let refreshes = 0
    const cause = new Error('the session is over')
    const token = async ({ refresh }: { refresh: boolean }) => {
      if (!refresh) return 'old'
      await waitUntil(() => requests.length >= 2)
      await sleep()
      if (++refreshes === 1) throw cause
      return 'new'
    }
    const { client, requests } = await scriptedService(acceptToken('new'), { token })
    const expected = { name: 'TokenError', attempt: 1, outcome: 'unchanged', cause }
    const calls = [client.listLamps(), client.listLamps()]
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(expected)))
    expect(await client.listLamps()).toMatchObject({ ok: true })
  })
})
