// The short form of `make histories`.
import { afterAll, describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { cleanUp } from '../../support/folder.ts'
import { plantOf } from '../../support/plant-store-suite.ts'
import { type Entry, isLinearizable } from './check.ts'
import { checkHistories, describe as describeAnomaly } from './histories.ts'
import { engines, losingUpdates } from './stores.ts'

afterAll(cleanUp)

// The first test with PostgreSQL starts its server.
const timeout = 60_000

it.each(Object.entries(engines))('the histories of the store are linearizable: %s', { timeout }, async (_, open) => {
  const seed = readSeed()
  const { anomalies, calls, concurrentCalls } = await checkHistories(await open(), { seed, histories: 60 })
  expect(anomalies.map(describeAnomaly), `make histories SEED=${seed}`).toEqual([])
  expect(concurrentCalls).toBeGreaterThan(calls / 100)
})

it('an anomaly is found if the store loses updates', async () => {
  const [store] = (await engines.SQLite?.()) ?? []
  if (store === undefined) throw new Error('there is no store')
  const { anomalies } = await checkHistories(losingUpdates(store), { seed: 1, histories: 1_000, stopAtFirst: true })
  expect(anomalies).not.toEqual([])
})

describe('the check', () => {
  const fern = plantOf('a')
  const create = (start: number, end: number): Entry => {
    return { start, end, call: { name: 'create', plant: fern }, observed: { result: fern } }
  }
  const get = (start: number, end: number, result: typeof fern | undefined): Entry => {
    return { start, end, call: { name: 'get', id: fern.id }, observed: { result } }
  }
  const revision = (start: number, text: string): Entry => {
    return { start, end: start + 0.5, call: { name: 'revision' }, observed: { result: undefined, revision: text } }
  }

  it.each<[what: string, expected: boolean, history: Entry[]]>([
    ['a read after a creation that sees it', true, [create(0, 1), get(2, 3, fern)]],
    ['a read after a creation that does not see it', false, [create(0, 1), get(2, 3, undefined)]],
    [
      'reads during a creation that see it one after the other',
      true,
      [create(0, 9), get(1, 2, undefined), get(3, 4, fern)],
    ],
    ['a read that no longer sees a creation', false, [create(0, 9), get(1, 2, fern), get(3, 4, undefined)]],
    ['concurrent reads, of which one sees a creation', true, [create(0, 9), get(1, 4, fern), get(2, 3, undefined)]],
    ['a revision that stays without a change', true, [revision(0, 'x'), revision(1, 'x')]],
    ['a revision that changes without a change', false, [revision(0, 'x'), revision(1, 'y')]],
    ['a revision that stays after a change', false, [revision(0, 'x'), create(1, 2), revision(3, 'x')]],
    ['a revision that comes back', false, [revision(0, 'x'), create(1, 4), revision(2, 'y'), revision(3, 'x')]],
  ])('%s: %s', (_, expected, history) => {
    expect(isLinearizable(history)).toBe(expected)
  })
})
