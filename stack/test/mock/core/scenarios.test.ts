// How a scenario changes responses: the same for a mock over HTTP and for the handlers for tests.
import { afterEach, describe, expect, it } from 'vitest'
import { createTestClients, firstId, startControlledMocks } from '../../support/controlled-mocks.ts'
import { orThrow } from '../../support/lamp-client.ts'
import type { LampScenario as Scenario } from '../../support/lamp-msw.ts'
import { startLampMock } from '../../support/service.ts'
import { closeAfterTests } from '../../support/shared-service.ts'

const { mocks } = await startControlledMocks()

describe.each(mocks)('%s', (_name, baseUrl, control) => {
  afterEach(() => control.reset())

  const { ann, names, get } = createTestClients(baseUrl)
  const statuses = async (count: number) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) statuses.push((await get()).status)
    return statuses
  }

  it('responds once, n times, from the nth request, until a reset, and in sequence', async () => {
    const playStatuses = async (...scenarios: Scenario[]) => {
      control.stopScenarios()
      control.play(...scenarios.map((scenario) => ({ operation: 'getLamp' as const, ...scenario })))
      return statuses(5)
    }
    const [notFound, limited] = [{ status: 404 }, { status: 429, headers: { 'Retry-After': '7' } }]
    expect(await playStatuses({ times: 2, responses: [notFound] })).toEqual([404, 404, 200, 200, 200])
    expect(await playStatuses({ nth: 3, times: 1, responses: [notFound] })).toEqual([200, 200, 404, 200, 200])
    expect(await playStatuses({ responses: [notFound] })).toEqual([404, 404, 404, 404, 404])
    expect(await playStatuses({ responses: [notFound, {}, limited] })).toEqual([404, 200, 429, 200, 200])
    expect(await playStatuses({ times: 4, responses: [notFound, limited] })).toEqual([404, 429, 429, 429, 200])
    const once = { times: 1, responses: [limited] }
    expect(await playStatuses({ responses: [notFound] }, once)).toEqual([429, 404, 404, 404, 404])
  })

  it('matches operation, caller and path', async () => {
    const path = `/lamps/${firstId}`
    control.play({ operation: 'getLamp', caller: 'ann', path, responses: [{ status: 404 }] })
    expect((await get(path)).status).toBe(404)
    expect((await get(path, 'bob')).status).toBe(200)
    expect((await ann.updateLamp({ path: { id: firstId }, body: { name: 'Oak' } })).status).toBe(200)
    expect((await get(path.replace(/1$/, '2'))).status).toBe(200)
    // A request that is not valid still gets its 400.
    expect((await get(`${path}?x=1`)).status).toBe(400)
  })

  it('returns its example, headers, detail, errors and body', async () => {
    const body = { ...Object(await (await get()).json()), name: 'Oak' }
    control.play({
      operation: 'getLamp',
      responses: [
        { status: 401, example: 'expiredToken' },
        { status: 429, headers: { 'Retry-After': '7' }, detail: 'Later.' },
        { status: 429, headers: { 'retry-after': '8' } },
        { status: 400, errors: [{ parameter: 'id', detail: 'is wrong' }] },
        { status: 200, body },
      ],
    })
    const expired = await get()
    expect(expired.headers.get('WWW-Authenticate')).toMatch(/Bearer/)
    expect(await expired.json()).toMatchObject({ detail: expect.stringContaining('expired') })
    const limited = await get()
    expect(limited.headers.get('Retry-After')).toBe('7')
    expect(await limited.json()).toMatchObject({ status: 429, detail: 'Later.' })
    expect(await (await get()).json()).toMatchObject({ detail: expect.stringMatching(/ 8 seconds/) })
    expect(await (await get()).json()).toMatchObject({ errors: [{ parameter: 'id', detail: 'is wrong' }] })
    expect(await (await get()).json()).toEqual(body)
  })

  it('delays, cuts and slows down responses', async () => {
    const measure = async () => {
      const start = performance.now()
      await (await get()).text()
      return performance.now() - start
    }
    const cuts = [{ cut: 'before' }, { cut: 'middle' }] as const
    control.play({ responses: [{ delayMs: 1_000 }, { bytesPerSecond: 500 }, ...cuts, {}] })
    expect(await measure()).toBeGreaterThan(990)
    expect(await measure()).toBeGreaterThan(150)
    await expect(get()).rejects.toThrow(TypeError)
    const cut = await get()
    expect(cut.status).toBe(200)
    await expect(cut.text()).rejects.toThrow()
    expect((await get()).status).toBe(200)
  })

  it('cuts a response without a body too', async () => {
    const path = `/lamps/${firstId}`
    const etag = (await get(path)).headers.get('ETag')
    const send = (method: string, headers = {}) =>
      fetch(baseUrl + path, { method, headers: { Authorization: 'Bearer ann', ...headers } })
    for (const once of [() => send('HEAD'), () => send('GET', { 'If-None-Match': etag }), () => send('DELETE')]) {
      control.play({ times: 1, responses: [{ cut: 'middle' }] })
      await expect(once()).rejects.toThrow(TypeError)
    }
    expect((await get(path)).status).toBe(404)
  })

  it('sends what a gateway sends, and stores nothing', async () => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', Server: 'nginx' }
    const body = '<h1>502 Bad Gateway</h1>'
    const responses = [{ undocumented: { status: 502, headers, body } }, { undocumented: { status: 503 } }]
    control.play({ times: 2, responses })
    const response = await fetch(`${baseUrl}/lamps`, {
      method: 'POST',
      headers: { Authorization: 'Bearer ann', 'Content-Type': 'application/json' },
      body: '{"name":"Shelf"}',
    })
    expect([response.status, await response.text()]).toEqual([502, body])
    expect(response.headers.get('Content-Type')).toBe(headers['Content-Type'])
    expect(response.headers.get('Server')).toBe('nginx')
    await expect(orThrow(ann).createLamp({ body: { name: 'Shelf' } })).rejects.toThrow('503 without a problem')
    expect(control.requests().map(({ status }) => status)).toEqual([502, 503])
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor'])
  })

  it('lets `Prefer` select the response of one request', async () => {
    control.play({ responses: [{ status: 500 }] })
    expect((await get(undefined, 'ann', { Prefer: 'code=404' })).status).toBe(404)
    expect((await get()).status).toBe(500)
  })
})

