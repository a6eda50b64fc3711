// One run with its reports: the cases that fail and the lamps that stay.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failedCases } from '../../tester/report.ts'
import { exitCodeOf, runAndReport } from '../../tester/run.ts'
import { type RunSettings, readRunSettings } from '../../tester/settings.ts'
import { cleanUp, newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startFront } from '../support/front.ts'
import { type ServiceOptions, startService } from '../support/service.ts'
import { lampsContract as contract } from '../support/tested-contract.ts'

let printed: string[] = []

beforeEach(() => {
  printed = []
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((text) => void printed.push(String(text)))
  }
})
afterEach(() => vi.restoreAllMocks())
afterAll(cleanUp)

async function settingsFor(values: Record<string, string>): Promise<RunSettings> {
  const folder = await newFolder()
  return readRunSettings(contract, { SEED: '1', ...values, JUNIT: join(folder, 'reports/contract.xml') })
}

it.each([
  ['reading', /^GET \/lamps\/\S/, 'GET', false],
  ['creating', /^POST/, 'POST', true],
])('a slow response to %s is one failed case', async (_, fits, method, mayBeLeft) => {
  let count = 0
  const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
    const isSlow = fits.test(`${req.method} ${req.url}`) && ++count === 5
    setTimeout(() => app(req, res), isSlow ? 3_000 : 0)
  }
  await using service = await startService({ wrap })
  const settings = await settingsFor({ ONLY: 'random sequences', SEQUENCES: '8', DEADLINE_MS: '1000' })
  const target = { contract, url: service.url, tokens: { token: await service.token() }, mayWrite: true, isMock: false }
  const result = await runAndReport(target, settings)
  expect(result.cases).toHaveLength(8)
  expect(failedCases(result).map(({ findings }) => findings)).toEqual([
    [
      {
        check: 'max_response_time',
        message: 'no response within 1000 ms',
        request: expect.stringMatching(new RegExp(`^${method} /lamps\\S* HTTP/1.1\n[\\s\\S]*\n→ no response$`)),
      },
    ],
  ])
  expect(await readFile(settings.junitFile, 'utf8')).toContain('<failure type="max_response_time"')
  const report = printed.join('\n')
  const message = '1 request that creates an item got no response. It may have left an item.'
  expect(report.includes(message)).toBe(mayBeLeft)
  if (!mayBeLeft) expect(await (await service.request('/lamps')).json()).toEqual([])
})

it('a run that checks nothing is not a success', async () => {
  expect(await exitCodeOf(async () => [{ cases: [], skipped: [] }])).toBe(2)
})

/** A service that accepts `limit=101`. */
function withLargeLimit(): ServiceOptions {
  const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
    req.url = req.url?.replace(/limit=101\b/, 'limit=100') ?? ''
    app(req, res)
  }
  return { wrap }
}

it('the requests in the output have the path of URL', async () => {
  await using service = await startService(withLargeLimit())
  await using front = await startFront(service.url, { request: (text) => text.replace('/api/lamps', '/lamps') })
  const settings = await settingsFor({ ONLY: 'invalid parameter values,OPTIONS' })
  const target = {
    contract,
    url: `${front.url}/api/`,
    tokens: { token: await service.token() },
    mayWrite: true,
    isMock: false,
  }
  const result = await runAndReport(target, settings)
  expect(failedCases(result).map(({ name }) => name)).toContain('invalid parameter values')
  expect(printed.join('\n')).toContain('    | GET /api/lamps?')
})

describe('a target that cannot be tested', () => {
  it.each(['TOKEN', 'OTHER_TOKEN'])('because it refuses %s', async (name) => {
    await using service = await startService()
    const token = await service.token()
    const tokensOf = name === 'TOKEN' ? { token: 'old' } : { token, neighbourToken: 'old' }
    const target = { contract, url: service.url, tokens: tokensOf, mayWrite: true, isMock: false }
    const settings = await settingsFor({})
    expect(await exitCodeOf(async () => [await runAndReport(target, settings)])).toBe(2)
    const message = `The service refuses ${name} with 401: .+ Set it to a valid token with rooms:read and rooms:write.`
    expect(printed.at(-1)).toMatch(new RegExp(`^${message}$`))
    expect(service.log.length).toBeLessThan(5)
    expect(await readFile(settings.junitFile, 'utf8')).toContain(`The service refuses ${name} with 401`)
  })

  it.each([
    ['http://127.0.0.1', 'ECONNREFUSED'],
    ['http://[::1]', 'ECONNREFUSED|EADDRNOTAVAIL'],
    ['https://127.0.0.1', 'ECONNREFUSED'],
    ['https://[::1]', 'ECONNREFUSED|EADDRNOTAVAIL'],
  ])('because there is no response from %s', async (host, reason) => {
    const url = `${host}:${await freePort()}`
    const settings = await settingsFor({})
    const target = { contract, url, tokens: { token: 'any' }, mayWrite: false, isMock: false }
    expect(await exitCodeOf(async () => [await runAndReport(target, settings)])).toBe(2)
    expect(printed.at(-1)).toMatch(new RegExp(`^No response from .+: .+(?:${reason}).+ Check that it is running.$`))
  })
})
