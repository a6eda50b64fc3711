// Runs the whole suite on one target: requests of every family, rules, and sequences of requests. Before it, the run finds
// out whether the target accepts the tokens, and which items it has.
import { InvalidSetting } from '../environment.ts'
import { call, deleteCreated, Session, toItems } from './call.ts'
import { SetUpFailed, sendValidBody } from './cases.ts'
import type { Finding, TestCase } from './checks.ts'
import { NoResponse } from './connection.ts'
import { getCollections } from './contract/collections.ts'
import { addSkipped, getJobs, type Job, type Skipped } from './jobs.ts'
import type { Selection } from './requests/families.ts'
import { reasonUntested } from './requests/valid.ts'
import { NoValue } from './requests/values.ts'
import { getId, Target, type TargetOptions, variables } from './target.ts'

export interface SuiteOptions extends Selection {
  /** Expects every documented response. Default: no. */
  coverage?: boolean
  signal?: AbortSignal
}

export interface SuiteResult {
  cases: TestCase[]
  skipped: Skipped[]
  /** What the HTTP library of the target decides in another way than the contract. */
  notes?: Set<string>
  aborted?: string
  left?: string[]
}

/** @throws {NoResponse} if the first requests get no response. @throws {InvalidSetting} if no test makes sense. */
export async function runSuite(
  options: TargetOptions,
  suite: SuiteOptions,
  result: SuiteResult = { cases: [], skipped: [] },
): Promise<SuiteResult> {
  using target = new Target(options)
  await expectAccess(target)
  if (target.second) await expectAccess(target.second)
  target.compareResponses()
  const phase = 'boundaries and violations'
  for (const path of await findItems(target)) {
    const reason = options.mayWrite ? 'no item could be created' : 'the collection is empty; WRITE=1 adds items'
    result.skipped.push({ phase, name: `reading an item of ${path}`, reason })
  }
  for (const operation of options.contract.operations) {
    const reason = reasonUntested(operation)
    if (reason !== '') addSkipped(result.skipped, { phase, name: operation.id, reason })
  }
  const { signal } = suite
  using uncompared = target.another()
  try {
    for (const job of getJobs(target, suite, result.skipped)) {
      if (signal?.aborted) return result
      const done = await runJob(job, job.isUncompared ? uncompared : target)
      if ('reason' in done) addSkipped(result.skipped, done)
      else result.cases.push(done)
    }
    if (suite.coverage) {
      const missing = target.state.coverage.missing(options.contract)
      const findings = missing.map((message): Finding => ({ check: 'documented_coverage', message }))
      result.cases.push({ phase: 'coverage', name: 'coverage', seconds: 0, findings, request: '' })
    }
  } finally {
    const all = target.second ? [target, target.second] : [target]
    for (const one of all) await deleteCreated(one, { isEnd: true })
    result.left = all.flatMap(({ state }) => [...state.created.keys()])
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
    if (error instanceof NoValue && findings.length === 0) return { ...job, reason: error.message }
    else if (error instanceof SetUpFailed) findings.push(error.finding)
    else if (error instanceof NoResponse)
      findings.push({ check: 'max_response_time', message: error.message, request: error.request })
    else if (!(error instanceof NoValue)) throw error
  } finally {
    // Other cases list all items, so the list must not grow.
    await deleteCreated(target)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const history = job.phase === 'sequences' ? { history: session.sent } : {}
  return { ...job, findings, request: findings[0]?.request ?? session.request, seconds, ...history }
}

/** @throws {InvalidSetting} if the target refuses a token. */
async function expectAccess(target: Target): Promise<void> {
  const { contract, url, tokens } = target.options
  const { simplest, scopes } = contract
  if (simplest === undefined) return
  for (const name of ['token', 'otherCallerToken', 'readToken']) {
    const token = tokens[name]
    if (token === undefined) continue
    const { response, value } = await call(target, simplest, { token })
    const { status } = response
    if (status === 404) throw new InvalidSetting(`${url} has no ${simplest.path} (404). Correct the path of the URL.`)
    if (status !== 401 && status !== 403) continue
    const reason = Object(value).detail ?? 'It gives no reason.'
    const needed = (name === 'readToken' ? scopes.read : scopes.all).join(' and ')
    throw new InvalidSetting(
      `The service refuses ${variables[name]} with ${status}: ${reason} Set it to a valid token with ${needed}.`,
    )
  }
}

/** Finds or creates an item in each collection. Returns the paths of those that have none. */
async function findItems(target: Target): Promise<string[]> {
  const { state, options } = target
  const empty: string[] = []
  for (const { path, list, create } of options.isMock ? [] : getCollections(options.contract)) {
    if (path.includes('{') || reasonUntested(create) !== '') continue
    let found: unknown
    // Lists begin after this item, so that a large collection takes no more requests than a small one.
    if (options.mayWrite) found = (await sendValidBody(target, create)).value
    else if (list) [found] = toItems((await call(target, list, { query: ['limit=1'] })).value)
    const id = getId(found)
    if (id === undefined) empty.push(path)
    else state.items.set(path, id)
  }
  return empty
}
