// Runs the whole suite on one target: requests of every family, rules, and sequences of requests.
import { deleteCreated, Session } from './call.ts'
import type { Finding, Note, Phase, TestCase } from './checks.ts'
import { NoResponse } from './connection.ts'
import { addSkipped, getJobs, type Job, type Selection, type Skipped } from './jobs.ts'
import { expectAccess, expectNoState, findItems, startComparison } from './probe.ts'
import { reasonUntested } from './requests/valid.ts'
import { NoValue } from './requests/values.ts'
import { SetUpFailed } from './set-up.ts'
import { Target, type TargetOptions } from './target.ts'

export interface SuiteOptions extends Selection {
  /** Expects every documented response. Default: no. */
  coverage?: boolean
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface SuiteResult {
  cases: TestCase[]
  skipped: Skipped[]
  /** What the HTTP library of the target decides in another way than the contract. */
  notes?: Note[]
  /** Why the run ended early. */
  aborted?: string
  /** Could not be deleted. */
  left?: string[]
  /** Number of creations without a response: each may have left an item. */
  lost?: number
}

/** @throws {NoResponse} if the first requests get no response. @throws {InvalidSetting} if no test makes sense. */
export async function runSuite(
  options: TargetOptions,
  suite: SuiteOptions,
  result: SuiteResult = { cases: [], skipped: [] },
): Promise<SuiteResult> {
  using target = new Target(options)
  await expectAccess(target)
  if (options.isMock) await expectNoState(target)
  await startComparison(target)
  const requests = 'boundaries and violations'
  for (const path of await findItems(target)) {
    const reason = options.mayWrite ? 'no item could be created' : 'the collection is empty; WRITE=1 adds items'
    result.skipped.push({ phase: requests, name: `reading an item of ${path}`, reason })
  }
  for (const operation of options.contract.operations) {
    const reason = reasonUntested(operation)
    if (reason !== '') addSkipped(result.skipped, { phase: requests, name: operation.id, reason })
  }
  const { signal } = suite
  // Some rules send requests at the same time, which cannot be compared.
  using uncompared = target.another()
  const run = async (phase: Phase, over = target) => {
    for (const job of getJobs(phase, target, suite, result.skipped)) {
      if (signal?.aborted) return
      const done = await runJob(job, job.isUncompared ? uncompared : over)
      if ('reason' in done) addSkipped(result.skipped, done)
      else result.cases.push(done)
    }
  }
  try {
    await run(requests)
    await run('rules', uncompared)
    await run('sequences')
    if (suite.coverage && !signal?.aborted) {
      const findings = target.state.coverage
        .missing(options.contract)
        .map((message): Finding => ({ check: 'documented_coverage', message }))
      result.cases.push({ phase: 'coverage', name: 'coverage', seconds: 0, findings, request: '' })
    }
  } finally {
    const all = target.second ? [target, target.second] : [target]
    for (const one of all) await deleteCreated(one, { isEnd: true })
    result.left = all.flatMap(({ state }) => [...state.created.keys()])
    result.lost = target.state.lost
    result.notes = target.state.notes
    if (signal?.aborted) result.aborted = String(signal.reason)
  }
  return result
}

async function runJob({ run, isUncompared: _, ...job }: Job, target: Target): Promise<TestCase | Skipped> {
  const startedAt = performance.now()
  const session = new Session(target)
  const { findings } = session
  try {
    await run(session)
  } catch (error) {
    // It needs a value that the tester does not find.
    if (error instanceof NoValue) {
      if (findings.length === 0) return { ...job, reason: error.message }
    } else if (error instanceof SetUpFailed) {
      const check = error.status >= 500 ? 'not_a_server_error' : 'positive_data_acceptance'
      findings.push({ check, message: error.message, request: error.request })
    } else if (error instanceof NoResponse) {
      findings.push({ check: 'max_response_time', message: error.message, request: error.request ?? '' })
    } else throw error
  } finally {
    // Other cases list all items, so the list must not grow.
    await deleteCreated(target)
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { ...job, findings, request: findings[0]?.request ?? session.request, seconds }
}
