import { expect, it } from 'vitest'
import { createMemoryStore } from '../../../../server/core/plants/memory-store.ts'
import { describePlantStore, idOf, plantOf } from '../../../support/plant-store-suite.ts'

describePlantStore('memory', async () => {
  let now = 0
  return {
    store: createMemoryStore({ now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
})

it('a store in memory has each id once', async () => {
  const store = createMemoryStore()
  await store.create('ann', plantOf('a'))
  await expect(store.create('ann', plantOf('a'))).rejects.toThrow(`There is a plant with the id ${idOf('a')} already.`)
})

it('a store in memory that is cleared has no plants and no keys', async () => {
  const store = createMemoryStore()
  const keyed = { key: 'k', keptHours: 24 }
  await store.createOnce('ann', { ...keyed, plant: plantOf('a') })
  store.clear()
  expect((await store.list('ann', { tag: undefined, after: undefined, limit: 101 })).plants).toEqual([])
  expect(await store.createOnce('ann', { ...keyed, plant: plantOf('b') })).toEqual(plantOf('b'))
})
