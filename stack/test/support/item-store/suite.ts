// The tests of every ItemStore, whatever its database.
import { afterEach, beforeEach, describe } from 'vitest'
import { describeChildren } from './children.ts'
import type { TestStore } from './collections.ts'
import { describeCommits } from './commits.ts'
import { describeCreators } from './creators.ts'
import { describeItems } from './items.ts'
import { describeKeys } from './keys.ts'
import { describeLists } from './lists.ts'

export function describeItemStore(name: string, open: () => Promise<TestStore>): void {
  describe(`an item store: ${name}`, () => {
    // It has a store as soon as a test runs.
    const opened = {} as TestStore
    beforeEach(async () => void Object.assign(opened, await open()))
    afterEach(() => opened.store.close())
    describeItems(opened)
    describeLists(opened)
    describeKeys(opened)
    describeChildren(opened)
    describeCommits(opened)
    describeCreators(opened)
  })
}
