// The short form of `make contract`.
import { expect, it } from 'vitest'
import { readSeed } from '../../stack/test/support/read-settings.ts'
import { waitMs } from '../../stack/test/support/wait.ts'
import { formatFailures } from '../../stack/tester/report.ts'
import { runSuite } from '../../stack/tester/suite.ts'
import { startTargets } from './targets.ts'

// The next target compares the service over PostgreSQL with that over SQLite, which therefore needs no run of its own.
const [, ...targets] = await startTargets()

const seed = readSeed()

it.each(targets)(`$name keeps the contract (SEED=${seed})`, async ({ options, coverage, ...target }) => {
  // stack/test/server/store/random-lists.test.ts tests that the mock lists each value like the other stores.
  const skip = coverage ? target.skip : [...target.skip, 'histories with each value']
  const result = await runSuite(
    { ...options, timeoutMs: waitMs },
    { seed, perCategory: 1, statefulTests: 1, coverage, skip },
  )
  expect(formatFailures(result)).toBe('')
  expect(result.undeletedItems).toEqual([])
  expect(result.cases.length).toBeGreaterThan(150)
  // A mock without state skips the tests that need a plant.
  if (!options.isMock) expect(result.skipped.filter(({ reason }) => reason !== 'excluded by SKIP')).toEqual([])
})
