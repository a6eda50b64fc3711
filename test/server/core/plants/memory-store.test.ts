import { createMemoryStore } from '../../../../server/core/plants/memory-store.ts'
import { describeConditionalWrites } from '../../../support/conditional-writes-suite.ts'
import { describePlantStore, type TestStore } from '../../../support/plant-store-suite.ts'

const openTestStore = async (): Promise<TestStore> => {
  let now = 0
  return {
    store: createMemoryStore({ now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
}
describePlantStore('memory', openTestStore)
describeConditionalWrites('memory', openTestStore)
