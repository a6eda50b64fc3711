// All test cases of a run, in their order: requests, then rules and sequences of requests.
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { Caller } from './caller.ts'
import { runDraft } from './cases.ts'
import type { TestCase } from './checks.ts'
import { type Collection, getCollections, hasStandardMethods } from './contract/collections.ts'
import { needsToken } from './contract/operations.ts'
import { draftsFor, groupByFamily, type Selection } from './requests/families.ts'
import { orReason } from './requests/values.ts'
import { callerRules } from './rules/callers.ts'
import { entityTagRules } from './rules/entity-tags.ts'
import { idempotencyRules } from './rules/idempotency.ts'
import { itemRules } from './rules/items.ts'
import { listRules } from './rules/lists.ts'
import { runRule } from './rules/rule.ts'
import { sequencesOf } from './sequences.ts'
import type { Target } from './target.ts'

const rules = [...itemRules, ...listRules, ...idempotencyRules, ...entityTagRules, ...callerRules]

export interface Job extends Pick<TestCase, 'phase' | 'name'> {
  run: (session: Session) => Promise<void>
  /** Whether its requests go to `URL` only. */
  isUncompared?: boolean
}

interface Group extends Omit<Job, 'run'> {
  /** Returns the cases, or the reason why there are none. @param omit Reports what has no cases beside those. */
  getRuns: (omit: (name: string, reason: string) => void) => Job['run'][] | string
}

function getGroups(target: Target, selection: Selection): Group[] {
  const { contract } = target.options
  const { seed, sequences: numRuns } = selection
  const collections = getCollections(contract).filter(hasStandardMethods)
  const families = groupByFamily(contract).map((family): Group => {
    const getRuns: Group['getRuns'] = (omit) => {
      const { drafts, omitted } = draftsFor(family, target, selection)
      for (const [id, reason] of omitted) omit(`${family.name}: ${id}`, reason)
      if (drafts.length === 0 && omitted.size === 0) return 'needs more tokens than are set, or WRITE=1'
      return drafts.map((draft) => (session) => runDraft(session, draft, family.name))
    }
    return { phase: 'boundaries and violations', name: family.name, getRuns }
  })
  const ofRules = rules.flatMap((rule) => {
    const fits = (one: Collection) => rule.fits(one) && !(rule.needsOtherCaller && !needsToken(one.create))
    return collections.filter(fits).map((collection): Group => {
      const cannotRun = rule.needsOtherCaller && target.values.otherCallerToken === undefined
      const getRuns: Group['getRuns'] = () =>
        cannotRun ? 'needs OTHER_TOKEN' : [(session) => runRule(rule, collection, session)]
      // Some rules send requests at the same time, which cannot be compared.
      return { phase: 'rules', name: `${rule.name}: ${collection.path}`, getRuns, isUncompared: true }
    })
  })
  const listed = collections.filter(({ list }) => list !== undefined)
  const sequences = listed.map((collection): Group => {
    const getRuns: Group['getRuns'] = () => {
      const sampled = fc.sample(sequencesOf(collection), { seed, numRuns })
      return sampled.map((run) => async (session) => run(await Caller.of(session, collection)))
    }
    // The lists of URL still have the items of rules, which the second service does not get.
    const isUncompared = collection.delete === undefined
    return { phase: 'sequences', name: `random sequences: ${collection.path}`, getRuns, isUncompared }
  })
  return [...families, ...ofRules, ...sequences]
}

export type Skipped = Pick<Group, 'phase' | 'name'> & { reason: string }

export function* getJobs(target: Target, selection: Selection, skipped: Skipped[]): Generator<Job> {
  const { only, skip } = selection
  const { isMock, mayWrite } = target.options
  const isIn = (name: string, texts: string[]) => texts.some((text) => name.includes(text))
  const notStored = isMock ? 'a mock stores nothing' : !mayWrite && 'only with WRITE=1'
  for (const { phase, name, getRuns, isUncompared = false } of getGroups(target, selection)) {
    const isLeftOut = only && !isIn(name, only) ? 'ONLY does not name it' : isIn(name, skip) && 'SKIP names it'
    const cannotRun = phase !== 'boundaries and violations' && notStored
    const omit = (omitted: string, reason: string) => addSkipped(skipped, { phase, name: omitted, reason })
    const jobs = isLeftOut || cannotRun || orReason(() => getRuns(omit))
    if (typeof jobs === 'string') omit(name, jobs)
    else for (const run of jobs) yield { phase, name, run, isUncompared }
  }
}

export function addSkipped(skipped: Skipped[], { phase, name, reason }: Skipped): void {
  if (skipped.some((one) => one.name === name && one.reason === reason)) return
  skipped.push({ phase, name, reason })
}
