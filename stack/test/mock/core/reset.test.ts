// A reset or a restore separates one test from the next, for all callers or for one.
import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { firstId, getCalls, startControlledMocks } from '../../support/controlled-mocks.ts'
import { orThrow } from '../../support/lamp-client.ts'

const { mock, mocks } = await startControlledMocks()

describe.each(mocks)('%s', (_name, baseUrl, control) => {
  afterEach(() => control.reset())

  const { findClient, ann, names, get } = getCalls(baseUrl)

  it.each<[string, () => () => void]>([
    ['a reset', () => () => control.reset()],
    [
      'a restore of the caller',
      () => {
        const snapshot = control.snapshot({ caller: 'ann' })
        return () => control.restore(snapshot)
      },
    ],
  ])('does not show after %s what requests that began before it do', async (_what, prepare) => {
    const goBack = prepare()
    const lamp = await orThrow(ann).getLamp({ path: { id: firstId } })
    const delayed = ['createLamp', 'updateLamp', 'deleteLamp'] as const
    control.play(...delayed.map((operation) => ({ operation, responses: [{ delayMs: 400 }] })))
    const late = Promise.all([
      ann.createLamp({ body: { name: 'Late' } }),
      ann.updateLamp({ path: { id: firstId }, header: { 'If-Match': lamp.headers.etag }, body: { name: 'Late' } }),
      ann.deleteLamp({ path: { id: firstId.replace(/1$/, '2') } }),
    ])
    // The mock has received them before these.
    await names()
    goBack()
    control.stopScenarios()
    expect((await late).map(({ status }) => status)).toEqual([201, 200, 204])
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor'])
    expect(control.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('resets one caller, with its clock and its scenarios', async () => {
    const bob = findClient('bob')
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
    control.setClock({ caller: 'bob' })
    expect(await toTime(bob)).not.toMatch(/^203/)
  })
})

it('a request whose body arrives after a reset changes nothing', async () => {
  const headers = { Authorization: 'Bearer ann', 'Content-Type': 'application/json', 'Content-Length': 15 }
  const late = request(`${mock.url}/lamps`, { method: 'POST', headers: { ...headers, Expect: '100-continue' } })
  late.flushHeaders()
  // The mock waits for the body now.
  await once(late, 'continue')
  late.write('{"name":')
  mock.control.reset()
  late.end('"Late"}')
  const [response] = await once(late, 'response')
  expect(response.statusCode).toBe(201)
  response.resume()
  const list = await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer ann' } })
  expect(await list.json()).toHaveLength(3)
  expect(mock.control.requests()).toHaveLength(1)
})
