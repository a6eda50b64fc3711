// The suite that `make contract` runs: on the service and on the mock it finds nothing, on broken services what is broken.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { freePort, run } from '../../support/process.ts'
import { type Service, type ServiceOptions, startMock, startService } from '../../support/service.ts'
import { tokensOf } from '../requests/tokens.ts'
import { readSeed } from '../seed.ts'
import { broken } from './broken.ts'
import { type Check, checks } from './checks.ts'
import { type Conformance, conform, type Suite } from './conformance.ts'
import { failures, printedFailures, rowsOf } from './report.ts'
import type { TargetOptions } from './target.ts'

const fixedSeed = 20251120
const every = Object.keys(checks)
const foreign = await developmentIssuer(await newFolder())
afterAll(cleanUp)

async function optionsFor({ url, folder }: Pick<Service, 'url' | 'folder'>): Promise<TargetOptions> {
  return { url, tokens: await tokensOf(folder, foreign), mayWrite: true, keepsNothing: false, deadlineMs: 5_000 }
}

const failedChecks = (found: Conformance) =>
  rowsOf(found)
    .filter(({ failed }) => failed > 0)
    .map(({ check }) => check)
const small: Suite = { seed: fixedSeed, perFamily: 1, sequences: 3, skip: [] }

describe('the service keeps the contract', () => {
  it.each([
    ['always the same', fixedSeed],
    ['others each time', readSeed()],
  ])('on requests and sequences that are %s', { timeout: 60_000 }, async (_which, seed) => {
    console.log(`Conformance with SEED=${seed}`)
    await using service = await startService()
    const found = await conform(await optionsFor(service), { ...small, seed, perFamily: 8, sequences: 8 })
    expect(printedFailures(found)).toBe('')
    expect(found.leftOut).toEqual([])
    expect(rowsOf(found).filter(({ lookedAt }) => lookedAt === 0)).toEqual([])
    expect(service.internalErrors).toEqual([])
  })

  it('and has no plant more or less afterwards', async () => {
    await using service = await startService()
    const options = await optionsFor(service)
    const headers = { Authorization: `Bearer ${options.tokens.token}`, 'Content-Type': 'application/json' }
    const list = async () => (await service.request('/plants', { headers })).json()
    for (const name of ['Fern', 'Moss']) {
      await service.request('/plants', { method: 'POST', headers, body: JSON.stringify({ name }) })
    }
    const before = await list()
    expect(before).toHaveLength(2)
    expect(printedFailures(await conform(options, { ...small, perFamily: 4 }))).toBe('')
    expect(await list()).toEqual(before)
  })
})

it('the mock keeps the contract, as far as one can that keeps nothing', async () => {
  await using mock = await startMock()
  const options = { url: mock.url, tokens: { token: 'any' }, mayWrite: true, keepsNothing: true, deadlineMs: 5_000 }
  const found = await conform(options, { ...small, perFamily: 4 })
  expect(printedFailures(found)).toBe('')
  expect(found.trials.length).toBeGreaterThan(120)
})

it('who only reads changes nothing, and is told what was not asked', async () => {
  const written: string[] = []
  const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? '')) written.push(`${req.method} ${req.url}`)
    app(req, res)
  }
  await using service = await startService({ wrap })
  const options = await optionsFor(service)
  const { trials, leftOut } = await conform({ ...options, mayWrite: false }, { ...small, perFamily: 3 })
  expect(written).toEqual([])
  expect(trials.length).toBeGreaterThan(30)
  expect(leftOut).toEqual(expect.arrayContaining([expect.stringContaining('WRITE=1')]))
})

describe('a broken service is found out:', () => {
  it.each(every)('%s', { timeout: 60_000 }, async (name) => {
    // The names are those of the table.
    const check = name as Check
    await using service = await startService(broken[check])
    const isSlow = check === 'max_response_time'
    const suite = { ...small, ...(isSlow ? { sequences: 1 } : { perFamily: 3 }) }
    const found = await conform({ ...(await optionsFor(service)), deadlineMs: isSlow ? 500 : 5_000 }, suite)
    expect(failedChecks(found)).toContain(check)
    expect(failures(found)[0]?.told).not.toMatch(/eyJ/)
  })
})

describe('make contract', () => {
  const command = (settings: Record<string, string>) =>
    run(process.execPath, ['test/proof/conformance/run.ts'], {
      settings: { REQUESTS: '1', SEQUENCES: '1', ...settings },
      timeoutMs: 60_000,
    })

  it('ends with 1, a table and a JUnit file where the contract is not kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-'))
    await using service = await startService(broken.response_headers_conformance)
    const JUNIT = join(folder, 'report.xml')
    const settings = { URL: `${service.url}/`, TOKEN: await service.token(), WRITE: '1', JUNIT }
    const { code, stdout } = await command(settings)
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/response_headers_conformance +\d+ +[1-9]/),
    })
    expect(stdout).not.toContain(settings.TOKEN)
    const report = await readFile(JUNIT, 'utf8')
    expect(report).toMatch(
      /<testcase classname="boundaries and faults" name="[^"]+"><failure message="response_headers_conformance">/,
    )
    expect(report).not.toContain(settings.TOKEN)
    await rm(folder, { recursive: true })
  })

  it.each([
    ['URL is no address', { URL: 'plants.example' }, 'URL=plants.example is no address: give http://… or https://…'],
    [
      'there is no token',
      { URL: 'http://127.0.0.1:1' },
      'TOKEN is missing: get one from your operator, or from make -s token.',
    ],
    ['SEED is no number', { SEED: 'x' }, 'SEED=x is no number: give plain decimal digits.'],
  ])('ends with 2 and says what to do where %s', async (_what, settings, says) => {
    expect(await command(settings)).toMatchObject({ code: 2, stderr: `${says}\n` })
  })

  it('ends with 2 where nobody answers', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await command({ URL: url, TOKEN: 'any' })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${url} does not answer`) })
  })
})
