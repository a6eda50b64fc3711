// Runs the whole suite on one target: examples of the contract, requests of every family, rules, and sequences of requests.
import { deleteCreated } from './call.ts'
import type { Finding, Phase, TestCase } from './checks.ts'
import { missingIn, type Row } from './coverage.ts'
import { jobsOf, type Selection } from './jobs.ts'
import { runJobs } from './pool.ts'
import { expectAccess, expectNoState, findPlant, startComparison } from './probe.ts'
import { Target, type TargetOptions } from './target.ts'

export interface SuiteOptions extends Selection {
  /** Test cases at the same time. Default: 8. */
  concurrency?: number
  /** Expects every documented response. Default: no. */
  coverage?: boolean
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface SuiteResult {
  cases: TestCase[]
  /** What did not run, and why. */
  skipped: { phase: Phase; name: string; reason: string }[]
  /** Why the run ended early. */
  aborted?: string
  /** The responses that the run has got, if it expects all. */
  coverage?: Row[]
  /** Plants that could not be deleted. */
  left?: string[]
  /** Number of creations without a response: each may have left a plant. */
  lost?: number
}

/** @throws {NoResponse} if the first requests get no response. @throws {Untestable} */
export async function runSuite(
  options: TargetOptions,
  suite: SuiteOptions,
  onCase: (testCase: TestCase) => void = () => {},
  result: SuiteResult = { cases: [], skipped: [] },
): Promise<SuiteResult> {
  using target = new Target(options)
  await expectAccess(target)
  if (options.isMock) await expectNoState(target)
  await startComparison(target)
  const skip = (phase: Phase, name: string, reason: string) => result.skipped.push({ phase, name, reason })
  if (!(await findPlant(target))) skip('examples', 'reading a plant', 'the collection has no plants; WRITE=1 adds some')
  const { signal, concurrency = 8 } = suite
  const connections = Array.from({ length: concurrency }, () => target.another(new Map()))
  // Compared services get one request after the other: then they have the same plants.
  const compared = target.second === undefined ? connections : [target]
  const add = (testCase: TestCase) => {
    result.cases.push(testCase)
    onCase(testCase)
  }
  const run = (phases: Phase[], over: Target[]) => runJobs(jobsOf(phases, target, suite, skip), over, signal, add)
  try {
    await run(['examples', 'boundaries and violations'], compared)
    // Rules and sequences list all plants.
    await Promise.all(compared.map((one) => deleteCreated(one)))
    // Some rules send requests at the same time, which cannot be compared.
    await run(['rules'], connections)
    await run(['sequences'], compared)
    if (suite.coverage && !signal?.aborted) {
      const rows = target.shared.coverage.rows()
      const findings = missingIn(rows).map((message): Finding => ({ check: 'documented_coverage', message }))
      result.coverage = rows
      const place = { phase: 'coverage', name: 'coverage' } as const
      add({ ...place, seconds: 0, checks: ['documented_coverage'], findings, request: '' })
    }
  } finally {
    const all = [target, ...connections, ...(target.second ? [target.second] : [])]
    await Promise.all(all.map((one) => deleteCreated(one, { isEnd: true })))
    result.left = all.flatMap(({ created }) => [...created.keys()])
    result.lost = target.shared.lost
    for (const one of connections) one[Symbol.dispose]()
    if (signal?.aborted) result.aborted = String(signal.reason)
  }
  return result
}
