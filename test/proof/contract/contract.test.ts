// The short form of `make contract`.
import { afterAll, expect, it } from 'vitest'
import { formatFailures } from '../../../tools/contract-tester/report.ts'
import { runSuite } from '../../../tools/contract-tester/suite.ts'
import { readSeed } from '../../../tools/environment.ts'
import { cleanUp } from '../../support/folder.ts'
import { waitMs } from '../../support/wait.ts'
import { startTargets } from './targets.ts'

const targets = await startTargets()
afterAll(cleanUp)

const runs = targets.map((target) => ({ ...target, seed: readSeed() }))

it.each(runs)('$name keeps the contract (SEED=$seed)', async ({ options, coverage, skip, seed }) => {
  const result = await runSuite({ ...options, timeoutMs: waitMs }, { seed, perFamily: 4, sequences: 3, coverage, skip })
  expect(formatFailures(result)).toBe('')
  expect(result.left).toEqual([])
  expect(result.cases.length).toBeGreaterThan(200)
  // A mock that stores nothing leaves out what needs a plant.
  if (!options.isMock) expect(result.skipped.map(({ name }) => name)).toEqual(skip)
})
