// Runs the whole suite on one target: examples of the contract, requests of every family, rules, and sequences of requests.
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { call, type Session } from './call.ts'
import { canBeSent, draftsFor, exampleDrafts, runCase, runOptionsCase } from './cases.ts'
import { type Job, type Phase, responseChecks, sequenceChecks, type TestCase } from './checks.ts'
import { NoResponse } from './connection.ts'
import { operations } from './contract/openapi.ts'
import { concurrentListings, listDuringWrites } from './listing.ts'
import { families } from './requests/families.ts'
import { rules } from './rules/index.ts'
import { runRule } from './rules/rule.ts'
import { runSequence, sequences } from './sequences.ts'
import { Target, type TargetOptions, variables } from './target.ts'

export interface SuiteOptions {
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
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface Skipped {
  phase: Phase
  name: string
  reason: string
}

export interface SuiteResult {
  cases: TestCase[]
  skipped: Skipped[]
  /** Why the run ended early. */
  aborted?: string
  /** Plants that could not be deleted. */
  left?: string[]
  /** Number of creations without a response: each may have left a plant. */
  lost?: number
}

/** The target cannot be tested: a token is refused, the path is wrong, or a mock is none. Its message says what to do. */
export class Untestable extends Error {}

const sequenceNames = ['random sequences', 'list during writes']

/** The names that `only` and `skip` can select. None has a comma, which separates them. */
export const names = [
  ...exampleDrafts().map(({ name }) => name),
  ...operations.map(({ path }) => `OPTIONS ${path}`),
  ...[...families, ...rules].map(({ name }) => name),
  ...sequenceNames,
]

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
  const skip = (phase: Phase, name: string, reason: string) => result.skipped.push({ phase, name, reason })
  if (!(await findPlant(target))) skip('examples', 'reading a plant', 'the collection has no plants; WRITE=1 adds some')
  try {
    for (const job of jobs(target, suite, skip)) {
      if (suite.signal?.aborted) {
        result.aborted = String(suite.signal.reason)
        break
      }
      const testCase = await runJob(job)
      result.cases.push(testCase)
      onCase(testCase)
      // Other cases list all plants, so the list must not grow.
      if (job.phase === 'rules' || job.phase === 'sequences') await deleteCreated(target)
    }
  } finally {
    await deleteCreated(target, { all: true })
    result.left = [...target.created.keys()]
    result.lost = target.lost.count
  }
  return result
}

async function runJob({ run, ...place }: Job): Promise<TestCase> {
  const startedAt = performance.now()
  const result = await run().catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error
    return {
      checks: responseChecks,
      findings: [{ check: 'max_response_time' as const, message: error.message }],
      request: error.request ?? '',
    }
  })
  return { ...place, ...result, seconds: (performance.now() - startedAt) / 1000 }
}

function* jobs(
  target: Target,
  suite: SuiteOptions,
  skip: (phase: Phase, name: string, reason: string) => void,
): Generator<Job> {
  const { options } = target
  const { seed, sequences: numRuns, only, replay } = suite
  const isSelected = (phase: Phase, name: string): boolean => {
    if (replay) return replay.some((one) => one.name === name)
    const isOnly = only === undefined || only.some((text) => name.includes(text))
    const isSkipped = suite.skip.some((text) => name.includes(text))
    if (!isOnly) skip(phase, name, 'ONLY does not name it')
    else if (isSkipped) skip(phase, name, 'SKIP names it')
    return isOnly && !isSkipped
  }
  const isReplayed = ({ name, index }: Pick<TestCase, 'name' | 'index'>) =>
    replay === undefined || replay.some((one) => one.name === name && one.index === index)

  for (const { name, draft } of exampleDrafts()) {
    if (!isSelected('examples', name)) continue
    if (canBeSent(draft, target)) yield { phase: 'examples', name, index: 0, run: () => runCase(target, draft, name) }
    else skip('examples', name, 'only with WRITE=1')
  }
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const name = `OPTIONS ${path}`
    if (isSelected('examples', name))
      yield { phase: 'examples', name, index: 0, run: () => runOptionsCase(target, ofPath) }
  }
  for (const family of families) {
    const { name } = family
    const phase = 'boundaries and violations'
    if (!isSelected(phase, name)) continue
    const drafts = draftsFor(family, target, suite)
    if (drafts.length === 0) skip(phase, name, missing(options))
    const all = drafts.map((draft, index): Job => ({ phase, name, index, run: () => runCase(target, draft, name) }))
    yield* all.filter(isReplayed)
  }
  if (options.isMock || !options.mayWrite) {
    const reason = options.isMock ? 'a mock stores nothing' : 'only with WRITE=1'
    for (const { name } of rules) if (isSelected('rules', name)) skip('rules', name, reason)
    for (const name of sequenceNames) if (isSelected('sequences', name)) skip('sequences', name, reason)
    return
  }
  for (const rule of rules) {
    const { name, needs = [] } = rule
    if (!isSelected('rules', name)) continue
    const lacking = needs.filter((token) => !(token in options.tokens))
    if (lacking.length > 0) skip('rules', name, `needs ${lacking.map((token) => variables[token]).join(' and ')}`)
    else {
      const checks = [...new Set([...sequenceChecks, rule.check])]
      yield {
        phase: 'rules',
        name,
        index: 0,
        run: () => inSession(target, checks, (session) => runRule(rule, session)),
      }
    }
  }
  const [ofSteps = '', ofLists = ''] = sequenceNames
  const sampled: [string, ((session: Session) => Promise<void>)[]][] = [
    [ofSteps, fc.sample(sequences, { seed, numRuns }).map((steps) => (session) => runSequence(steps, session))],
    [
      ofLists,
      fc.sample(concurrentListings, { seed, numRuns }).map((one) => (session) => listDuringWrites(one, session)),
    ],
  ]
  for (const [name, runs] of sampled) {
    if (!isSelected('sequences', name)) continue
    const all = runs.map((run, index): Job => {
      return { phase: 'sequences', name, index, run: () => inSession(target, sequenceChecks, run) }
    })
    yield* all.filter(isReplayed)
  }
}

