// Runs the whole suite on one target: examples of the contract, requests of every family, and sequences of requests.
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { call, type Session } from './call.ts'
import { canBeSent, draftsFor, exampleDrafts, runCase, runOptionsCase } from './cases.ts'
import { sequenceChecks, type TestCase } from './checks.ts'
import { NoResponse } from './connection.ts'
import { operations } from './contract/openapi.ts'
import { concurrentListings, listDuringWrites } from './listing.ts'
import { families } from './requests/families.ts'
import { runSequence, sequences } from './sequences.ts'
import { Target, type TargetOptions } from './target.ts'

export interface SuiteOptions {
  seed: number
  /** Number of requests of each family. */
  perFamily: number
  /** Number of sequences of each kind. */
  sequences: number
  /** Families whose name contains one of these texts are skipped. */
  skip: string[]
}

export interface SuiteResult {
  cases: TestCase[]
  /** What was skipped, with the reason. */
  skipped: string[]
}

/** A token cannot be used, so every other request would fail. Its message says what to do. */
export class RefusedToken extends Error {}

/** @throws {NoResponse} if the first requests get no response. @throws {RefusedToken} */
export async function runSuite(
  options: TargetOptions,
  suite: SuiteOptions,
  onCase: (testCase: TestCase) => void = () => {},
): Promise<SuiteResult> {
  using target = new Target(options)
  const result: SuiteResult = { cases: [], skipped: [] }
  const skip = (what: string, reason: string) => result.skipped.push(`${what}: ${reason}`)
  const add = (testCase: TestCase) => {
    result.cases.push(testCase)
    onCase(testCase)
  }
  await expectAccess(target)
  if (!(await findPlant(target))) skip('reading a plant', 'there is none; WRITE=1 creates some')
  for (const { name, draft } of exampleDrafts()) {
    if (canBeSent(draft, target)) add(await runCase(target, draft, { phase: 'examples', name }))
  }
  for (const ofPath of Map.groupBy(operations, ({ path }) => path).values()) add(await runOptionsCase(target, ofPath))
  for (const family of families) {
    const isSkipped = suite.skip.some((text) => family.name.includes(text))
    const drafts = isSkipped ? [] : draftsFor(family, target, suite)
    if (drafts.length === 0) skip(family.name, isSkipped ? 'SKIP names it' : missing(options))
    for (const draft of drafts) {
      add(await runCase(target, draft, { phase: 'boundaries and violations', name: family.name }))
    }
  }
  await deleteCreated(target)
  if (options.isMock) skip('sequences', 'a mock stores nothing')
  else if (!options.mayWrite) skip('sequences', 'only with WRITE=1')
  else for await (const testCase of sequenceCases(target, suite)) add(testCase)
  return result
}

function missing({ mayWrite }: TargetOptions): string {
  return mayWrite ? 'needs more tokens than are set' : 'only with WRITE=1, or with more than one token'
}

async function expectAccess(target: Target): Promise<void> {
  const { token, neighbourToken } = target.options.tokens
  for (const [name, value] of Object.entries({ TOKEN: token, OTHER_TOKEN: neighbourToken })) {
    if (value === undefined) continue
    const { response, value: problem } = await call(target, 'listPlants', { query: ['limit=1'], token: value })
    if (response.status !== 401 && response.status !== 403) continue
    const reason = Object(problem).detail ?? 'It gives no reason.'
    throw new RefusedToken(
      `The service refuses ${name} with ${response.status}: ${reason} Set it to a valid token with plants:read and plants:write.`,
    )
  }
}

// Without permission to write, requests use the first plant that exists.
async function findPlant(target: Target): Promise<boolean> {
  const { value } = await call(target, 'listPlants', { query: ['limit=1'] })
  if (target.options.mayWrite) return true
  const { id } = Object(Array.isArray(value) ? value[0] : undefined)
  if (typeof id !== 'string') return false
  target.values.id = id
  target.values.etag = (await call(target, 'getPlant', { id })).response.headers.etag ?? ''
  return true
}

async function* sequenceCases(target: Target, { seed, sequences: numRuns }: SuiteOptions): AsyncGenerator<TestCase> {
  for (const commands of fc.sample(sequences, { seed, numRuns })) {
    yield runSession(target, 'create, read, change, delete, list', (session) => runSequence(commands, session))
  }
  for (const listing of fc.sample(concurrentListings, { seed, numRuns })) {
    yield runSession(target, 'list during writes', (session) => listDuringWrites(listing, session))
  }
}

async function runSession(target: Target, name: string, run: (session: Session) => Promise<void>): Promise<TestCase> {
  const session: Session = { target, findings: [], requests: [] }
  try {
    await run(session)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    session.findings.push({ check: 'max_response_time', message: error.message })
  }
  // Other sequences list all plants, so the list must not grow.
  await deleteCreated(target)
  const { findings, requests } = session
  return { phase: 'stateful', name, checks: sequenceChecks, findings, requests: requests.slice(-6).join('\n\n') }
}

// The target keeps only what it had before.
async function deleteCreated(target: Target): Promise<void> {
  if (!target.options.mayWrite || target.options.isMock) return
  for (const id of target.created) {
    const { response } = await call(target, 'deletePlant', { id })
    if (response.status >= 500) await wait(100)
    target.created.delete(id)
  }
}
