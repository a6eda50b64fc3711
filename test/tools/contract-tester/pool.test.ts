// Test cases at the same time: bounded, in the same order as one after the other, and with the same requests.
import { afterAll, describe, expect, it } from 'vitest'
import { formatFailures } from '../../../tools/contract-tester/report.ts'
import { runSuite } from '../../../tools/contract-tester/suite.ts'
import { callersOf } from '../../proof/implementations.ts'
import { cleanUp } from '../../support/folder.ts'
import { type ServiceOptions, startService } from '../../support/service.ts'

afterAll(cleanUp)

const only = ['valid requests', 'two violations', 'an entity tag that is current', 'deletions', 'random sequences']

/** Runs a few cases on a service that responds after 20 ms. Returns the requests without what is always new. */
async function runSlowly(concurrency: number): Promise<{ requests: string[]; most: number }> {
  let current = 0
  let most = 0
  const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
    most = Math.max(most, ++current)
    res.once('close', () => current--)
    setTimeout(() => app(req, res), 20)
  }
  await using service = await startService({ wrap })
  const target = { url: service.url, tokens: await (await callersOf(service.folder))(), timeoutMs: 5_000 }
  const suite = { seed: 20251120, perFamily: 12, sequences: 1, skip: [], only, concurrency }
  const result = await runSuite({ ...target, mayWrite: true, isMock: false }, suite)
  expect(formatFailures(result)).toBe('')
  expect(result.left).toEqual([])
  const requests = result.cases.map(({ name, request }) => {
    const fixed = request.replace(/[0-9a-f-]{36}|"[\w-]{27}"|tester-\w+|(?:%\w\w){8,}|127\.0\.0\.1:\d+/g, '…')
    return `${name} ${fixed.slice(0, 800)}`
  })
  return { requests, most }
}

describe('test cases at the same time', () => {
  it('send and report the same as one after the other', { timeout: 60_000 }, async () => {
    const [one, several] = [await runSlowly(1), await runSlowly(6)]
    expect(one.most).toBe(1)
    expect(several.most).toBeGreaterThan(3)
    expect(several.most).toBeLessThanOrEqual(6)
    expect(several.requests).toEqual(one.requests)
  })

  it('wait together after a 429', { timeout: 30_000 }, async () => {
    const times: number[] = []
    let limitedAt = 0
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      times.push(performance.now())
      if (times.length !== 40) return app(req, res)
      limitedAt = performance.now()
      res.writeHead(429, { 'Retry-After': '1' }).end()
    }
    await using service = await startService({ wrap })
    const target = { url: service.url, tokens: { token: await service.token() }, mayWrite: true, isMock: false }
    const suite = { seed: 1, perFamily: 20, sequences: 1, skip: [], only: ['valid requests'] }
    expect(formatFailures(await runSuite({ ...target, timeoutMs: 5_000 }, suite))).toBe('')
    // The other seven connections may have sent one more request each.
    const during = times.filter((time) => time > limitedAt && time < limitedAt + 900)
    expect(during.length).toBeLessThanOrEqual(7)
    expect(times.length).toBeGreaterThan(60)
  })
})
