// The short form of `make storm`: the same failures each time, and random ones with a printed seed.
import { describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { checkRun } from './check.ts'
import type { ProxiedRequest } from './failing-proxy.ts'
import { failures } from './failures.ts'
import type { CallRecord } from './scenario.ts'
import { callsWith, runStorm } from './storm.ts'

it.each([
  ['the same failures', 20_261_120],
  ['random failures', readSeed()],
])('the client has no errors in a storm with %s (SEED=%i)', { timeout: 60_000 }, async (_, seed) => {
  const report = await runStorm({ seed, runs: 100, concurrency: 10 })
  expect(report.errors).toEqual([])
  expect([...report.requests.keys()].toSorted()).toEqual(['none', ...Object.keys(failures)].toSorted())
  for (const outcome of ['done', 'unchanged', 'unknown'] as const) {
    expect(callsWith(report, outcome), outcome).toBeGreaterThan(0)
  }
})

describe('the check of a run', () => {
  const created: CallRecord = { call: 'create', outcome: 'done', ms: 1, name: 'fern', id: 'a' }
  const update: CallRecord = { call: 'update', outcome: 'done', ms: 1, id: 'a' }
  const deletion: CallRecord = { ...update, call: 'delete' }
  const unchanged = { outcome: 'unchanged' } as const
  const fern = { id: 'a', name: 'fern' }
  const patch = (failure?: string) => ({ method: 'PATCH', failure })

  it.each<[CallRecord[], { id: string; name: string }[], ProxiedRequest[]]>([
    [[created], [fern], []],
    [[{ ...created, outcome: 'unknown' }], [], [patch('503 of the service'), patch()]],
  ])('passes for %j with the plants %j', (records, plants, requests) => {
    expect(checkRun(records, plants, requests)).toEqual([])
  })

  it.each<[error: string, CallRecord[], { id: string; name: string }[], ProxiedRequest[]?]>([
    ['create created 2 plants: fern', [created], [fern, { id: 'b', name: 'fern' }]],
    ['create reported done, but the plant is missing: fern', [created], []],
    ['create reported unchanged, but created fern', [{ ...created, ...unchanged }], [fern]],
    ['create returned another plant: fern', [created], [{ id: 'b', name: 'fern' }]],
    ['create returned no plant: fern', [{ ...created, id: undefined }], [fern]],
    ['create took 60000 ms', [{ ...created, ms: 60_000 }], [fern]],
    ['create rejected with TypeError', [{ ...created, otherError: 'TypeError: x' }], [fern]],
    ['update reported done, but was not done', [update], [fern]],
    ['update reported unchanged, but was done', [{ ...update, ...unchanged }], [{ id: 'a', name: 'x changed' }]],
    ['delete reported done, but was not done', [deletion], [fern]],
    ['delete reported unchanged, but was done', [{ ...deletion, ...unchanged }], []],
    ['list lacks a plant', [created, { call: 'list', outcome: 'done', ms: 1, ids: [] }], [fern]],
    ['update was retried after: no failure', [], [], [patch(), patch()]],
  ])('finds: %s', (error, records, plants, requests = []) => {
    expect(checkRun(records, plants, requests).join('\n')).toContain(error)
  })
})
