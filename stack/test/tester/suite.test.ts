// The suite finds what is wrong with a broken service, leaves the target as it was, and only reads where it must not write.
import { afterAll, describe, expect, it } from 'vitest'
import { failedCases } from '../../tester/report.ts'
import { runSuite, type SuiteOptions } from '../../tester/suite.ts'
import type { TargetOptions } from '../../tester/target.ts'
import { violations } from '../support/broken-services.ts'
import { cleanUp } from '../support/folder.ts'
import { startFront } from '../support/front.ts'
import { json, type Service, type ServiceOptions, startMock, startService } from '../support/service.ts'
import { lampsContract as contract, lampsTokens } from '../support/tested-contract.ts'
import { waitMs } from '../support/wait.ts'

afterAll(cleanUp)

const small: SuiteOptions = { seed: 20251120, perFamily: 3, sequences: 3, skip: [] }

async function getTarget({ url, folder }: Service): Promise<TargetOptions> {
  return {
    contract,
    url,
    tokens: await lampsTokens(folder),
    mayWrite: true,
    isMock: false,
    timeoutMs: waitMs,
  }
}

describe('runSuite', () => {
  it.each(Object.entries(violations))('finds a service that breaks %s', async (check, { foundBy, changes }) => {
    await using service = await startService()
    // It has another text than the mock.
    await using mock = check === 'same_response' ? await startMock({ stateful: true }) : undefined
    const target = await getTarget(service)
    await using front = await startFront(service.url, changes(target.tokens.token ?? ''))
    const timeoutMs = check === 'max_response_time' ? 2_000 : waitMs
    const options = { ...target, url: front.url, timeoutMs, ...(mock && { compare: mock.url }) }
    const found = new AbortController()
    const coverage = check === 'documented_coverage'
    const result = await runSuite(
      options,
      { ...small, sequences: 10, coverage, only: [foundBy], signal: found.signal },
      ({ findings }) => findings.some((finding) => finding.check === check) && found.abort('found'),
    )
    expect(result.cases.flatMap(({ findings }) => findings).map((finding) => finding.check)).toContain(check)
    expect(failedCases(result)[0]?.request).not.toMatch(/eyJ/)
  })

  it('leaves the lamps of both callers as they were', async () => {
    await using service = await startService()
    const target = await getTarget(service)
    const { token = '', otherCallerToken = '' } = target.tokens
    for (const [name, owner] of Object.entries({ Desk: token, Wall: token, Floor: otherCallerToken })) {
      const headers = { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' }
      await service.request('/lamps', { ...json({ name }), headers })
    }
    const toList = async (owner: string) =>
      (await service.request('/lamps', { headers: { Authorization: `Bearer ${owner}` } })).json()
    const list = async () => [...(await toList(token)), ...(await toList(otherCallerToken))]
    const before = await list()
    expect(before).toHaveLength(3)
    const only = ['valid requests', 'an item that does not exist', 'items of another caller', 'sequences']
    expect(failedCases(await runSuite(target, { ...small, only }))).toEqual([])
    expect(await list()).toEqual(before)
  })

  it('sends no writing request without permission, and tells what it skipped', async () => {
    const writes: string[] = []
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? '')) writes.push(`${req.method} ${req.url}`)
      app(req, res)
    }
    await using service = await startService({ wrap })
    const { cases, skipped } = await runSuite({ ...(await getTarget(service)), mayWrite: false }, small)
    expect(writes).toEqual([])
    expect(cases.length).toBeGreaterThan(30)
    expect(skipped.map(({ reason }) => reason)).toContain('only with WRITE=1')
  })
})
