import { testCollections } from '../../../../test/support/item-store/collections.ts'
import { describeItemStore } from '../../../../test/support/item-store/suite.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'

describeItemStore('memory', async () => {
  let now = 0
  return {
    store: createMemoryStore({ collections: testCollections, now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
})
