import { hash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'

const tooMany = 'too-many-requests'

describe('with RATE_LIMIT_PER_MINUTE=3, the service', async () => {
  const service = await sharedService({ settings: { RATE_LIMIT_PER_MINUTE: '3' } })
  const listAs = (subject: string, headers = {}) => createCaller(service, subject).send('GET', '/lamps', { headers })

  it('returns the remaining requests of each limit, and 429 to the fourth request of a caller', async () => {
    const { headers } = await listAs('ann')
    expect(headers.get('RateLimit')).toMatch(/^"address"; r=29; t=\d+, "caller"; r=2; t=\d+$/)
    expect(headers.get('RateLimit-Policy')).toMatch(/^"address"; q=30; w=60; pk=.*, "caller"; q=3; w=60; pk=/)
    expect([(await listAs('ann')).status, (await listAs('ann')).status]).toEqual([200, 200])
    const refused = await listAs('ann')
    const seconds = Number(refused.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    const detail = `Too many requests from this caller. Retry in ${seconds} seconds.`
    await expectProblem(refused, tooMany, { detail })
  })

  it('checks the limit of a caller after the scope and before the rest of the request', async () => {
    for (let count = 0; count < 3; count++) await listAs('dora')
    await expectProblem(await listAs('dora', { Accept: 'text/html' }), tooMany)
    const writer = createCaller(service, 'dora', 'rooms:write')
    await expectProblem(await writer.send('GET', '/lamps'), 'insufficient-scope')
  })

  it('checks the limit of an address before everything else', async () => {
    let status = 401
    for (let count = 0; count < 40 && status === 401; count++)
      status = (await listAs('ann', { Authorization: 'none' })).status
    expect(status).toBe(429)
    const { detail } = await expectProblem(await listAs('erik'), tooMany)
    expect(detail).toMatch(/^Too many requests from this address\./)
  })

  it('counts unknown paths, OPTIONS and pages for the address', async () => {
    await using limited = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '1' } })
    const requests = [['GET', '/nowhere'], ['OPTIONS', '/lamps'], ...Array(8).fill(['GET', '/docs'])]
    const headers = { Origin: new URL(limited.url).origin }
    for (const [index, [method, path]] of requests.entries()) {
      const response = await limited.request(path, { method, headers })
      expect(response.headers.get('RateLimit')).toMatch(`"address"; r=${9 - index};`)
    }
    const refused = await limited.request('/docs', { headers })
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(headers.Origin)
    await expectProblem(refused, tooMany)
  })
})

it('the partition key of an address is different after a restart, and is no plain hash of the address', async () => {
  const policies = async () => {
    await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '1' } })
    const responses = ['192.0.2.1', '192.0.2.2', '192.0.2.1'].map((address) =>
      service.request('/nowhere', { headers: { 'X-Forwarded-For': address } }),
    )
    return (await Promise.all(responses)).map(({ headers }) => headers.get('RateLimit-Policy') ?? '')
  }
  const [first = '', second, third] = await policies()
  expect(first).toMatch(/^"address"; q=100; w=60; pk=:[\w+/]{16}:$/)
  expect(second).not.toBe(first)
  expect(third).toBe(first)
  const guess = hash('sha256', '192.0.2.1', 'base64')
  expect(first).not.toContain(guess.slice(0, 12))
  expect(await policies()).not.toContain(first)
})

it.each([
  ['is the peer, whatever X-Forwarded-For says', '', ['192.0.2.1', '192.0.2.2'], ['99', '98']],
  ['is the last in X-Forwarded-For', '1', ['192.0.2.1', '192.0.2.1, 192.0.2.2', '192.0.2.1'], ['99', '99', '98']],
  ['has no port', '1', ['192.0.2.1:1000', '192.0.2.1', '[2001:db8::1]:80', '2001:db8::1'], ['99', '98', '99', '98']],
  ['comes from a trusted proxy', '127.0.0.1', ['192.0.2.1', '192.0.2.2'], ['99', '99']],
  ['is an IPv6 network', '1', ['2001:db8::1', '2001:db8::2', '2001:db8:1::1'], ['99', '98', '99']],
])('the address that a limit counts %s: TRUST_PROXY=%s, %j', async (_what, TRUST_PROXY, forwarded, remaining) => {
  await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '10', TRUST_PROXY } })
  const received: unknown[] = []
  for (const address of forwarded) {
    const headers = { Authorization: 'none', 'X-Forwarded-For': address }
    const response = await service.request('/lamps', { headers })
    received.push(/"address"; r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1])
  }
  expect(received).toEqual(remaining)
})

it.each([-3_600_000, 3_600_000])('a clock that is set by %i ms does not change the limit', async (shift) => {
  await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '1' } })
  expect((await service.request('/lamps')).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift })
  const refused = await service.request('/lamps').finally(() => vi.useRealTimers())
  await expectProblem(refused, tooMany)
  const seconds = Number(refused.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
})
