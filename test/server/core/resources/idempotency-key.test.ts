import { beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import {
  type ApiCaller,
  type ApiResponse,
  callerOf,
  type RequestOptions,
  stableParts,
} from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { sendRawRequest } from '../../../support/raw-http.ts'
import { sharedService } from '../../../support/shared-service.ts'

const hour = 60 * 60 * 1000
const fern = { name: 'Fern', tag: 'green' }
const moss = { name: 'Moss' }
const reused = 'idempotency-key-reused'

let now = Date.UTC(2025, 10, 20)
const service = await sharedService({ now: () => new Date(now) })
let callers = 0
const newCaller = () => callerOf(service, `caller ${++callers}`)

function createAs(caller: ApiCaller, key: string, options: RequestOptions = { body: fern }) {
  return caller.send('POST', '/plants', { ...options, headers: { 'Idempotency-Key': key } })
}

// Each test has a caller without plants or keys.
let ann: ApiCaller
beforeEach(() => {
  ann = newCaller()
})
const create = (key: string, options?: RequestOptions) => createAs(ann, key, options)

/** Expects the same response to the second request, and this number of plants. */
async function expectSame(first: ApiResponse | Promise<ApiResponse>, second: Promise<ApiResponse>, plants = 1) {
  const expected = await first
  expect(expected.status).toBe(201)
  expect(stableParts(await second)).toEqual(stableParts(expected))
  expect(await ann.plants()).toHaveLength(plants)
}

describe('a repeated createPlant with the same Idempotency-Key', () => {
  it('gets the first response and creates nothing', async () => {
    const first = await create('monday-1')
    now += hour
    await expectSame(first, create('monday-1'))
    const { id } = first.body as Plant
    expect(first.headers.get('Location')).toBe(`plants/${id}`)
    const current = await ann.send('GET', `/plants/${id}`)
    expect([current.body, current.headers.get('ETag')]).toEqual([first.body, first.headers.get('ETag')])
  })

  it('may have other JSON for the same values, with or without the default tag', async () => {
    const texts = ['{"tag":"","name":"Fern"}', '{\n  "name": "F\\u0065rn"\n}', '{"name":"Fern"}']
    const first = await create('k', { text: '{"name":"Fern"}' })
    for (const text of texts) await expectSame(first, create('k', { text }))
    await expectSame(create('l', { text: texts[0] ?? '' }), create('l', { text: texts[2] ?? '' }), 2)
  })

  it.each([
    ['monday-1', '"monday-1"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['a,b;c=1', '"a,b;c=1"'],
  ])('may write the key in the other form: %s, %s', async (bare, quoted) => {
    await expectSame(create(bare), create(quoted))
    ann = newCaller()
    await expectSame(create(quoted), create(bare))
  })

  it.each([
    ['another name', { name: 'Bracken', tag: 'green' }],
    ['another tag', { name: 'Fern', tag: 'wild' }],
    ['no tag', { name: 'Fern' }],
    ['a name that looks the same', { name: 'Fern ', tag: 'green' }],
  ])('gets 422 for %s, and creates nothing', async (_what, body) => {
    const first = await create('k')
    const second = await create('k', { body })
    await expectProblem(second, reused)
    expect(second.headers.get('Location')).toBeNull()
    await expectSame(first, create('k'))
  })

  it('gets the first response after a change and a deletion of the plant, which stay', async () => {
    const first = await create('k')
    const path = `/plants/${(first.body as Plant).id}`
    now += 1
    const { body } = await ann.send('PATCH', path, { body: { name: 'Moss', tag: null } })
    await expectSame(first, create('k'))
    expect(await ann.plants()).toEqual([body])
    await ann.send('DELETE', path)
    await expectSame(first, create('k'), 0)
  })

  it('gets 422 if another body arrives at the same time', async () => {
    const responses = await Promise.all([fern, moss].map((body) => create('k', { body })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await ann.plants()).toEqual([responses.find(({ status }) => status === 201)?.body])
  })

  it('succeeds if the first body was not valid', async () => {
    for (const text of ['{"name":""}', '{"name":']) expect((await create('k', { text })).status).toBe(400)
    expect((await create('k')).status).toBe(201)
  })
})

describe('an Idempotency-Key', () => {
  it('is forgotten 24 hours after its first use, however often it is used', async () => {
    const first = await create('k')
    now += 23 * hour
    await expectSame(first, create('k'))
    now += hour - 1
    await expectSame(first, create('k'))
    now += 1
    const second = await create('k', { body: moss })
    expect(await ann.plants()).toEqual([first.body, second.body])
    expect(stableParts(await create('k', { body: moss }))).toEqual(stableParts(second))
    await expectProblem(await create('k'), reused)
  })

  it.each([
    ['k'.repeat(255)],
    [`"${'k'.repeat(255)}"`],
    [`"${'\\"'.repeat(255)}"`],
    ['!#$%&\'()*+,-./0123456789:;<=>?@AZ[\\]^_`az{|}~"'],
  ])('may be %s', async (key) => {
    await expectSame(create(key), create(key))
  })

  it.each(['\0', '\u001b', '\u007f'])('with the control character %j is not valid HTTP', async (character) => {
    const headers = [`Idempotency-Key: a${character}b`, 'Content-Type: application/json']
    const response = await sendRawRequest(service.url, 'POST /plants', headers, JSON.stringify(fern))
    await expectProblem(response, 'malformed-request')
  })
})
