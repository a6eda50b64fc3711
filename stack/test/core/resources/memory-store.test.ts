import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { testCollections } from '../../support/item-store/collections.ts'
import { describeItemStore } from '../../support/item-store/suite.ts'

describeItemStore('memory', async () => {
  let now = 0
  return {
    store: createMemoryStore({ collections: testCollections, now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
})
