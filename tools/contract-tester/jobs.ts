// All test cases of a run, in their order: requests, then rules and sequences of requests.
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { canBeSent, draftsFor, exampleDrafts, runCase, runOptionsCase } from './cases.ts'
import { type Job, type Phase, sequenceChecks, type TestCase } from './checks.ts'
import { deleteCreated } from './clean-up.ts'
import { NoResponse } from './connection.ts'
import { operations } from './contract/openapi.ts'
import { concurrentListings, listDuringWrites } from './listing.ts'
import { families } from './requests/families.ts'
import { needsTagOfList } from './requests/set-up.ts'
import { rules } from './rules/index.ts'
import { runRule } from './rules/rule.ts'
import { runSequence, sequences } from './sequences.ts'
import { type Target, type TargetOptions, variables } from './target.ts'

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
  /** Only these cases run. Default: all. */
  replay?: Pick<TestCase, 'name' | 'index'>[]
}

/** Is told what does not run, and why. */
export type Skip = (phase: Phase, name: string, reason: string) => void

const sequenceNames = { steps: 'random sequences', lists: 'list during writes' }

/** The names that `only` and `skip` can select. None has a comma, which separates them. */
export const names = [
  ...exampleDrafts().map(({ name }) => name),
  ...operations.map(({ path }) => `OPTIONS ${path}`),
  ...[...families, ...rules].map(({ name }) => name),
  ...Object.values(sequenceNames),
]

export function* requestJobs(target: Target, selection: Selection, skip: Skip): Generator<Job> {
  const { options } = target
  for (const { name, draft } of exampleDrafts()) {
    if (!isSelected(selection, skip, 'examples', name)) continue
    if (canBeSent(draft, target)) yield { phase: 'examples', name, index: 0, run: (one) => runCase(one, draft, name) }
    else skip('examples', name, 'only with WRITE=1')
  }
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const name = `OPTIONS ${path}`
    if (isSelected(selection, skip, 'examples', name))
      yield { phase: 'examples', name, index: 0, run: (one) => runOptionsCase(one, ofPath) }
  }
  for (const family of families) {
    const { name } = family
    const phase = 'boundaries and violations'
    if (!isSelected(selection, skip, phase, name)) continue
    const drafts = draftsFor(family, target, selection)
    if (drafts.length === 0) skip(phase, name, missing(options))
    const all = drafts.map((draft, index): Job => {
      const alone = options.mayWrite && !options.isMock && needsTagOfList(draft)
      return { phase, name, index, alone, run: (one) => runCase(one, draft, name) }
    })
    yield* all.filter((job) => isReplayed(selection, job))
  }
}

export function* ruleJobs({ options }: Target, selection: Selection, skip: Skip): Generator<Job> {
  // Those that run alone come first, so that the others do not wait for them.
  for (const rule of [...rules.filter(({ alone }) => alone), ...rules.filter(({ alone }) => !alone)]) {
    const { name, needs = [], alone = false } = rule
    if (!isSelected(selection, skip, 'rules', name)) continue
    const stored = notStored(options)
    const lacking = needs.filter((token) => !(token in options.tokens))
    if (stored) skip('rules', name, stored)
    else if (lacking.length > 0) skip('rules', name, `needs ${lacking.map((token) => variables[token]).join(' and ')}`)
    else {
      const checks = [...new Set([...sequenceChecks, rule.check])]
      const run: Job['run'] = (one) => inSession(one, checks, (session) => runRule(rule, session))
      yield { phase: 'rules', name, index: 0, alone, run }
    }
  }
}

export function* sequenceJobs({ options }: Target, selection: Selection, skip: Skip): Generator<Job> {
  const { seed, sequences: numRuns } = selection
  const sampled: [string, ((session: Session) => Promise<void>)[]][] = [
    [
      sequenceNames.steps,
      fc.sample(sequences, { seed, numRuns }).map((steps) => (session) => runSequence(steps, session)),
    ],
    [
      sequenceNames.lists,
      fc.sample(concurrentListings, { seed, numRuns }).map((one) => (session) => listDuringWrites(one, session)),
    ],
  ]
  for (const [name, runs] of sampled) {
    if (!isSelected(selection, skip, 'sequences', name)) continue
    const stored = notStored(options)
    if (stored) {
      skip('sequences', name, stored)
      continue
    }
    const all = runs.map((run, index): Job => {
      return { phase: 'sequences', name, index, run: (one) => inSession(one, sequenceChecks, run) }
    })
    yield* all.filter((job) => isReplayed(selection, job))
  }
}

function isSelected(selection: Selection, skip: Skip, phase: Phase, name: string): boolean {
  const { only, replay } = selection
  if (replay) return replay.some((one) => one.name === name)
  const isOnly = only === undefined || only.some((text) => name.includes(text))
  const isSkipped = selection.skip.some((text) => name.includes(text))
  if (!isOnly) skip(phase, name, 'ONLY does not name it')
  else if (isSkipped) skip(phase, name, 'SKIP names it')
  return isOnly && !isSkipped
}

function isReplayed({ replay }: Selection, { name, index }: Job): boolean {
  return replay === undefined || replay.some((one) => one.name === name && one.index === index)
}

/** Why the target cannot store plants for a run; '' if it can. */
function notStored({ isMock, mayWrite }: TargetOptions): string {
  if (isMock) return 'a mock stores nothing'
  return mayWrite ? '' : 'only with WRITE=1'
}

function missing({ mayWrite }: TargetOptions): string {
  return mayWrite ? 'needs more tokens than are set' : 'only with WRITE=1, or with more than one token'
}

/** Deletes what the session has created: other cases list all plants, so the list must not grow. */
async function inSession(
  target: Target,
  checks: TestCase['checks'],
  run: (session: Session) => Promise<void>,
): ReturnType<Job['run']> {
  const session: Session = { target, findings: [], request: '' }
  try {
    await run(session)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    const { message, request = session.request } = error
    session.findings.push({ check: 'max_response_time', message, request })
  }
  await deleteCreated(target)
  return { checks, findings: session.findings, request: session.findings[0]?.request ?? session.request }
}
