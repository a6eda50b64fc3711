// Runs the whole suite on one system under test: requests of every category, invariants and stateful tests. First, it
// verifies that the system accepts the tokens, and finds or creates items.
import { InvalidSetting } from '../environment.ts'
import { call, deleteCreated, Session, toArray } from './call.ts'
import { SetUpFailed, sendValidBody } from './cases.ts'
import type { TestCase, Violation } from './checks.ts'
import { NoResponse } from './connection.ts'
import { getCollections } from './contract/collections.ts'
import { addSkipped, getJobs, type Job, type SkippedTest } from './jobs.ts'
import type { Selection } from './requests/categories.ts'
import { reasonUntested } from './requests/valid.ts'
import { NoValue } from './requests/values.ts'
import { getId, type SystemOptions, SystemUnderTest, tokenVariables } from './system-under-test.ts'

export interface SuiteOptions extends Selection {
  /** Expects every documented response. Default: no. */
  coverage?: boolean
  signal?: AbortSignal
}

export interface SuiteResult {
  cases: TestCase[]
  skipped: SkippedTest[]
  /** Responses of the HTTP library of the system under test that deviate from the contract. */
  notes?: Set<string>
  aborted?: string
  /** Paths of items that could not be deleted. */
  undeletedItems?: string[]
}

/** @throws {NoResponse} if the first requests get no response. @throws {InvalidSetting} if URL or a token is wrong. */
export async function runSuite(
  options: SystemOptions,
  suite: SuiteOptions,
  result: SuiteResult = { cases: [], skipped: [] },
): Promise<SuiteResult> {
  using system = new SystemUnderTest(options)
  await verifyTokens(system)
  if (system.second) await verifyTokens(system.second)
  system.startComparison()
  const phase = 'boundaries and negative cases'
  for (const path of await prepareItems(system)) {
    const reason = options.mayWrite ? 'no item could be created' : 'the collection is empty; WRITE=1 adds items'
    result.skipped.push({ phase, name: `reading an item of ${path}`, reason })
  }
  for (const operation of options.contract.operations) {
    const reason = reasonUntested(operation)
    if (reason !== '') addSkipped(result.skipped, { phase, name: operation.id, reason })
  }
  const { signal } = suite
  using uncompared = system.withNewConnection()
  try {
    for (const job of getJobs(system, suite, result.skipped)) {
      if (signal?.aborted) return result
      const done = await runJob(job, job.isUncompared ? uncompared : system)
      if ('reason' in done) addSkipped(result.skipped, done)
      else result.cases.push(done)
    }
    if (suite.coverage) {
      const missing = system.state.coverage.findMissing(options.contract)
      const violations = missing.map((message): Violation => ({ check: 'documented_coverage', message }))
      result.cases.push({ phase: 'coverage', name: 'coverage', seconds: 0, violations, request: '' })
    }
  } finally {
    const all = system.second ? [system, system.second] : [system]
    for (const entry of all) await deleteCreated(entry, { isEnd: true })
    result.undeletedItems = all.flatMap(({ state }) => [...state.created.keys()])
    result.notes = system.state.notes
    if (signal?.aborted) result.aborted = String(signal.reason)
  }
  return result
}

async function runJob({ run, isUncompared: _, ...job }: Job, system: SystemUnderTest): Promise<TestCase | SkippedTest> {
  const startedAt = performance.now()
  const session = new Session(system)
  const { violations } = session
  try {
    await run(session)
  } catch (error) {
    // The test case needs a value that the tester does not find.
    if (error instanceof NoValue && violations.length === 0) return { ...job, reason: error.message }
    else if (error instanceof SetUpFailed) violations.push(error.violation)
    else if (error instanceof NoResponse)
      violations.push({ check: 'max_response_time', message: error.message, request: error.request })
    else if (!(error instanceof NoValue)) throw error
  } finally {
    // Other test cases read all pages of the list, so it must not grow.
    await deleteCreated(system)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const history = job.phase === 'stateful tests' ? { history: session.requestLines } : {}
  return { ...job, violations, request: violations[0]?.request ?? session.request, seconds, ...history }
}

/** @throws {InvalidSetting} if the system under test refuses a token, or does not have the path. */
async function verifyTokens(system: SystemUnderTest): Promise<void> {
  const { contract, url, tokens } = system.options
  const { simplestRead, scopes } = contract
  if (simplestRead === undefined) return
  for (const name of ['token', 'otherCallerToken', 'readToken']) {
    const token = tokens[name]
    if (token === undefined) continue
    const { response, value } = await call(system, simplestRead, { token })
    const { status } = response
    if (status === 404) throw new InvalidSetting(`${url} has no ${simplestRead.path} (404). Correct the path in URL.`)
    if (status !== 401 && status !== 403) continue
    const reason = Object(value).detail ?? 'It gives no reason.'
    const requiredScopes = (name === 'readToken' ? scopes.read : scopes.all).join(' and ')
    const required = requiredScopes && ` with ${requiredScopes}`
    throw new InvalidSetting(
      `The service refuses ${tokenVariables[name]} with ${status}: ${reason} Set a valid token${required}.`,
    )
  }
}

/** Finds or creates an item in each collection. Returns the paths of those that have none. */
async function prepareItems(system: SystemUnderTest): Promise<string[]> {
  const { state, options } = system
  const empty: string[] = []
  for (const { path, list, create } of options.isMock ? [] : getCollections(options.contract)) {
    if (path.includes('{') || reasonUntested(create) !== '') continue
    let item: unknown
    // With permission to write, this shows whether the service creates an item at all.
    if (options.mayWrite) item = (await sendValidBody(system, create)).value
    else if (list) [item] = toArray((await call(system, list, { query: ['limit=1'] })).value)
    const id = getId(item)
    if (id === undefined) empty.push(path)
    else state.items.set(path, id)
  }
  return empty
}
