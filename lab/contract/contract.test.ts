// The short form of `make contract`.
import { expect, it } from 'vitest'
import { readSeed } from '../../stack/test/support/read-settings.ts'
import { waitMs } from '../../stack/test/support/wait.ts'
import { formatFailures } from '../../stack/tester/report.ts'
import { runSuite } from '../../stack/tester/suite.ts'
import { startTargets } from './targets.ts'

// The service over SQLite is part of the next target: it must respond as that one.
const [, ...targets] = await startTargets()

const seed = readSeed()

it.each(targets)(`$name keeps the contract (SEED=${seed})`, async ({ options, coverage, ...target }) => {
  // The store of the mock lists each value as the others do: stack/test/server/store/random-lists.test.ts.
  const skip = coverage ? target.skip : [...target.skip, 'histories with each value']
  const result = await runSuite(
    { ...options, timeoutMs: waitMs },
    { seed, perCategory: 1, statefulTests: 1, coverage, skip },
  )
  expect(formatFailures(result)).toBe('')
  expect(result.left).toEqual([])
  expect(result.cases.length).toBeGreaterThan(150)
  // A mock that stores nothing leaves out what needs a plant.
  if (!options.isMock) expect(result.skipped.filter(({ reason }) => reason !== 'SKIP names it')).toEqual([])
})
