import { expect, it } from 'vitest'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { getShelves, testCollections, toItem } from '../../support/item-store/collections.ts'
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

it('shares the collections of one owner with other stores', async () => {
  const list = (from: ItemStore, owner: string) =>
    from.list(getShelves(owner), { filters: {}, after: undefined, limit: 9 }).then((page) => page?.items)
  const [collections, one] = [testCollections, createMemoryStore({ collections: testCollections })]
  const other = createMemoryStore({ collections, shared: one.shared('ann') })
  await one.create(getShelves('ann'), toItem('a'))
  await one.create(getShelves('bob'), toItem('b'))
  expect([await list(other, 'ann'), await list(other, 'bob')]).toEqual([[toItem('a')], []])
  const copy = other.copy()
  await other.create(getShelves('ann'), toItem('c'))
  expect([await list(one, 'ann'), await list(copy, 'ann')]).toEqual([[toItem('a'), toItem('c')], [toItem('a')]])
})
