// The suite finds what is wrong with a broken service, leaves the target as it was, and only reads where it must not write.
import { afterAll, describe, expect, it } from 'vitest'
import { type Check, checks } from '../../../tools/contract-tester/checks.ts'
import { failedCases, formatFailures, rowsOf } from '../../../tools/contract-tester/report.ts'
import { runSuite, type SuiteOptions } from '../../../tools/contract-tester/suite.ts'
import type { TargetOptions } from '../../../tools/contract-tester/target.ts'
import { callersOf } from '../../proof/implementations.ts'
import { brokenServices } from '../../support/broken-services.ts'
import { cleanUp } from '../../support/folder.ts'
import { json, type Service, type ServiceOptions, startMock, startService } from '../../support/service.ts'

afterAll(cleanUp)

const small: SuiteOptions = { seed: 20251120, perFamily: 3, sequences: 3, skip: [] }

/** Where a violation is found soonest. Default: anywhere. */
const foundBy: Partial<Record<Check, string>> = {
  max_response_time: 'retry of a creation',
  response_headers_conformance: 'an entity tag that is not current',
  use_after_free: 'deletions',
  ensure_resource_availability: 'changes',
  idempotency_conformance: 'retry of a creation',
  ownership: 'plants of another caller',
  lost_update: 'changes with the same If-Match',
}

async function targetOf({ url, folder }: Service): Promise<TargetOptions> {
  return { url, tokens: await (await callersOf(folder))(), mayWrite: true, isMock: false, timeoutMs: 5_000 }
}

describe('runSuite', () => {
  it.each(Object.keys(checks) as Check[])('finds a service that breaks %s', { timeout: 60_000 }, async (check) => {
    await using service = await startService(brokenServices[check])
    const isSlow = check === 'max_response_time'
    const only = foundBy[check]
    const suite = { ...small, ...(only && { only: [only] }), coverage: check === 'documented_coverage' }
    // It has another text than the mock.
    await using mock = check === 'same_response' ? await startMock({ stateful: true }) : undefined
    const found = new AbortController()
    const result = await runSuite(
      { ...(await targetOf(service)), timeoutMs: isSlow ? 2_000 : 5_000, ...(mock && { compare: mock.url }) },
      { ...suite, signal: found.signal },
      ({ findings }) => findings.some((finding) => finding.check === check) && found.abort('found'),
    )
    expect(rowsOf(result).find((row) => row.check === check)?.failed).toBeGreaterThan(0)
    expect(failedCases(result)[0]?.request).not.toMatch(/eyJ/)
  })

  it('leaves the plants of both callers as they were', { timeout: 60_000 }, async () => {
    await using service = await startService()
    const target = await targetOf(service)
    const { token = '', neighbourToken = '' } = target.tokens
    for (const [name, owner] of Object.entries({ Fern: token, Moss: token, Ivy: neighbourToken })) {
      const headers = { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' }
      await service.request('/plants', { ...json({ name }), headers })
    }
    const listOf = async (owner: string) =>
      (await service.request('/plants', { headers: { Authorization: `Bearer ${owner}` } })).json()
    const list = async () => [...(await listOf(token)), ...(await listOf(neighbourToken))]
    const before = await list()
    expect(before).toHaveLength(3)
    expect(failedCases(await runSuite(target, small))).toEqual([])
    expect(await list()).toEqual(before)
  })

  it('says what is wrong with the target: its path, or that it is not a mock', async () => {
    await using service = await startService()
    const target = await targetOf(service)
    await expect(runSuite({ ...target, url: `${service.url}/api` }, small)).rejects.toThrow(
      `${service.url}/api has no /plants (404). Correct the path of the URL.`,
    )
    await expect(runSuite({ ...target, isMock: true }, small)).rejects.toThrow(
      /^MOCK=1 is for a mock that stores nothing/,
    )
    expect(await (await service.request('/plants')).json()).toEqual([])
  })

  it('compares only callers without plants', async () => {
    await using service = await startService()
    await using mock = await startMock({ stateful: true })
    const target = { ...(await targetOf(service)), compare: mock.url }
    const headers = { Authorization: `Bearer ${target.tokens.token}`, 'Content-Type': 'application/json' }
    await service.request('/plants', { ...json({ name: 'Fern' }), headers })
    await expect(runSuite(target, small)).rejects.toThrow(
      `The caller of TOKEN has plants at ${service.url}. For COMPARE, use callers without plants.`,
    )
  })

  it('takes as many requests with 500 plants as with none, and keeps them', { timeout: 60_000 }, async () => {
    let requests = 0
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      requests++
      app(req, res)
    }
    await using service = await startService({ wrap })
    const suite = { ...small, only: ['list during writes', 'default limit', 'random sequences'] }
    const run = async () => {
      requests = 0
      const target = { url: service.url, tokens: { token: await service.token() }, mayWrite: true, isMock: false }
      expect(formatFailures(await runSuite({ ...target, timeoutMs: 5_000 }, suite))).toBe('')
      return requests
    }
    const before = await run()
    await Promise.all(Array.from({ length: 500 }, () => service.request('/plants', json({ name: 'Fern' }))))
    expect(await run()).toBeLessThan(before * 1.1)
    const page = await (await service.request('/plants?limit=100')).json()
    expect(page.map(({ name }: { name: string }) => name)).toEqual(Array(100).fill('Fern'))
  })

  it('sends no writing request without permission, and tells what it skipped', { timeout: 60_000 }, async () => {
    const writes: string[] = []
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? '')) writes.push(`${req.method} ${req.url}`)
      app(req, res)
    }
    await using service = await startService({ wrap })
    const { cases, skipped } = await runSuite({ ...(await targetOf(service)), mayWrite: false }, small)
    expect(writes).toEqual([])
    expect(cases.length).toBeGreaterThan(30)
    expect(skipped.map(({ reason }) => reason)).toContain('only with WRITE=1')
  })

  it('only reading, passes on a service with three plants', { timeout: 60_000 }, async () => {
    await using service = await startService()
    for (const name of ['Fern', 'Moss', 'Ivy']) await service.request('/plants', json({ name }))
    const tokens = { token: await service.token() }
    for (const seed of [1, 2]) {
      const target = { url: service.url, tokens, mayWrite: false, isMock: false, timeoutMs: 5_000 }
      const result = await runSuite(target, { ...small, seed })
      expect({ seed, failures: formatFailures(result) }).toEqual({ seed, failures: '' })
    }
  })
})