function missing({ mayWrite }: TargetOptions): string {
  return mayWrite ? 'needs more tokens than are set' : 'only with WRITE=1, or with more than one token'
}

async function expectAccess(target: Target): Promise<void> {
  const { token, neighbourToken, plants_readToken } = target.options.tokens
  for (const [name, value] of Object.entries({
    TOKEN: token,
    OTHER_TOKEN: neighbourToken,
    READ_TOKEN: plants_readToken,
  })) {
    if (value === undefined) continue
    const { response, value: problem } = await call(target, 'listPlants', { query: ['limit=1'], token: value })
    if (response.status === 404)
      throw new Untestable(`${target.options.url} has no /plants (404). Correct the path of URL.`)
    if (response.status !== 401 && response.status !== 403) continue
    const reason = Object(problem).detail ?? 'It gives no reason.'
    const scopes = name === 'READ_TOKEN' ? 'plants:read' : 'plants:read and plants:write'
    throw new Untestable(
      `The service refuses ${name} with ${response.status}: ${reason} Set it to a valid token with ${scopes}.`,
    )
  }
}

// With MOCK=1, the run does not delete what it creates.
async function expectNoState(target: Target): Promise<void> {
  const { value } = await call(target, 'createPlant', { body: { name: 'Created by the contract tester' } })
  const { id } = Object(value)
  if (typeof id !== 'string') return
  await call(target, 'deletePlant', { id })
  const { response } = await call(target, 'getPlant', { id })
  if (response.status === 404) {
    throw new Untestable('MOCK=1 is for a mock that stores nothing, but this target stores plants. Leave out MOCK=1.')
  }
}

// Without permission to write, requests use the first plant that exists.
async function findPlant(target: Target): Promise<boolean> {
  const { value } = await call(target, 'listPlants', { query: ['limit=1'] })
  if (target.options.mayWrite) {
    if (!target.options.isMock) await findStart(target)
    return true
  }
  const { id } = Object(Array.isArray(value) ? value[0] : undefined)
  if (typeof id !== 'string') return false
  target.values.id = id
  target.values.etag = (await call(target, 'getPlant', { id })).response.headers.etag ?? ''
  return true
}

// The position after which this run adds its plants, if the identifiers ascend: lists begin there, so that a large
// collection takes no more requests than a small one.
async function findStart(target: Target): Promise<void> {
  const ids: string[] = []
  for (const name of ['The first plant', 'The second plant', 'The third plant']) {
    ids.push(String(Object((await call(target, 'createPlant', { body: { name } })).value).id))
    await wait(2)
  }
  const [start = '', ...rest] = ids
  const { value } = await call(target, 'listPlants', { query: [`after=${start}`] })
  const after = (Array.isArray(value) ? value : []).map((plant) => Object(plant).id)
  if (after.join() === rest.join()) target.values.start = start
}

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
  return { checks, findings: session.findings, request: session.findings[0]?.request ?? session.request }
}

// The target keeps only what it had before. What cannot be deleted now is deleted at the end.
async function deleteCreated(target: Target, { all = false } = {}): Promise<void> {
  if (!target.options.mayWrite || target.options.isMock) return
  for (const [id, token] of target.created) {
    if (id === target.values.start && !all) continue
    try {
      const { response } = await call(target, 'deletePlant', { id, token })
      if (response.status === 204 || response.status === 404) target.created.delete(id)
      else if (!all) continue
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      // One more attempt, at the end.
      if (!all) return
    }
  }
}
