// Runs the whole suite on one system under test: requests of every category, invariants and stateful tests. Before it, the run
// finds out whether the system under test accepts the tokens, and which items it has.
import { InvalidSetting } from '../environment.ts'
import { call, deleteCreated, Session, toItems } from './call.ts'
import { SetUpFailed, sendValidBody } from './cases.ts'
import type { TestCase, Violation } from './checks.ts'
import { NoResponse } from './connection.ts'
import { getCollections } from './contract/collections.ts'
import { addSkipped, getJobs, type Job, type Skipped } from './jobs.ts'
import type { Selection } from './requests/categories.ts'
import { reasonUntested } from './requests/valid.ts'
import { NoValue } from './requests/values.ts'
import { getId, type SystemOptions, SystemUnderTest, variables } from './system-under-test.ts'

export interface SuiteOptions extends Selection {
  /** Expects every documented response. Default: no. */
  coverage?: boolean
  signal?: AbortSignal
}

export interface SuiteResult {
  cases: TestCase[]
  skipped: Skipped[]
  /** What the HTTP library of the system under test decides in another way than the contract. */
  notes?: Set<string>
  aborted?: string
  left?: string[]
}

/** @throws {NoResponse} if the first requests get no response. @throws {InvalidSetting} if no test makes sense. */
export async function runSuite(
  options: SystemOptions,
  suite: SuiteOptions,
  result: SuiteResult = { cases: [], skipped: [] },
): Promise<SuiteResult> {
  using system = new SystemUnderTest(options)
  await expectAccess(system)
  if (system.second) await expectAccess(system.second)
  system.compareResponses()
  const phase = 'boundaries and negative cases'
  for (const path of await findItems(system)) {
    const reason = options.mayWrite ? 'no item could be created' : 'the collection is empty; WRITE=1 adds items'
    result.skipped.push({ phase, name: `reading an item of ${path}`, reason })
  }
  for (const operation of options.contract.operations) {
    const reason = reasonUntested(operation)
    if (reason !== '') addSkipped(result.skipped, { phase, name: operation.id, reason })
  }
  const { signal } = suite
  using uncompared = system.another()
  try {
    for (const job of getJobs(system, suite, result.skipped)) {
      if (signal?.aborted) return result
      const done = await runJob(job, job.isUncompared ? uncompared : system)
      if ('reason' in done) addSkipped(result.skipped, done)
      else result.cases.push(done)
    }
    if (suite.coverage) {
      const missing = system.state.coverage.missing(options.contract)
      const violations = missing.map((message): Violation => ({ check: 'documented_coverage', message }))
      result.cases.push({ phase: 'coverage', name: 'coverage', seconds: 0, violations, request: '' })
    }
  } finally {
    const all = system.second ? [system, system.second] : [system]
    for (const entry of all) await deleteCreated(entry, { isEnd: true })
    result.left = all.flatMap(({ state }) => [...state.created.keys()])
    result.notes = system.state.notes
    if (signal?.aborted) result.aborted = String(signal.reason)
  }
  return result
}

async function runJob({ run, isUncompared: _, ...job }: Job, system: SystemUnderTest): Promise<TestCase | Skipped> {
  const startedAt = performance.now()
  const session = new Session(system)
  const { violations } = session
  try {
    await run(session)
  } catch (error) {
    // It needs a value that the tester does not find.
    if (error instanceof NoValue && violations.length === 0) return { ...job, reason: error.message }
    else if (error instanceof SetUpFailed) violations.push(error.violation)
    else if (error instanceof NoResponse)
      violations.push({ check: 'max_response_time', message: error.message, request: error.request })
    else if (!(error instanceof NoValue)) throw error
  } finally {
    // Other cases list all items, so the list must not grow.
    await deleteCreated(system)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const history = job.phase === 'stateful tests' ? { history: session.requestLines } : {}
  return { ...job, violations, request: violations[0]?.request ?? session.request, seconds, ...history }
}

/** @throws {InvalidSetting} if the system under test refuses a token. */
async function expectAccess(system: SystemUnderTest): Promise<void> {
  const { contract, url, tokens } = system.options
  const { simplest, scopes } = contract
  if (simplest === undefined) return
  for (const name of ['token', 'otherCallerToken', 'readToken']) {
    const token = tokens[name]
    if (token === undefined) continue
    const { response, value } = await call(system, simplest, { token })
    const { status } = response
    if (status === 404) throw new InvalidSetting(`${url} has no ${simplest.path} (404). Correct the path of the URL.`)
    if (status !== 401 && status !== 403) continue
    const reason = Object(value).detail ?? 'It gives no reason.'
    const requiredScopes = (name === 'readToken' ? scopes.read : scopes.all).join(' and ')
    throw new InvalidSetting(
      `The service refuses ${variables[name]} with ${status}: ${reason} Set it to a valid token with ${requiredScopes}.`,
    )
  }
}

/** Finds or creates an item in each collection. Returns the paths of those that have none. */
async function findItems(system: SystemUnderTest): Promise<string[]> {
  const { state, options } = system
  const empty: string[] = []
  for (const { path, list, create } of options.isMock ? [] : getCollections(options.contract)) {
    if (path.includes('{') || reasonUntested(create) !== '') continue
    let item: unknown
    // With permission to write, this finds out whether the service creates an item at all.
    if (options.mayWrite) item = (await sendValidBody(system, create)).value
    else if (list) [item] = toItems((await call(system, list, { query: ['limit=1'] })).value)
    const id = getId(item)
    if (id === undefined) empty.push(path)
    else state.items.set(path, id)
  }
  return empty
}
