import { expect, it } from 'vitest'
import { createMemoryStore } from '../../../../server/core/plants/memory-store.ts'
import { describePlantStore } from '../../../support/plant-store-suite.ts'

describePlantStore('memory', async () => createMemoryStore())

it('forgets every plant and every key when it is cleared', async () => {
  const store = createMemoryStore()
  const time = '2025-11-20T09:00:00.000Z'
  const plant = { id: 'a', name: 'Fern', tag: '', createdAt: time, updatedAt: time }
  const request = { name: 'Fern', tag: '' }
  const creation = { key: 'k', plant, request, createdAt: new Date(time), keptHours: 24 }
  await store.createOnce('ann', creation)
  store.clear()
  expect(await store.list('ann', { tag: undefined, after: undefined, most: 101 })).toEqual([])
  const again = { ...creation, plant: { ...plant, id: 'b' } }
  expect(await store.createOnce('ann', again)).toMatchObject({ plant: { id: 'b' } })
})
