// The whole suite on one target: what the contract gives as examples, what it makes of every family, and sequences.
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { call } from './call.ts'
import { canBeAsked, draftsOf, exampleDrafts, tryOut } from './cases.ts'
import { ofEveryAnswer, type Trial } from './checks.ts'
import { NoAnswer } from './connection.ts'
import { operation, operations } from './contract/openapi.ts'
import { judge } from './contract/oracle.ts'
import { crowds, listInCrowd } from './listing.ts'
import type { Draft } from './requests/draft.ts'
import { families } from './requests/families.ts'
import { runSequence, type Session, sequences } from './sequences.ts'
import { Target, type TargetOptions, told } from './target.ts'

export interface Suite {
  seed: number
  /** Of each family of requests. */
  perFamily: number
  /** Of each kind. */
  sequences: number
  /** Words; families that have one of them are left out. */
  skip: string[]
}

export interface Conformance {
  trials: Trial[]
  /** What was not asked, and why. */
  leftOut: string[]
}

/** @throws {NoAnswer} where nobody answers at all. */
export async function conform(
  options: TargetOptions,
  suite: Suite,
  onTrial: (trial: Trial) => void = () => {},
): Promise<Conformance> {
  using target = new Target(options)
  const trials: Trial[] = []
  const leftOut: string[] = []
  const note = (trial: Trial) => {
    trials.push(trial)
    onTrial(trial)
  }
  await explore(target, leftOut)
  for (const { name, draft } of exampleDrafts()) {
    if (canBeAsked(draft, target)) note(await tryOut(target, draft, { phase: 'examples', name }))
  }
  for (const path of new Set(operations.map((one) => one.path))) note(await askOptions(target, path))
  for (const family of families) {
    const isSkipped = suite.skip.some((word) => family.name.includes(word))
    const drafts = isSkipped ? [] : draftsOf(family, target, suite)
    if (drafts.length === 0) leftOut.push(`${family.name}: ${isSkipped ? 'SKIP says so' : whyNone(target)}`)
    for (const draft of drafts) note(await tryOut(target, draft, { phase: 'boundaries and faults', name: family.name }))
  }
  await cleanUp(target)
  if (options.keepsNothing || !options.mayWrite) {
    leftOut.push(`sequences: ${options.keepsNothing ? 'a mock keeps nothing' : 'only with WRITE=1'}`)
  } else for await (const trial of sequencesOf(target, suite)) note(trial)
  return { trials, leftOut }
}

function whyNone({ options }: Target): string {
  return options.mayWrite ? 'it needs the tokens of several callers' : 'only with WRITE=1, or more than one token'
}

// What is there, for who may only read: others make what they need, and leave alone what was there before.
async function explore(target: Target, leftOut: string[]): Promise<void> {
  const { answer, value } = await call(target, 'listPlants', { query: ['limit=1'] })
  if (target.options.mayWrite) return
  const [first] = Array.isArray(value) ? value : []
  const { id } = Object(first)
  if (typeof id === 'string') {
    target.facts.id = id
    target.facts.etag = (await call(target, 'getPlant', { id })).answer.headers.etag ?? ''
  } else leftOut.push('reading a plant: there is none; WRITE=1 makes some')
  const cursor = /cursor=([\w-]+)/.exec(answer.headers.link ?? '')?.[1]
  if (cursor !== undefined) target.facts.cursor = cursor
}

// RFC 9110, 9.3.7: who asks what a path can do is told all of it.
async function askOptions(target: Target, path: string): Promise<Trial> {
  const ofPath = operations.filter((one) => one.path === path)
  const draft: Draft = {
    operation: operation(ofPath[0]?.id ?? ''),
    touched: [],
    setUp: 'nothing',
    method: 'OPTIONS',
    target: { prefix: '', path: path.replace('{id}', target.facts.id ?? crypto.randomUUID()), query: [] },
    fields: [['Host', '{host}']],
    body: undefined,
    chunked: false,
    outcomes: [],
  }
  const answer = await target.ask(draft)
  const allowed = (answer.headers.allow ?? '')
    .split(/\s*,\s*/)
    .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
  const documented = ofPath.map(({ method }) => method)
  const isExact = allowed.toSorted().join() === documented.toSorted().join()
  const says = `Allow: ${answer.headers.allow}, but the contract has ${documented}`
  return {
    phase: 'examples',
    name: `OPTIONS ${path}`,
    subjectTo: [...ofEveryAnswer, 'allow_header_conformance'],
    findings: [
      ...(await judge('OPTIONS', undefined, answer)),
      ...(isExact ? [] : [{ check: 'allow_header_conformance' as const, says }]),
    ],
    told: told(draft, target.facts),
  }
}

async function* sequencesOf(target: Target, { seed, sequences: numRuns }: Suite): AsyncGenerator<Trial> {
  for (const commands of fc.sample(sequences, { seed, numRuns })) {
    yield await session(target, 'create, read, change, delete, list', (one) => runSequence(commands, one))
  }
  for (const crowd of fc.sample(crowds, { seed, numRuns })) {
    yield await session(target, 'list while others write', (one) => listInCrowd(crowd, one))
  }
}

async function session(target: Target, name: string, run: (session: Session) => Promise<void>): Promise<Trial> {
  const { findings, told: asked }: Session = { target, findings: [], told: [] }
  try {
    await run({ target, findings, told: asked })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    findings.push({ check: 'max_response_time', says: error.message })
  }
  const subjectTo: Trial['subjectTo'] = [
    ...ofEveryAnswer,
    'positive_data_acceptance',
    'negative_data_rejection',
    'ensure_resource_availability',
    'use_after_free',
    'listing_conformance',
  ]
  // Others walk the list, too, and it is not to grow.
  await cleanUp(target)
  return { phase: 'stateful', name, subjectTo, findings, told: asked.slice(-6).join('\n\n') }
}

// The target is left as it was found.
async function cleanUp(target: Target): Promise<void> {
  if (!target.options.mayWrite || target.options.keepsNothing) return
  for (const id of target.created) {
    const { answer } = await call(target, 'deletePlant', { id })
    if (answer.status >= 500) await wait(100)
    target.created.delete(id)
  }
}
