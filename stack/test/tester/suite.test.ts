// The suite finds what is wrong with a broken service, leaves the target as it was, and only reads where it must not write.
import { afterAll, describe, expect, it } from 'vitest'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite, type SuiteOptions } from '../../tester/suite.ts'
import type { TargetOptions } from '../../tester/target.ts'
import { violations } from '../support/broken-services.ts'
import { cleanUp } from '../support/folder.ts'
import { startFront } from '../support/front.ts'
import { rooms } from '../support/rooms.ts'
import { json, type Service, type ServiceOptions, startMock, startService } from '../support/service.ts'
import { lampsContract as contract } from '../support/tested-contract.ts'
import { newCallers } from '../support/tokens.ts'
import { waitMs } from '../support/wait.ts'

afterAll(cleanUp)

const small: SuiteOptions = { seed: 20251120, perFamily: 3, sequences: 3, skip: [] }

async function targetOf({ url, folder }: Service): Promise<TargetOptions> {
  return {
    contract,
    url,
    tokens: await (await newCallers(folder, { ...rooms.contract, scopes: contract.scopes }))(),
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
    const target = await targetOf(service)
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
    const target = await targetOf(service)
    const { token = '', neighbourToken = '' } = target.tokens
    for (const [name, owner] of Object.entries({ Desk: token, Wall: token, Floor: neighbourToken })) {
      const headers = { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' }
      await service.request('/lamps', { ...json({ name }), headers })
    }
    const listOf = async (owner: string) =>
      (await service.request('/lamps', { headers: { Authorization: `Bearer ${owner}` } })).json()
    const list = async () => [...(await listOf(token)), ...(await listOf(neighbourToken))]
    const before = await list()
    expect(before).toHaveLength(3)
    const only = ['valid requests', 'an item that does not exist', 'items of another caller', 'sequences']
    expect(failedCases(await runSuite(target, { ...small, only }))).toEqual([])
    expect(await list()).toEqual(before)
  })

  it('says what is wrong with the target: its path, that it is not a mock, or its lamps', async () => {
    await using service = await startService()
    const target = await targetOf(service)
    await expect(runSuite({ ...target, url: `${service.url}/api` }, small)).rejects.toThrow(
      `${service.url}/api has no /lamps (404). Correct the path of the URL.`,
    )
    await expect(runSuite({ ...target, isMock: true }, small)).rejects.toThrow(
      /^MOCK=1 is for a mock that stores nothing/,
    )
    expect(await (await service.request('/lamps')).json()).toEqual([])
    await using mock = await startMock({ stateful: true })
    const headers = { Authorization: `Bearer ${target.tokens.token}`, 'Content-Type': 'application/json' }
    await service.request('/lamps', { ...json({ name: 'Desk' }), headers })
    await expect(runSuite({ ...target, compare: mock.url }, small)).rejects.toThrow(
      `The caller of TOKEN has items in /lamps at ${service.url}. For COMPARE, use callers without items.`,
    )
  })

  it('takes as many requests with 500 lamps as with none, and keeps them', async () => {
    let requests = 0
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      requests++
      app(req, res)
    }
    await using service = await startService({ wrap })
    const suite = { ...small, only: ['list during writes', 'limits', 'random sequences'] }
    const run = async () => {
      requests = 0
      const target = {
        contract,
        url: service.url,
        tokens: { token: await service.token() },
        mayWrite: true,
        isMock: false,
      }
      expect(formatFailures(await runSuite({ ...target, timeoutMs: waitMs }, suite))).toBe('')
      return requests
    }
    const before = await run()
    await Promise.all(Array.from({ length: 500 }, () => service.request('/lamps', json({ name: 'Desk' }))))
    expect(await run()).toBeLessThan(before * 1.1)
    const page = await (await service.request('/lamps?limit=100')).json()
    expect(page.map(({ name }: { name: string }) => name)).toEqual(Array(100).fill('Desk'))
  })

  it('sends no writing request without permission, and tells what it skipped', async () => {
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

  it('with the same seed, sends the same requests, which a service with three lamps passes', async () => {
    await using service = await startService()
    for (const name of ['Desk', 'Wall', 'Floor']) await service.request('/lamps', json({ name }))
    const target = {
      contract,
      url: service.url,
      tokens: { token: await service.token() },
      mayWrite: false,
      isMock: false,
    }
    const [first, second] = await Array.fromAsync([1, 1], async (seed) => {
      const result = await runSuite({ ...target, timeoutMs: waitMs }, { ...small, seed })
      expect(formatFailures(result)).toBe('')
      return result.cases.map(({ request }) => request.replace(/[0-9a-f-]{36}/g, '…'))
    })
    expect(second).toEqual(first)
  })

  it('waits as a 429 says, and sends the request again', async () => {
    const times: number[] = []
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      times.push(performance.now())
      if (times.length === 40) res.writeHead(429, { 'Retry-After': '1' }).end()
      else app(req, res)
    }
    await using service = await startService({ wrap })
    const result = await runSuite(await targetOf(service), { ...small, perFamily: 20, only: ['valid requests'] })
    expect(formatFailures(result)).toBe('')
    const [limited = 0, next = 0] = times.slice(39)
    expect(next - limited).toBeGreaterThan(900)
  })
})
