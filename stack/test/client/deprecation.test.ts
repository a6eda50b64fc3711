// What a client tells about deprecated parts at run time.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DeprecatedCall, readDeprecation } from '../../client/deprecation.ts'
import { ceiling } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const call = { operation: 'listLamps', url: 'http://lamps.test/lamps', attempt: 1 }

describe('readDeprecation', () => {
  it.each([
    ['both dates', '@1795305600', 'Mon, 22 Nov 2027 00:00:00 GMT', '2026-11-22', '2027-11-22'],
    ['a sunset in asctime format', '@0', 'Mon Nov 22 00:00:00 2027', '1970-01-01', '2027-11-22'],
    ['the value of an early draft', 'true', undefined, undefined, undefined],
    ['a sunset that is not a date', '@0', 'soon', '1970-01-01', undefined],
  ])('reads %s', (_, deprecation, sunset, since, until) => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const headers = new Headers({ Deprecation: deprecation, ...(sunset && { Sunset: sunset }) })
    const dates = { ...(since && { since: new Date(since) }), ...(until && { sunset: new Date(until) }) }
    expect(readDeprecation(call, headers)).toEqual({ ...call, ...dates })
  })

  it('returns undefined without a Deprecation header, also with a Sunset', () => {
    expect(readDeprecation(call, new Headers({ Sunset: 'Mon, 22 Nov 2027 00:00:00 GMT' }))).toBeUndefined()
  })
})

const headers = { Deprecation: '@1795305600', Sunset: 'Mon, 22 Nov 2027 00:00:00 GMT' }

it('onDeprecation gets each call whose response is marked, and no other call', async () => {
  const calls: DeprecatedCall[] = []
  const plain = { status: 200, body: [ceiling] }
  const onDeprecation = (deprecated: DeprecatedCall) => calls.push(deprecated)
  const { client } = await scriptedService([plain, { ...plain, headers }, plain], { onDeprecation })
  for (const query of [{}, { limit: 1 }, {}]) await client.listLamps({ query })
  const dates = { since: new Date('2026-11-22'), sunset: new Date('2027-11-22') }
  expect(calls).toEqual([{ ...call, url: expect.stringMatching(/\/lamps$/), ...dates }])
})
