// The short form of `make histories`.
import { expect, it } from 'vitest'
import { readSeed } from '../../stack/test/support/read-settings.ts'
import { checkHistories, describe, storeFactories } from './histories.ts'

it.each(Object.entries(storeFactories))('each history of the store is linearizable: %s', async (_, open) => {
  const seed = readSeed()
  const { anomalies, calls, concurrentCalls } = await checkHistories(await open(), { seed, histories: 60 })
  expect(anomalies.map(describe), `make histories SEED=${seed}`).toEqual([])
  expect(concurrentCalls).toBeGreaterThan(calls / 100)
})
