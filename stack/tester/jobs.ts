// All test cases of a run, in their order: requests, then rules and sequences of requests.

import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { Caller } from './caller.ts'
import { runDraft } from './cases.ts'
import type { Phase, TestCase } from './checks.ts'
import { type Collection, getCollections, hasStandardMethods } from './contract/collections.ts'
import { needsToken } from './contract/operations.ts'
import type { TestedContract } from './contract/tested-contract.ts'
import { draftsFor, type Family, groupByFamily, type Selection } from './requests/families.ts'
import { orReason } from './requests/values.ts'
import { callerRules } from './rules/callers.ts'
import { entityTagRules } from './rules/entity-tags.ts'
import { idempotencyRules } from './rules/idempotency.ts'
import { itemRules } from './rules/items.ts'
import { listRules } from './rules/lists.ts'
import { runRule } from './rules/rule.ts'
import { sequencesOf } from './sequences.ts'
import type { Target } from './target.ts'

const requests: Phase = 'boundaries and violations'

const rules = [...itemRules, ...listRules, ...idempotencyRules, ...entityTagRules, ...callerRules]

export interface Job extends Pick<TestCase, 'phase' | 'name'> {
  run: (session: Session) => Promise<void>
  /** Whether its requests go to `URL` only. */
  isUncompared?: boolean
}

/** The cases of a group, or the reason why there are none. @param omit Reports what has no cases beside those. */
type JobsFor = (
  target: Target,
  selection: Selection,
  omit: (name: string, reason: string) => void,
) => Job['run'][] | string

interface Group extends Omit<Job, 'run'> {
  jobsFor: JobsFor
}

function getGroups(contract: TestedContract): Group[] {
  const collections = getCollections(contract).filter(hasStandardMethods)
  return [
    ...groupByFamily(contract).map((family) => ({ phase: requests, name: family.name, jobsFor: jobsOfFamily(family) })),
    ...rules.flatMap((rule) => {
      const fits = (one: Collection) => rule.fits(one) && !(rule.needsOtherCaller && !needsToken(one.create))
      return collections.filter(fits).map((collection): Group => {
        const jobsFor: JobsFor = ({ values }) => {
          if (rule.needsOtherCaller && values.otherCallerToken === undefined) return 'needs OTHER_TOKEN'
          return [(session) => runRule(rule, collection, session)]
        }
        // Some rules send requests at the same time, which cannot be compared.
        return { phase: 'rules', name: `${rule.name}: ${collection.path}`, jobsFor, isUncompared: true }
      })
    }),
    ...collections
      .filter(({ list }) => list !== undefined)
      .map((collection): Group => {
        const jobsFor: JobsFor = (_, { seed, sequences: numRuns }) => {
          const sequences = fc.sample(sequencesOf(collection), { seed, numRuns })
          return sequences.map((run) => async (session) => run(await Caller.of(session, collection)))
        }
        // The lists of URL still have the items of rules, which the second service does not get.
        const isUncompared = collection.delete === undefined
        return { phase: 'sequences', name: `random sequences: ${collection.path}`, jobsFor, isUncompared }
      }),
  ]
}

function jobsOfFamily(family: Family): JobsFor {
  return (target, selection, omit) => {
    const { drafts, omitted } = draftsFor(family, target, selection)
    for (const [id, reason] of omitted) omit(`${family.name}: ${id}`, reason)
    if (drafts.length > 0 || omitted.size > 0)
      return drafts.map((draft) => (session) => runDraft(session, draft, family.name))
    return 'needs more tokens than are set, or WRITE=1'
  }
}

/** What does not run, and why. */
export type Skipped = Pick<Group, 'phase' | 'name'> & { reason: string }

export function* getJobs(phase: Phase, target: Target, selection: Selection, skipped: Skipped[]): Generator<Job> {
  const { only, skip } = selection
  const { isMock, mayWrite } = target.options
  const isIn = (name: string, texts: string[]) => texts.some((text) => name.includes(text))
  const notStored = isMock ? 'a mock stores nothing' : !mayWrite && 'only with WRITE=1'
  const groups = getGroups(target.options.contract).filter((one) => one.phase === phase)
  for (const { name, jobsFor, isUncompared = false } of groups) {
    const isLeftOut = only && !isIn(name, only) ? 'ONLY does not name it' : isIn(name, skip) && 'SKIP names it'
    const cannotRun = phase !== requests && notStored
    const omit = (omitted: string, reason: string) => addSkipped(skipped, { phase, name: omitted, reason })
    const jobs = isLeftOut || cannotRun || orReason(() => jobsFor(target, selection, omit))
    if (typeof jobs === 'string') omit(name, jobs)
    else for (const run of jobs) yield { phase, name, run, isUncompared }
  }
}

export function addSkipped(skipped: Skipped[], { phase, name, reason }: Skipped): void {
  if (skipped.some((one) => one.name === name && one.reason === reason)) return
  skipped.push({ phase, name, reason })
}
