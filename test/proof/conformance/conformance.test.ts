// The short form of `make contract`: service and mock keep the contract.
import { afterAll, describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { printFailures, rowsOf } from '../../../tools/contract-tester/report.ts'
import { runSuite, type SuiteOptions } from '../../../tools/contract-tester/suite.ts'
import { engines } from '../../support/engines.ts'
import { cleanUp } from '../../support/folder.ts'
import { startMock, startService, startStatefulMock } from '../../support/service.ts'
import { callersOf } from '../implementations.ts'

afterAll(cleanUp)

const fixedSeed = 20251120
const suite: SuiteOptions = { seed: fixedSeed, perFamily: 4, sequences: 3, skip: [] }

describe('the service keeps the contract', { timeout: 60_000 }, () => {
  it.each([
    ['SQLite', 'that are always the same', fixedSeed],
    ['SQLite', 'that are random', readSeed()],
    ['PostgreSQL', 'that are random', readSeed()],
  ] as const)('over %s, on requests and sequences %s (SEED=%i)', async (engine, _, seed) => {
    await using service = await startService({ settings: await engines[engine]() })
    const target = { url: service.url, tokens: await (await callersOf(service.folder))(), timeoutMs: 5_000 }
    const options = { ...suite, seed }
    const result = await runSuite({ ...target, mayWrite: true, isMock: false }, options)
    expect(printFailures(result)).toBe('')
    expect(result.skipped).toEqual([])
    expect(rowsOf(result).filter(({ checked }) => checked === 0)).toEqual([])
    expect(service.internalErrors).toEqual([])
  })
})

it('the mock with state keeps the contract, except that it verifies no token', async () => {
  await using mock = await startStatefulMock({})
  const target = { url: mock.url, tokens: { token: 'any', neighbourToken: 'other' }, mayWrite: true, isMock: false }
  const result = await runSuite({ ...target, timeoutMs: 5_000 }, { ...suite, skip: ['a token that is not valid'] })
  expect(printFailures(result)).toBe('')
  expect(result.left).toEqual([])
})

it('the mock keeps the contract, as far as it can without storing anything', { timeout: 60_000 }, async () => {
  await using mock = await startMock()
  const target = { url: mock.url, tokens: { token: 'any' }, mayWrite: true, isMock: true, timeoutMs: 5_000 }
  const result = await runSuite(target, suite)
  expect(printFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(120)
})
