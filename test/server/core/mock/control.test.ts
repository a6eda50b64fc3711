// What a test can do with a mock: the same for a mock over HTTP and for the handlers of Mock Service Worker.
import { createPlantClient, orThrow } from '@plant-collection/client'
import { plantHandlers } from '@plant-collection/client/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { examples } from '../../../../generated/examples.ts'
import { operations } from '../../../../server/core/contract/plan.ts'
import { ControlError } from '../../../../server/core/mock/checks.ts'
import type { Scenario } from '../../../../server/core/mock/control.ts'
import { startMock } from '../../../../server/mock/start-mock.ts'

const plants = [{ name: 'Fern', tag: 'stairs' }, { name: 'Moss' }, { name: 'Ivy', tag: 'stairs' }]
const mock = await startMock({ stateful: true, plants })
const handlersUrl = 'https://plants.example/api'
const handlers = plantHandlers({ baseUrl: handlersUrl, mode: 'stateful', plants })
const server = setupServer(...handlers.handlers)
server.listen({ onUnhandledRequest: 'bypass' })
afterAll(async () => {
  server.close()
  await mock.close()
})

const firstId = '00000000-0000-7000-8000-000000000001'

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return [part({ alg: 'none' }), part(claims), 'x'].join('.')
}

describe.each([
  ['the mock', mock.url, mock.control],
  ['the handlers', handlersUrl, handlers.control],
])('%s', (_name, baseUrl, control) => {
  afterEach(() => control.reset())

  const clientOf = (token: string) => createPlantClient({ baseUrl, token, retry: false })
  const ann = clientOf('ann')
  const names = async (client = ann) => (await Array.fromAsync(client.allPlants({ limit: 2 }))).map(({ name }) => name)
  const get = (path = `/plants/${firstId}`, token = 'ann', headers = {}) =>
    fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } })
  const statuses = async (count: number) => {
    const found: number[] = []
    for (let index = 0; index < count; index++) found.push((await get()).status)
    return found
  }

  it('keeps plants, pages and tags, a collection for each caller', async () => {
    await ann.createPlant({ body: { name: 'Rose', tag: 'stairs' } })
    expect(await names()).toEqual(['Fern', 'Moss', 'Ivy', 'Rose'])
    expect(await names(clientOf('bob'))).toEqual(['Fern', 'Moss', 'Ivy'])
    const tagged = await Array.fromAsync(ann.allPlants({ tag: 'stairs', limit: 1 }))
    expect(tagged.map(({ name }) => name)).toEqual(['Fern', 'Ivy', 'Rose'])
  })

  it('takes the caller from the `sub` of a JWT, and its scopes', async () => {
    await clientOf(jwt({ sub: 'zoë', n: 1 })).createPlant({ body: { name: 'Rose' } })
    expect(await names(clientOf(jwt({ sub: 'zoë', n: 2 })))).toContain('Rose')
    expect(control.requests({ caller: 'zoë' }).length).toBeGreaterThan(1)
    expect((await clientOf(jwt({ sub: 'zoë', scope: 'plants:write' })).listPlants()).status).toBe(403)
  })

  it('goes back to the start with a reset, with the same ids', async () => {
    const create = async () => (await orThrow(ann).createPlant({ body: { name: 'Rose' } })).body.id
    control.reset()
    const ids = [await create(), await create()]
    control.reset()
    const snapshot = control.snapshot()
    expect(await create()).toBe(ids[0])
    control.restore(snapshot)
    expect([await create(), await create()]).toEqual(ids)
    control.play({ responses: [{ status: 500 }] })
    control.setClock({ fixed: '2030-01-01T00:00:00Z' })
    control.reset()
    expect(await names()).toEqual(['Fern', 'Moss', 'Ivy'])
    expect(control.requests()).toHaveLength(2)
    expect(control.requests()[0]?.time).not.toMatch(/^2030/)
  })

  it('brings back a snapshot, with its idempotency keys, as often as wanted', async () => {
    const create = () => orThrow(ann).createPlant({ body: { name: 'Rose' }, header: { 'Idempotency-Key': 'k' } })
    const first = await create()
    const snapshot = control.snapshot()
    for (let round = 0; round < 2; round++) {
      await ann.deletePlant({ path: { id: firstId } })
      control.restore(snapshot)
      expect(await names()).toEqual(['Fern', 'Moss', 'Ivy', 'Rose'])
      expect((await create()).body).toEqual(first.body)
    }
    expect(() => control.restore('x')).toThrow(ControlError)
  })

  it('loads plants for a caller, all or none', async () => {
    await control.load('bob', [{ name: 'Rose' }, { name: 'Lily', tag: 'x' }])
    expect(await names(clientOf('bob'))).toEqual(['Fern', 'Moss', 'Ivy', 'Rose', 'Lily'])
    await expect(control.load('bob', [{ name: 'Oak' }, { name: '' }])).rejects.toThrow(
      /^Plant 2 is not valid: name .*\. None was added\.$/,
    )
    expect(await names(clientOf('bob'))).not.toContain('Oak')
    await expect(control.load('', [])).rejects.toThrow(/^The caller must be/)
    await expect(control.load('bob', { name: 'Oak' } as never)).rejects.toThrow(/^plants must be a list\.$/)
  })

  it('lists the requests that it received, also those that are not valid', async () => {
    await ann.createPlant({ body: { name: 'Rose' } })
    await get('/plants?limit=0')
    if (baseUrl !== handlersUrl) await get('/none')
    expect(control.requests()).toMatchObject([
      {
        method: 'POST',
        target: '/plants',
        operation: 'createPlant',
        caller: 'ann',
        body: { name: 'Rose' },
        status: 201,
      },
      { method: 'GET', target: '/plants?limit=0', status: 400 },
      ...(baseUrl === handlersUrl ? [] : [{ method: 'GET', target: '/none', status: 404 }]),
    ])
    expect(control.requests({ operation: 'createPlant' })).toHaveLength(1)
    expect(control.requests({ operation: 'listPlants', caller: 'ann', status: 400 })).toHaveLength(1)
    expect(() => control.requests({ operation: 'createPlants' as 'createPlant' })).toThrow(/no operation createPlants/)
    expect(() => control.requests({ foo: 1 } as object)).toThrow(/^The filter has no property foo/)
  })

  it('keeps the last 1,000 requests', async () => {
    for (let index = 0; index < 1_005; index += 5) {
      await Promise.all(Array.from({ length: 5 }, () => get(`/plants?limit=${(index % 100) + 1}`)))
    }
    expect(control.requests()).toHaveLength(1_000)
    expect(control.requests()[0]?.target).toBe('/plants?limit=6')
  })

  it('has a clock that stops and shifts: for times, tokens and idempotency keys', async () => {
    control.setClock({ fixed: '2030-01-01T00:00:00Z' })
    const create = () => orThrow(ann).createPlant({ body: { name: 'Rose' }, header: { 'Idempotency-Key': 'k' } })
    const created = await create()
    expect(created.body).toMatchObject({ createdAt: '2030-01-01T00:00:00.000Z' })
    const token = jwt({ sub: 'ann', exp: Date.UTC(2030, 0, 2) / 1000 })
    expect((await get('/plants', token)).status).toBe(200)
    control.setClock({ fixed: '2030-01-01T00:00:00Z', shiftSeconds: 24 * 60 * 60 })
    expect((await get('/plants', token)).status).toBe(401)
    expect((await create()).body).not.toEqual(created.body)
    expect(() => control.setClock({ fixed: 'soon' })).toThrow(ControlError)
    for (const shiftSeconds of [1e12, -1e11, 1e300]) {
      expect(() => control.setClock({ shiftSeconds })).toThrow(/^The clock can show the years 1970 to 9998/)
    }
    expect(() => control.setClock({ foo: 1 } as object)).toThrow(/has no property foo/)
    expect((await get()).status).toBe(200)
  })

  describe('with a scenario', () => {
    it('responds once, n times, from the nth time, until a reset, and in sequence', async () => {
      const played = async (...scenarios: Scenario[]) => {
        control.stopScenarios()
        control.play(...scenarios.map((scenario) => ({ operation: 'getPlant' as const, ...scenario })))
        return statuses(5)
      }
      const [notFound, limited] = [{ status: 404 }, { status: 429, headers: { 'Retry-After': '7' } }]
      expect(await played({ times: 1, responses: [notFound] })).toEqual([404, 200, 200, 200, 200])
      expect(await played({ times: 2, responses: [notFound] })).toEqual([404, 404, 200, 200, 200])
      expect(await played({ nth: 3, times: 1, responses: [notFound] })).toEqual([200, 200, 404, 200, 200])
      expect(await played({ responses: [notFound] })).toEqual([404, 404, 404, 404, 404])
      expect(await played({ responses: [notFound, {}, limited] })).toEqual([404, 200, 429, 200, 200])
      expect(await played({ times: 4, responses: [notFound, limited] })).toEqual([404, 429, 429, 429, 200])
      expect(await played({ responses: [notFound] }, { times: 1, responses: [limited] })).toEqual([
        429, 404, 404, 404, 404,
      ])
    })

    it('matches operation, caller and path', async () => {
      const path = `/plants/${firstId}`
      control.play({ operation: 'getPlant', caller: 'ann', path, responses: [{ status: 404 }] })
      expect((await get(path)).status).toBe(404)
      expect((await get(path, 'bob')).status).toBe(200)
      expect((await get('/plants')).status).toBe(200)
      expect((await get(path.replace(/1$/, '2'))).status).toBe(200)
      // A request that is not valid gets its own error.
      expect((await get(`${path}?x=1`)).status).toBe(400)
    })

    it('returns the example, the headers, the detail and the body that it names', async () => {
      const body = { ...Object(await (await get()).json()), name: 'Oak' }
      control.play({
        operation: 'getPlant',
        responses: [
          { status: 401, example: 'expiredToken' },
          { status: 429, headers: { 'Retry-After': '7' }, detail: 'Later.' },
          { status: 429, headers: { 'retry-after': '8' } },
          { status: 200, body },
        ],
      })
      expect((await get()).headers.get('WWW-Authenticate')).toMatch(/Bearer/)
      const limited = await get()
      expect(limited.headers.get('Retry-After')).toBe('7')
      expect(await limited.json()).toMatchObject({ status: 429, detail: 'Later.' })
      const again = await get()
      expect(again.headers.get('Retry-After')).toBe('8')
      expect(await again.json()).toMatchObject({ detail: expect.stringMatching(/ 8 seconds/) })
      expect(await (await get()).json()).toEqual(body)
    })

    it('delays, cuts and slows down', async () => {
      const timed = async () => {
        const start = performance.now()
        await (await get()).text()
        return performance.now() - start
      }
      control.play({
        responses: [{ delayMs: 1_000 }, { bytesPerSecond: 500 }, { cut: 'before' }, { cut: 'middle' }, {}],
      })
      expect(await timed()).toBeGreaterThan(990)
      expect(await timed()).toBeGreaterThan(150)
      await expect(get()).rejects.toThrow(TypeError)
      const cut = await get()
      expect(cut.status).toBe(200)
      await expect(cut.text()).rejects.toThrow()
      expect(await timed()).toBeLessThan(990)
    })

    it('lets `Prefer` select the response of one request', async () => {
      control.play({ responses: [{ status: 500 }] })
      expect((await get(undefined, 'ann', { Prefer: 'code=404' })).status).toBe(404)
      expect((await get()).status).toBe(500)
    })

    it('has every documented response of every operation', async () => {
      const send = { POST: '{"name":"Oak"}', PATCH: '{}' } as Record<string, string>
      for (const { id, method, path, responses } of operations) {
        for (const { status, name } of responses.values()) {
          const documented = [undefined, ...Object.keys(examples[name]?.bodies ?? {})]
          for (const example of documented) {
            control.play({ operation: id, times: 1, responses: [{ status, example }] })
            const body = send[method]
            const response = await fetch(baseUrl + path.replace('{id}', firstId), {
              method,
              headers: { Authorization: 'Bearer ann', ...(body && { 'Content-Type': 'application/json' }) },
              ...(body && { body }),
            })
            expect([id, response.status]).toEqual([id, status])
          }
        }
      }
    })
  })
})
