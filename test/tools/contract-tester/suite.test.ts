// The suite finds what is wrong with a broken service, leaves the target as it was, and only reads where it must not write.
import { afterAll, describe, expect, it } from 'vitest'
import { type Check, checks } from '../../../tools/contract-tester/checks.ts'
import { failedCases, printFailures, rowsOf } from '../../../tools/contract-tester/report.ts'
import { runSuite, type SuiteOptions } from '../../../tools/contract-tester/suite.ts'
import type { TargetOptions } from '../../../tools/contract-tester/target.ts'
import { callersOf } from '../../proof/implementations.ts'
import { brokenServices } from '../../support/broken-services.ts'
import { cleanUp } from '../../support/folder.ts'
import { json, type Service, type ServiceOptions, startService } from '../../support/service.ts'

afterAll(cleanUp)

const small: SuiteOptions = { seed: 20251120, perFamily: 3, sequences: 3, skip: [] }

async function targetOf({ url, folder }: Service): Promise<TargetOptions> {
  return { url, tokens: await (await callersOf(folder))(), mayWrite: true, isMock: false, timeoutMs: 5_000 }
}

describe('runSuite', () => {
  it.each(Object.keys(checks) as Check[])('finds a service that breaks %s', { timeout: 60_000 }, async (check) => {
    await using service = await startService(brokenServices[check])
    const isSlow = check === 'max_response_time'
    const suite = isSlow ? { ...small, perFamily: 1, sequences: 1 } : small
    const found = new AbortController()
    const result = await runSuite(
      { ...(await targetOf(service)), timeoutMs: isSlow ? 2_000 : 5_000 },
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

  it('says what is wrong with the target: its path, or that it is no mock', async () => {
    await using service = await startService()
    const target = await targetOf(service)
    await expect(runSuite({ ...target, url: `${service.url}/api` }, small)).rejects.toThrow(
      `${service.url}/api has no /plants (404). Correct the path of URL.`,
    )
    await expect(runSuite({ ...target, isMock: true }, small)).rejects.toThrow(
      /^MOCK=1 is for a mock that stores nothing/,
    )
    expect(await (await service.request('/plants')).json()).toEqual([])
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
    for (const seed of [1, 2, 3]) {
      const target = { url: service.url, tokens, mayWrite: false, isMock: false, timeoutMs: 5_000 }
      const result = await runSuite(target, { ...small, seed, perFamily: 8 })
      expect({ seed, failures: printFailures(result) }).toEqual({ seed, failures: '' })
    }
  })
})
