// The short form of `make histories`.
import { expect, it } from 'vitest'
import { contract } from '../../generated/index.ts'
import { createMemoryStore } from '../../stack/core/stores/memory-store.ts'
import { readSeed } from '../../stack/test/support/read-settings.ts'
import { checkHistories, describe, storeFactories } from './histories.ts'

it.each(Object.entries(storeFactories))('each history of the store is linearizable: %s', async (_, open) => {
  const seed = readSeed()
  const { anomalies, calls, concurrentCalls } = await checkHistories(await open(), { seed, histories: 60 })
  expect(anomalies.map(describe), `make histories SEED=${seed}`).toEqual([])
  expect(concurrentCalls).toBeGreaterThan(calls / 100)
})

it('finds the histories of a store that does not return what it has', async () => {
  const store = { ...createMemoryStore(contract), get: async () => undefined }
  const { anomalies } = await checkHistories([store], { seed: 1, histories: 20 })
  expect(anomalies).not.toEqual([])
})
