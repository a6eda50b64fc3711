// All test cases of a run, in their order: requests, then rules and sequences of requests.
import * as fc from 'fast-check'
import { deleteCreated, Session } from './call.ts'
import { Caller } from './caller.ts'
import { draftsFor, runDraft } from './cases.ts'
import type { Finding, Phase, TestCase } from './checks.ts'
import { hasStandardMethods } from './contract/collections.ts'
import type { TestedContract } from './contract/tested-contract.ts'
import { plainCollections } from './plain/collections.ts'
import { plainItemRules } from './plain/items.ts'
import { plainListRules } from './plain/lists.ts'
import { plainChecks } from './plain/requests.ts'
import { PlainSession } from './plain/session.ts'
import { familiesOf } from './requests/families.ts'
import { reasonUntested } from './requests/valid.ts'
import { NoValue } from './requests/values.ts'
import { rules } from './rules/index.ts'
import { runRule } from './rules/rule.ts'
import { kinds } from './sequences.ts'
import { type Target, variables } from './target.ts'

/** What can be sent, and what it tests. */
export interface Job extends Pick<TestCase, 'phase' | 'name'> {
  /** Adds what it finds. Returns the request, for a report. */
  run: (target: Target, findings: Finding[]) => Promise<string>
}

export interface Selection {
  seed: number
  /** Number of requests of each family. */
  perFamily: number
  /** Number of sequences of each kind. */
  sequences: number
  /** What has one of these texts in its name is skipped. */
  skip: string[]
  /** Only what has one of these texts in its name runs. Default: everything. */
  only?: string[]
}

type Omit = (name: string, reason: string) => void

/** The test cases with one name. */
interface Group {
  phase: Phase
  name: string
  /**
   * The cases for a target, or the reason why there are none.
   * @param omit Reports what has no cases, beside those that it returns.
   */
  jobsFor: (target: Target, selection: Selection, omit: Omit) => Job['run'][] | string
}

/** In the order in which they run. */
function groupsOf(contract: TestedContract): Group[] {
  const collections = contract.collections.filter(hasStandardMethods)
  if (contract.isPlain) return plainGroups(contract)
  return [
    ...familiesOf(contract).map((family): Group => {
      const { name } = family
      const jobsFor: Group['jobsFor'] = (target, selection, omit) => {
        let isOmitted = false
        const jobs = draftsFor(family, target, selection, (operation, reason) => {
          isOmitted = true
          omit(`${name}: ${operation.id}`, reason)
        }).map((draft) => runDraft(draft, name, target))
        if (jobs.length > 0 || isOmitted) return jobs
        return target.options.mayWrite
          ? 'needs more tokens than are set'
          : 'only with WRITE=1, or with more than one token'
      }
      return { phase: 'boundaries and violations', name, jobsFor }
    }),
    ...rules.flatMap((rule) =>
      collections.filter(rule.fits).map((collection): Group => {
        const { check, sentence, needs = [] } = rule
        const jobsFor: Group['jobsFor'] = ({ options }) => {
          const lacking = needs.filter((token) => !(token in options.tokens)).map((token) => variables[token])
          const run = inSession(
            (...given) => new Session(...given, check, sentence),
            (session) => runRule(rule, collection, session),
          )
          return lacking.length > 0 ? `needs ${lacking.join(' and ')}` : [run]
        }
        return { phase: 'rules', name: `${rule.name}: ${collection.path}`, jobsFor }
      }),
    ),
    ...kinds.flatMap((kind) =>
      collections.filter(kind.fits).map((collection): Group => {
        const jobsFor: Group['jobsFor'] = (_, { seed, sequences: numRuns }) =>
          fc.sample(kind.of(collection), { seed, numRuns }).map((sequence) => {
            return inSession(
              (...given) => new Session(...given),
              async (session) => sequence(await Caller.of(session, collection)),
            )
          })
        return { phase: 'sequences', name: `${kind.name}: ${collection.path}`, jobsFor }
      }),
    ),
  ]
}

/** Those of a contract without the rules of this project. */
function plainGroups(contract: TestedContract): Group[] {
  const all = plainCollections(contract)
  const operations = contract.operations.filter((one) => reasonUntested(one) === '')
  const inPlain = (run: (plain: PlainSession) => Promise<void>) =>
    inSession((...given) => new PlainSession(...given, all), run)
  return [
    ...plainChecks.flatMap((check) =>
      operations.flatMap((operation): Group[] => {
        if (!check.fits(operation, all)) return []
        const jobsFor: Group['jobsFor'] = (target, { seed, perFamily: count }) => {
          if (!target.options.mayWrite && operation.method !== 'GET') return 'only with WRITE=1'
          if (!target.options.mayWrite && operation.path.includes('{')) return 'only with WRITE=1'
          return [inPlain((plain) => check.run(plain, operation, { seed, count }))]
        }
        return [{ phase: 'boundaries and violations', name: `${check.name}: ${operation.id}`, jobsFor }]
      }),
    ),
    ...[...plainItemRules, ...plainListRules].flatMap((rule) =>
      all.filter(rule.fits).map((collection): Group => {
        const run = inPlain((plain) => rule.run(plain, collection))
        return { phase: 'rules', name: `${rule.name}: ${collection.path}`, jobsFor: () => [run] }
      }),
    ),
  ]
}

/** The names that `only` and `skip` can select. None has a comma, which separates them. */
export function namesOf(contract: TestedContract): string[] {
  return groupsOf(contract).map(({ name }) => name)
}

/** What does not run, and why. */
export type Skipped = Pick<Group, 'phase' | 'name'> & { reason: string }

/** @param skipped Gets what does not run. */
export function* jobsOf(phase: Phase, target: Target, selection: Selection, skipped: Skipped[]): Generator<Job> {
  const { only, skip } = selection
  const { isMock, mayWrite } = target.options
  const isIn = (name: string, texts: string[]) => texts.some((text) => name.includes(text))
  const notStored = isMock ? 'a mock stores nothing' : !mayWrite && 'only with WRITE=1'
  for (const { name, jobsFor } of groupsOf(target.options.contract).filter((one) => one.phase === phase)) {
    const isLeftOut = only && !isIn(name, only) ? 'ONLY does not name it' : isIn(name, skip) && 'SKIP names it'
    const cannotRun = phase !== 'boundaries and violations' && notStored
    const omit = (omitted: string, reason: string) => addSkipped(skipped, { phase, name: omitted, reason })
    const jobs = isLeftOut || cannotRun || orReason(() => jobsFor(target, selection, omit))
    if (typeof jobs === 'string') omit(name, jobs)
    else yield* jobs.map((run): Job => ({ phase, name, run }))
  }
}

/** The reason, if the tester does not find a value that all of the cases need. */
function orReason<T>(find: () => T): T | string {
  try {
    return find()
  } catch (error) {
    if (error instanceof NoValue) return error.message
    throw error
  }
}

/** Once each. */
export function addSkipped(skipped: Skipped[], { phase, name, reason }: Skipped): void {
  if (skipped.some((one) => one.name === name && one.reason === reason)) return
  skipped.push({ phase, name, reason })
}

/** Deletes what the session has created: other cases list all items, so the list must not grow. */
function inSession<Kind extends Session>(
  create: (target: Target, findings: Finding[]) => Kind,
  run: (session: Kind) => Promise<void>,
): Job['run'] {
  return async (target, findings) => {
    const session = create(target, findings)
    try {
      await run(session)
    } finally {
      await deleteCreated(target)
    }
    return session.request
  }
}
