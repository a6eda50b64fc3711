// All test cases of a run, in their order: requests, then rules and sequences of requests.
import * as fc from 'fast-check'
import { deleteCreated, Session } from './call.ts'
import { canBeSent, draftsFor, exampleDrafts, runDraft, runOptions } from './cases.ts'
import { type Check, type Finding, type Phase, sequenceChecks, type TestCase } from './checks.ts'
import { operations } from './contract/openapi.ts'
import type { Job } from './pool.ts'
import { families } from './requests/families.ts'
import { rules } from './rules/index.ts'
import { runRule } from './rules/rule.ts'
import { sequences } from './sequences.ts'
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

/** The test cases with one name. */
interface Group {
  phase: Phase
  name: string
  /** The cases for a target, or the reason why there are none. */
  jobsFor: (target: Target, selection: Selection) => Omit<Job, 'phase' | 'name' | 'index'>[] | string
}

const groups: Group[] = [
  ...exampleDrafts().map(
    ({ name, draft }): Group => ({
      phase: 'examples',
      name,
      jobsFor: (target) => (canBeSent(draft, target) ? [runDraft(draft, name, target)] : 'only with WRITE=1'),
    }),
  ),
  ...[...Map.groupBy(operations, ({ path }) => path)].map(
    ([path, ofPath]): Group => ({
      phase: 'examples',
      name: `OPTIONS ${path}`,
      jobsFor: () => [runOptions(path, ofPath)],
    }),
  ),
  ...families.map(
    (family): Group => ({
      phase: 'boundaries and violations',
      name: family.name,
      jobsFor(target, selection) {
        const jobs = draftsFor(family, target, selection).map((draft) => runDraft(draft, family.name, target))
        if (jobs.length > 0) return jobs
        return target.options.mayWrite
          ? 'needs more tokens than are set'
          : 'only with WRITE=1, or with more than one token'
      },
    }),
  ),
  // Those that run alone come first, so that the others do not wait for them.
  ...rules
    .toSorted((one, other) => Number(other.alone ?? false) - Number(one.alone ?? false))
    .map(
      (rule): Group => ({
        phase: 'rules',
        name: rule.name,
        jobsFor({ options }) {
          const { check, sentence, needs = [], alone = false } = rule
          const lacking = needs.filter((token) => !(token in options.tokens)).map((token) => variables[token])
          const checks = [...new Set([...sequenceChecks, check])]
          const run = inSession((session) => runRule(rule, session), check, sentence)
          return (
            notStored(options) ?? (lacking.length > 0 ? `needs ${lacking.join(' and ')}` : [{ checks, alone, run }])
          )
        },
      }),
    ),
  ...sequences.map(
    ({ name, sequences: all }): Group => ({
      phase: 'sequences',
      name,
      jobsFor({ options }, { seed, sequences: numRuns }) {
        const jobs = () =>
          fc.sample(all, { seed, numRuns }).map((run) => ({ checks: sequenceChecks, run: inSession(run) }))
        return notStored(options) ?? jobs()
      },
    }),
  ),
]

/** The names that `only` and `skip` can select. None has a comma, which separates them. */
export const names = groups.map(({ name }) => name)

/** @param skip Is told what does not run, and why. */
export function* jobsOf(
  phases: Phase[],
  target: Target,
  selection: Selection,
  skip: (phase: Phase, name: string, reason: string) => void,
): Generator<Job> {
  const { only, skip: skipped, replay } = selection
  const isIn = (name: string, texts: string[]) => texts.some((text) => name.includes(text))
  for (const { phase, name, jobsFor } of groups) {
    const isReplayed = (index: number) => replay?.some((one) => one.name === name && one.index === index) ?? true
    if (!phases.includes(phase) || (replay && !replay.some((one) => one.name === name))) continue
    if (!replay && only && !isIn(name, only)) skip(phase, name, 'ONLY does not name it')
    else if (!replay && isIn(name, skipped)) skip(phase, name, 'SKIP names it')
    else {
      const jobs = jobsFor(target, selection)
      if (typeof jobs === 'string') skip(phase, name, jobs)
      else yield* jobs.map((job, index) => ({ ...job, phase, name, index })).filter(({ index }) => isReplayed(index))
    }
  }
}

/** Why the target cannot store plants for a run. */
function notStored({ isMock, mayWrite }: TargetOptions): string | undefined {
  if (isMock) return 'a mock stores nothing'
  return mayWrite ? undefined : 'only with WRITE=1'
}

/** Deletes what the session has created: other cases list all plants, so the list must not grow. */
function inSession(run: (session: Session) => Promise<void>, check?: Check, sentence?: string): Job['run'] {
  return async (target: Target, findings: Finding[]) => {
    const session = new Session(target, findings, check, sentence)
    try {
      await run(session)
    } finally {
      await deleteCreated(target)
    }
    return session.request
  }
}