const { control, url } = closeAfterTests(await startLampMock({ stateful: true }))

const forAll = (response: object, more: object = {}): Scenario => ({ ...more, responses: [response] })
const forGet = (response: object, more: object = {}) => forAll(response, { operation: 'getLamp', ...more })
const undocumentedOnly = (response: object) => forAll({ undocumented: response })

it.each<[string, Scenario, RegExp]>([
  ['operation', forAll({}, { operation: 'x' }), /^The contract has no operation x\. It has .*listLamps/],
  ['status', forGet({ status: 201 }), /^getLamp has no status 201\. Use 200, .* or 503\.$/],
  [
    'status of all',
    { responses: [{ status: 404 }, { status: 201 }] },
    /matches all of them: listLamps has no status 404/,
  ],
  ['example', forGet({ status: 404, example: 'x' }), /has no example x\. Use noLamp\.$/],
  ['header', forGet({ status: 200, headers: { Link: 'x' } }), /^getLamp with status 200 has no header Link\. Use Req/],
  ['value', forGet({ status: 429, headers: { 'Retry-After': 'x' } }), /Retry-After is/],
  ['body', forGet({ status: 200, body: { id: 1 } }), /^The body is not valid: /],
  ['missing status', forAll({ detail: 'x' }), /needs a status/],
  ['property', forAll({ statuss: 429 }), /^scenarios\/1\/responses\/0\/statuss is not a documented property\.$/],
  ['path', forGet({}, { path: '/lamps' }), /^No request to getLamp has the path \/lamps\. Use \/lamps\/\{id\}\.$/],
  ['errors', forAll({ status: 400, errors: [{ a: 1 }] }), /^The body is not valid: /],
  ['detail of a 200', forGet({ status: 200, detail: 'x' }), /cannot have detail/],
  ['body of a problem', forGet({ status: 404, body: {} }), /cannot have body/],
  ['delay', forAll({ delayMs: -1 }), /delayMs must be at least 0\.$/],
  ['undocumented beside a status', forAll({ status: 503, undocumented: { status: 502 } }), /cannot have status/],
  ['body of a 204', undocumentedOnly({ status: 204, body: 'x' }), /204 cannot have a body/],
  ['length', undocumentedOnly({ status: 502, headers: { 'Content-Length': '9' } }), /the header Content-Length itself/],
  ['split', undocumentedOnly({ status: 502, headers: { A: 'b\r\nC: d' } }), /^The header A has a character that HTTP/],
  ['name of a header', undocumentedOnly({ status: 502, headers: { 'a b': 'c' } }), /cannot be the name/],
])('a mock rejects all scenarios if one is not valid: %s', async (_what, scenario, message) => {
  expect(() => control.play({ responses: [{ status: 500 }] }, scenario)).toThrow(message)
  const response = await fetch(`${url}/lamps`, { headers: { Authorization: 'Bearer ann' } })
  expect(response.status).toBe(200)
})
