// All test cases of a run in their order: requests, invariants and histories.
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { runRequest } from './cases.ts'
import type { TestCase } from './checks.ts'
import { type Collection, getCollections, hasStandardMethods } from './contract/collections.ts'
import { needsToken } from './contract/operations.ts'
import { runInvariant } from './invariants/invariant.ts'
import { invariants } from './invariants/invariants.ts'
import { getCategories, type Selection, templatesFor } from './requests/categories.ts'
import type { CatalogueEntry } from './requests/template.ts'
import { valueOrReason } from './requests/values.ts'
import { runHistory, type Step } from './stateful-tests/history.ts'
import { historyOfManyItems, historyOfValues, randomHistory } from './stateful-tests/steps.ts'
import type { SystemUnderTest } from './system-under-test.ts'

interface HistoryTest extends CatalogueEntry {
  historyFor: (collection: Collection, index: number) => fc.Arbitrary<Step[]>
  /** Number of histories. Default: `statefulTests` of the run. */
  count?: number
}

export const histories: HistoryTest[] = [
  {
    name: 'histories with each value',
    sentence: 'Returns only … with exactly this …, compared by code points.',
    sends: 'items with values that are easily confused, and a list for each value of each parameter',
    accepts: 'the items of a model, in the order of the model',
    historyFor: historyOfValues,
    count: 1,
  },
  {
    name: 'histories with many items',
    sentence: 'returns at most `limit` …, in ascending order of `id`',
    sends: 'more items than fit on two pages, and lists with each pair of parameters',
    accepts: 'each item once, full pages, and the exact number',
    historyFor: historyOfManyItems,
    count: 1,
  },
  {
    name: 'random histories',
    sentence:
      'A … that exists during the whole iteration is listed exactly once, even if other … are created or deleted.',
    sends:
      'creations, retries, changes, deletions, conditional and invalid requests of two callers between the pages of lists with each pair of parameters',
    accepts: 'the state of a model at that moment',
    historyFor: randomHistory,
  },
]

export interface Job extends Pick<TestCase, 'phase' | 'name'> {
  run: (session: Session) => Promise<void>
  /** Whether its requests are sent to `URL` only, also with COMPARE. */
  isUncompared?: boolean
}

interface TestGroup extends Omit<Job, 'run'> {
  /** Returns the runs of the test cases, or the reason why there are none. @param omit Reports untested operations. */
  getRuns: (omit: (name: string, reason: string) => void) => Job['run'][] | string
}

function getTestGroups(system: SystemUnderTest, selection: Selection): TestGroup[] {
  const { contract } = system.options
  const { seed, statefulTests: numRuns } = selection
  const collections = getCollections(contract).filter(hasStandardMethods)
  const categories = getCategories(contract).map((category): TestGroup => {
    const getRuns: TestGroup['getRuns'] = (omit) => {
      const { templates, omitted } = templatesFor(category, system, selection)
      for (const [id, reason] of omitted) omit(`${category.name}: ${id}`, reason)
      if (templates.length === 0 && omitted.size === 0) return 'needs more tokens than are set, or WRITE=1'
      return templates.map((template) => (session) => runRequest(session, template, category.name))
    }
    return { phase: 'boundaries and negative cases', name: category.name, getRuns }
  })
  const invariantGroups = invariants.flatMap((invariant) =>
    collections.filter(invariant.fits).map((collection): TestGroup => {
      const getRuns = () => [(session: Session) => runInvariant(invariant, collection, session)]
      // Concurrent requests cannot be compared: their order is undefined.
      return { phase: 'invariants', name: `${invariant.name}: ${collection.path}`, getRuns, isUncompared: true }
    }),
  )
  const historyGroups = collections.flatMap((collection) =>
    histories.map(({ name, historyFor, count = numRuns }): TestGroup => {
      const getRuns: TestGroup['getRuns'] = (omit) => {
        const hasOneCaller = needsToken(collection.create) && system.values.otherCallerToken === undefined
        if (hasOneCaller) omit(`two callers of ${collection.path}`, 'needs OTHER_TOKEN')
        let hasFailed = false
        return Array.from({ length: Math.min(numRuns, count) }, (_, index) => async (session) => {
          const [steps = []] = fc.sample(historyFor(collection, index), { seed: seed + index, numRuns: 1 })
          await runHistory(session, collection, steps, !hasFailed)
          hasFailed ||= session.violations.length > 0
        })
      }
      // Without DELETE, the items of invariants remain in the lists of URL, but the second service does not have them.
      const isUncompared = collection.delete === undefined
      return { phase: 'stateful tests', name: `${name}: ${collection.path}`, getRuns, isUncompared }
    }),
  )
  return [...categories, ...invariantGroups, ...historyGroups]
}

export type SkippedTest = Pick<TestGroup, 'phase' | 'name'> & { reason: string }

export function* getJobs(system: SystemUnderTest, selection: Selection, skipped: SkippedTest[]): Generator<Job> {
  const { only, skip } = selection
  const { isMock, mayWrite } = system.options
  const matches = (name: string, texts: string[]) => texts.some((text) => name.includes(text))
  const noStateReason = isMock ? 'a mock stores nothing' : !mayWrite && 'only with WRITE=1'
  for (const { phase, name, getRuns, isUncompared = false } of getTestGroups(system, selection)) {
    const exclusion = only && !matches(name, only) ? 'not selected by ONLY' : matches(name, skip) && 'excluded by SKIP'
    const stateReason = phase !== 'boundaries and negative cases' && noStateReason
    const omit = (omitted: string, reason: string) => addSkipped(skipped, { phase, name: omitted, reason })
    const jobs = exclusion || stateReason || valueOrReason(() => getRuns(omit))
    if (typeof jobs === 'string') omit(name, jobs)
    else for (const run of jobs) yield { phase, name, run, isUncompared }
  }
}

export function addSkipped(skipped: SkippedTest[], { phase, name, reason }: SkippedTest): void {
  if (skipped.some((entry) => entry.name === name && entry.reason === reason)) return
  skipped.push({ phase, name, reason })
}
