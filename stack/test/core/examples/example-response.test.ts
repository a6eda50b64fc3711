// The documented examples, as the mock and the handlers for tests return them, by default and for Prefer.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../product/generated/index.ts'
import { startHandlers } from '../../rooms/implementations.ts'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { rooms } from '../../support/rooms.ts'
import { startLampMock, startMock } from '../../support/service.ts'
import { closeAfterTests } from '../../support/shared-service.ts'
import { waitFor } from '../../support/wait.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const [lamp] = Object.values(contract.examples.getLamp200?.bodies ?? {})
const mock = closeAfterTests(await startMock())
const handlers = closeAfterTests(startHandlers(rooms, 'example'))

const lampOperations = Object.values(contract.operations).filter(({ path }) => path.startsWith('/lamps'))
const responses = lampOperations.flatMap((operation) =>
  Object.values(operation.responses).flatMap(({ status, name }) => {
    const bodies = Object.entries(contract.examples[name]?.bodies ?? {})
    const examples = bodies.length > 0 ? bodies : [['', undefined] as const]
    return examples.map(([example, body]) => [operation.id, status, example, operation, body] as const)
  }),
)

describe.each([
  ['the mock', mock],
  ['the handlers', handlers],
])('%s', (_name, target) => {
  const { send } = createCaller(target)

  it.each(responses)('can return %s %i %s', async (_id, status, example, { path, method }, body) => {
    const Prefer = `code=${status}${example === '' ? '' : `; example="${example}"`}`
    const requestBody = method === 'POST' ? { name: 'Desk' } : method === 'PATCH' ? {} : undefined
    const response = await send(method, path.replace('{id}', id), { headers: { Prefer }, body: requestBody })
    const instance = `urn:uuid:${response.headers.get('Request-Id')}`
    expect(response.status).toBe(status)
    expect(response.body).toEqual(status < 400 ? body : { ...Object(body), instance })
  })

  it('returns the first example of the successful response, or of the preferred status', async () => {
    expect(await send('GET', `/lamps/${id}`)).toMatchObject({ status: 200, body: lamp })
    const refused = await send('GET', `/lamps/${id}`, { headers: { Prefer: 'code=401' } })
    expect(refused.body).toMatchObject({ detail: Object(contract.examples.Unauthorized?.bodies.noToken).detail })
  })

  it('waits as long as Prefer asks for', async () => {
    const start = performance.now()
    expect((await send('GET', '/lamps', { headers: { Prefer: 'wait=1' } })).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('ignores empty preferences, and all but the first of the same name', async () => {
    expect((await send('GET', '/lamps', { headers: { Prefer: ', code=401;, code=403' } })).status).toBe(401)
  })

  it('returns the example lamps in pages of `limit`', async () => {
    const first = await send('GET', '/lamps?limit=1&tag=a%26b')
    const [, link = ''] = /^<(\?.*)>; rel="next"$/.exec(first.headers.get('Link') ?? '') ?? []
    const query = { limit: '1', tag: 'a&b', after: Object(first.body)[0].id }
    expect(Object.fromEntries(new URLSearchParams(link))).toEqual(query)
    expect(first.body).toHaveLength(1)
    const second = await send('GET', `/lamps${link}`)
    expect(second.headers.get('Link')).toBeNull()
    const unlimited = await send('GET', '/lamps')
    expect(unlimited.body).toEqual([first.body, second.body].flat())
    expect(unlimited.headers.get('Link')).toBeNull()
  })
})

it('the mock reports no internal errors', () => expect(mock.internalErrors).toEqual([]))

it.each([
  ['code=418', 'must have a documented code: 200, 304, 400, 401, 403, 404, 406, 412, 429, 500, 503'],
  ...['constructor', '0x194', '"404', '"40"4', '4"04"', '4=04'].map((code) => [
    `code=${code}`,
    'must have a documented code: 200, 304, 400, 401, 403, 404, 406, 412, 429, 500, 503',
  ]),
  ['code=304, example=lamp', 'must not have an example: this response has none'],
  ['code=401, example=lamp', 'must have a documented example: noToken, badToken, expiredToken'],
  ['example==lamp', 'must have a documented example: tagged'],
  ['dynamic=true', 'must not have dynamic: a mock supports code, example, wait'],
  ...['61', '-1', ''].map((wait) => [`wait=${wait}`, 'must have a wait from 0 to 60 seconds']),
])('Prefer: %s gets 400 with the possible values', async (header, detail) => {
  const errors = [{ header: 'Prefer', detail }]
  const response = await createCaller(mock).send('GET', `/lamps/${id}`, { headers: { Prefer: header } })
  await expectProblem(response, 'invalid-request', { errors })
})

afterEach(() => vi.useRealTimers())

describe('the mock', () => {
  it('waits as long as Prefer asks for, beyond the response timeout of the service', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    await using mock = await startLampMock()
    const response = fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer any', Prefer: 'wait=50' } })
    await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(2), { interval: 1 })
    await vi.advanceTimersByTimeAsync(50_000)
    expect((await response).status).toBe(200)
  })

  // Prism 5.16 negotiates the media type itself, and finds no problem+json for a client that accepts only JSON.
  it('returns problems to a client that accepts only JSON', async () => {
    const headers = { Prefer: 'code=403', Accept: 'application/json' }
    await expectProblem(await createCaller(mock).send('GET', '/lamps', { headers }), 'insufficient-scope')
  })
})
