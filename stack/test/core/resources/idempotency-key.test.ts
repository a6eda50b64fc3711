import { beforeEach, describe, expect, it } from 'vitest'
import { type ApiCaller, type ApiResponse, callerOf, stableParts } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { sharedService } from '../../support/shared-service.ts'

const hour = 60 * 60 * 1000
const stairs = { name: 'Desk', tag: 'green' }
const moss = { name: 'Wall', tag: 'green' }
const reused = 'idempotency-key-reused'

let now = Date.UTC(2025, 10, 20)
const service = await sharedService({ now: () => new Date(now) })
let callers = 0
const newCaller = () => callerOf(service, `caller ${++callers}`)

// Each test has a caller without lamps or keys.
let ann: ApiCaller
beforeEach(() => {
  ann = newCaller()
})
const create = (key: string, body = stairs) => ann.send('POST', '/lamps', { body, headers: { 'Idempotency-Key': key } })

/** Expects the same response to the second request, and one lamp. */
async function expectSame(first: ApiResponse | Promise<ApiResponse>, second: Promise<ApiResponse>) {
  const expected = await first
  expect(expected.status).toBe(201)
  expect(stableParts(await second)).toEqual(stableParts(expected))
  expect(await ann.lamps()).toHaveLength(1)
}

describe('a repeated createLamp with the same Idempotency-Key', () => {
  it.each([
    ['monday-1', '"monday-1"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['a,b;c=1', '"a,b;c=1"'],
  ])('may write the key in the other form: %s, %s', async (bare, quoted) => {
    await expectSame(create(bare), create(quoted))
    ann = newCaller()
    await expectSame(create(quoted), create(bare))
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
    const second = await create('k', moss)
    expect(await ann.lamps()).toEqual([first.body, second.body])
    expect(stableParts(await create('k', moss))).toEqual(stableParts(second))
    await expectProblem(await create('k'), reused)
  })
})
