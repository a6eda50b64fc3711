// How a test controls a mock: the same for a mock over HTTP and for the handlers for tests. A reset or a restore
// separates one test from the next, for all callers or for one.
import { afterEach, describe, expect, it } from 'vitest'
import { createTestClients, firstId, startControlledMocks } from '../../support/controlled-mocks.ts'
import { orThrow } from '../../support/lamp-client.ts'

const { mocks } = await startControlledMocks()

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return [part({ alg: 'none' }), part(claims), 'x'].join('.')
}

describe.each(mocks)('%s', (_name, baseUrl, control) => {
  afterEach(() => control.reset())

  const { createClient, ann, names, get } = createTestClients(baseUrl)

  it('takes the caller and the scopes from the claims of a JWT', async () => {
    await createClient(jwt({ sub: 'zoë', n: 1 })).createLamp({ body: { name: 'Shelf' } })
    expect(await names(createClient(jwt({ sub: 'zoë', n: 2 })))).toContain('Shelf')
    expect(control.requests({ caller: 'zoë' }).length).toBeGreaterThan(1)
    expect((await createClient(jwt({ sub: 'zoë', scope: 'rooms:write' })).listLamps()).status).toBe(403)
  })

  it.each<[token: string, caller: string]>([
    // The base64url of these tokens has - and _.
    [jwt({ sub: 'a>>>>>>' }), 'a>>>>>>'],
    [jwt({ sub: 'a??????' }), 'a??????'],
    ...['no.json.x', 'bad.b.x', jwt({ sub: '' })].map((token): [string, string] => [token, token]),
  ])('takes the caller from the token %s', async (token, caller) => {
    expect((await get('/lamps', token)).status).toBe(200)
    expect(control.requests()).toMatchObject([{ caller }])
  })

  it('returns to its initial state with a reset, and generates the same ids again', async () => {
    const create = async () => (await orThrow(ann).createLamp({ body: { name: 'Shelf' } })).body.id
    const ids = [await create(), await create()]
    control.reset()
    expect([await create(), await create()]).toEqual(ids)
    control.play({ responses: [{ status: 500 }] })
    control.setClock({ fixed: '2030-01-01T00:00:00Z' })
    control.reset()
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor'])
    expect(control.requests()).toHaveLength(2)
    expect(control.requests()[0]?.time).not.toMatch(/^2030/)
  })

  it('restores a snapshot with its idempotency keys any number of times', async () => {
    const create = () => orThrow(ann).createLamp({ body: { name: 'Shelf' }, header: { 'Idempotency-Key': 'k' } })
    const first = await create()
    const snapshot = control.snapshot()
    for (let iteration = 0; iteration < 2; iteration++) {
      await ann.deleteLamp({ path: { id: firstId } })
      control.restore(snapshot)
      expect(await names()).toEqual(['Desk', 'Wall', 'Floor', 'Shelf'])
      expect((await create()).body).toEqual(first.body)
    }
  })

  it('loads lamps for a caller, all or none', async () => {
    await control.load('bob', [{ name: 'Shelf' }, { name: 'Lily', tag: 'x' }])
    expect(await names(createClient('bob'))).toEqual(['Desk', 'Wall', 'Floor', 'Shelf', 'Lily'])
    // It throws synchronously: a test need not await the result.
    expect(() => control.load('bob', [{ name: 'Oak' }, { name: '' }])).toThrow(
      /^Item 2 is not a valid lamp: name .*\. None was added\.$/,
    )
    expect(await names(createClient('bob'))).not.toContain('Oak')
  })

  it('loads lamps with ids and dates, and generates the next ids after them', async () => {
    const loadedFields = { id: firstId.replace(/1$/, '9'), name: 'Oak', createdAt: '2020-01-01T00:00:00.000Z' }
    const oldLamp = { ...loadedFields, tag: '', updatedAt: loadedFields.createdAt }
    const [loaded, following] = await control.load('ann', [oldLamp, { name: 'Lily' }])
    expect(loaded).toEqual(oldLamp)
    expect(following).toMatchObject({ id: firstId.replace(/1$/, 'a'), createdAt: expect.not.stringMatching(/^2020/) })
    expect((await orThrow(ann).getLamp({ path: { id: loadedFields.id } })).body).toEqual(oldLamp)
    expect((await orThrow(ann).createLamp({ body: { name: 'Shelf' } })).body.id).toBe(firstId.replace(/1$/, 'b'))
  })

  it.each<[object, RegExp]>([
    [{ id: 'x' }, /^Item 2 is not a valid lamp: id must be a UUID in lower case\. None/],
    [{ id: firstId.replace(/1$/, '9') }, /^Item 2 is not a valid lamp: id .*9 is not unique/],
    [{ createdAt: '2020-01-01' }, /^Item 2 is not a valid lamp: createdAt must be a time like 2026/],
    [
      { createdAt: '2026-01-02T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
      /updatedAt must not be before createdAt/,
    ],
  ])('loads no lamps if one has %j', async (fields, message) => {
    const lamps = [
      { id: firstId.replace(/1$/, '9'), name: 'Oak' },
      { name: 'Lily', ...fields },
    ]
    expect(() => control.load('ann', lamps)).toThrow(message)
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor'])
  })

  it('lists the requests that it received, including rejected ones', async () => {
    const post = (body: string, headers = {}) =>
      fetch(`${baseUrl}/lamps`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ann', 'X-Test': 'a', ...headers },
      })
    await post('{"name":"Shelf"}')
    await post('{"name":')
    await post('{"name":"Shelf"}', { Authorization: 'Basic x' })
    await post('<name>', { 'Content-Type': 'text/xml' })
    await get('/lamps?limit=0')
    const headers = { authorization: 'Bearer ann', 'content-type': 'application/json', 'x-test': 'a' }
    const request = { method: 'POST', target: '/lamps', operation: 'createLamp', caller: 'ann', headers }
    expect(control.requests()).toMatchObject([
      { ...request, status: 201, body: { name: 'Shelf' } },
      { status: 400, headers, body: '{"name":' },
      { status: 401, headers: { ...headers, authorization: 'Basic x' }, body: { name: 'Shelf' } },
      { status: 415, headers: { ...headers, 'content-type': 'text/xml' }, body: '<name>' },
      { method: 'GET', target: '/lamps?limit=0', status: 400, body: undefined },
    ])
    expect(control.requests({ operation: 'createLamp', status: 400 })).toHaveLength(1)
    expect(control.requests({ operation: 'listLamps', caller: 'ann' })).toHaveLength(1)
  })

  it('has a clock that can be stopped and shifted, for timestamps, tokens and idempotency keys', async () => {
    control.setClock({ fixed: '2030-01-01T00:00:00Z' })
    const create = () => orThrow(ann).createLamp({ body: { name: 'Shelf' }, header: { 'Idempotency-Key': 'k' } })
    const created = await create()
    expect(created.body).toMatchObject({ createdAt: '2030-01-01T00:00:00.000Z' })
    const token = jwt({ sub: 'ann', exp: Date.UTC(2030, 0, 2) / 1000 })
    expect((await get('/lamps', token)).status).toBe(200)
    control.setClock({ fixed: '2030-01-01T00:00:00Z', shiftSeconds: 24 * 60 * 60 })
    expect(await (await get('/lamps', token)).json()).toMatchObject({ status: 401, detail: 'The token has expired.' })
    expect((await create()).body).not.toEqual(created.body)
    for (const fixed of ['2030-02-30T00:00:00Z', '2030-01-01', 5 as never])
      expect(() => control.setClock({ fixed }), `${fixed}`).toThrow(/^clock\/fixed must be a (time like|string)/)
    for (const setting of [{ shiftSeconds: 1e12 }, { shiftSeconds: -1e11 }, { fixed: '2016-12-31T23:59:60Z' }])
      expect(() => control.setClock(setting)).toThrow(/^The clock can show the years 1970 to 9998/)
  })

  it.each<[string, () => () => void]>([
    ['a reset', () => () => control.reset()],
    [
      'a restore of the caller',
      () => {
        const snapshot = control.snapshot({ caller: 'ann' })
        return () => control.restore(snapshot)
      },
    ],
  ])('discards the writes of requests that are in flight during %s', async (_what, prepare) => {
    const goBack = prepare()
    const lamp = await orThrow(ann).getLamp({ path: { id: firstId } })
    const delayed = ['createLamp', 'updateLamp', 'deleteLamp'] as const
    control.play(...delayed.map((operation) => ({ operation, responses: [{ delayMs: 400 }] })))
    const late = Promise.all([
      ann.createLamp({ body: { name: 'Late' } }),
      ann.updateLamp({ path: { id: firstId }, header: { 'If-Match': lamp.headers.etag }, body: { name: 'Late' } }),
      ann.deleteLamp({ path: { id: firstId.replace(/1$/, '2') } }),
    ])
    // When this request has its response, the mock has received those.
    await names()
    goBack()
    control.stopScenarios()
    expect((await late).map(({ status }) => status)).toEqual([201, 200, 204])
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor'])
    expect(control.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('resets one caller, with its clock and its scenarios', async () => {
    const bob = createClient('bob')
    const toTime = async (client = ann) =>
      (await orThrow(client).createLamp({ body: { name: 'Shelf' } })).body.createdAt
    for (const [caller, fixed] of [
      ['ann', '2030-01-01T00:00:00Z'],
      ['bob', '2031-01-01T00:00:00Z'],
    ] as const) {
      control.setClock({ caller, fixed })
      control.play({ operation: 'getLamp', caller, responses: [{ status: 404 }] })
    }
    expect([await toTime(), await toTime(bob)]).toEqual(['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'])
    control.reset({ caller: 'ann' })
    expect(control.requests().map(({ caller, time }) => `${caller} ${time}`)).toEqual(['bob 2031-01-01T00:00:00.000Z'])
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor'])
    expect(await names(bob)).toEqual(['Desk', 'Wall', 'Floor', 'Shelf'])
    expect([(await get()).status, (await get(undefined, 'bob')).status]).toEqual([200, 404])
    expect(await toTime()).not.toMatch(/^203/)
    control.stopScenarios({ caller: 'ann' })
    expect((await get(undefined, 'bob')).status).toBe(404)
    control.stopScenarios({ caller: 'bob' })
    expect((await get(undefined, 'bob')).status).toBe(200)
  })
})
