// The store in memory, and what the transaction of a handler reads of its own writes. handlers.test.ts has other writers.
import { beforeEach, expect, it } from 'vitest'
import { startTransaction, type Transaction } from '../../../core/handlers/transaction.ts'
import type { CollectionKey, ItemStore, Page } from '../../../core/stores/item-store.ts'
import { createMemoryStore } from '../../../core/stores/memory-store.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { getBookings, getGuests, getRooms, testCollections, toItem } from '../../support/item-store/collections.ts'
import { describeItemStore } from '../../support/item-store/suite.ts'

const room = getRooms('ann')

let store: ItemStore
let own: Transaction
const start = () => startTransaction({ collections: testCollections }, store, undefined)
beforeEach(async () => {
  store = createMemoryStore({ collections: testCollections })
  await store.create(room, toItem('a'))
  own = start()
})

const create = (id: string, place = room) => own.create(place, toItem(id))
const idsIn = async (from: { list: ItemStore['list'] }, place: CollectionKey = room) =>
  (await from.list(place, { limit: 9 }))?.items.map(({ id }) => id)

it('has nothing below an item that it has deleted, also after it has created the item again', async () => {
  for (const id of ['booking', 'other']) await store.create(getBookings('a'), toItem(id))
  await store.create(getGuests('a', 'booking'), toItem('guest'))
  await own.update(getBookings('a'), 'other', () => toItem('other', { label: 'x' }).text, undefined)
  expect(await own.delete(room, 'a', undefined)).toBe(toItem('a').text)
  const items = [await own.get(room, 'a'), own.getStaged(room, 'a'), await own.get(getBookings('a'), 'other')]
  expect(items).toEqual([undefined, undefined, undefined])
  const lists = [await idsIn(own), await idsIn(own, getBookings('a')), await own.revision(getBookings('a'))]
  expect(lists).toEqual([[], undefined, undefined])
  expect(await own.get(getGuests('a', 'booking'), 'guest')).toBeUndefined()
  expect(await create('c', getBookings('a'))).toBeUndefined()
  expect(await create('a')).toBe(toItem('a').text)
  expect([await idsIn(own, getBookings('a')), await own.get(getBookings('a'), 'booking')]).toEqual([[], undefined])
  expect(await create('booking', getBookings('a'))).toBe(toItem('booking').text)
  expect([await idsIn(own, getBookings('a')), await idsIn(own, getGuests('a', 'booking'))]).toEqual([['booking'], []])
  expect(await own.commit({})).toBe('committed')
  expect([await idsIn(store, getBookings('a')), await idsIn(store, getGuests('a', 'booking'))]).toEqual([
    ['booking'],
    [],
  ])
})

it('lists each item once, also of pages that a store has ended early', async () => {
  const product = { shortName: 'test' }
  store = await openSqliteStore(await newFolder(), { product, collections: testCollections })
  onCleanUp(() => store.close())
  own = start()
  for (const label of ['Oak oar', 'Oaks', 'Oats', 'Elm oat']) await store.create(room, toItem(label, { label }))
  const read = async (limit: number) => {
    const names: string[] = []
    let page: Page | undefined
    do {
      page = await own.list(room, { searchTerms: ['oa'], after: page?.next, limit, maxCompared: 2 })
      names.push(...(page?.items ?? []).map(({ id }) => id))
    } while (page?.next !== undefined)
    return names
  }
  for (const limit of [1, 2, 9]) expect(await read(limit)).toEqual(['Elm oat', 'Oak oar', 'Oaks', 'Oats'])
  await own.create(room, toItem('Oar', { label: 'Oar oasis' }))
  await own.update(room, 'Oaks', () => toItem('Oaks', { label: 'Box oath' }).text, undefined)
  const changed = ['Elm oat', 'Oak oar', 'Oaks', 'Oar', 'Oats']
  for (const limit of [1, 2, 9]) expect(await read(limit)).toEqual(changed)
})

describeItemStore('memory', async () => {
  let now = 0
  return {
    store: createMemoryStore({ collections: testCollections, now: () => now }),
    passTime: (milliseconds) => {
      now += milliseconds
    },
  }
})
