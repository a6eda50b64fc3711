// The store in memory, and what the transaction of a handler reads of its own writes. handlers.test.ts has other writers.
import { beforeEach, expect, it } from 'vitest'
import { startTransaction, type Transaction } from '../../../core/handlers/transaction.ts'
import type { CollectionKey, ItemStore, Page } from '../../../core/stores/item-store.ts'
import { createMemoryStore } from '../../../core/stores/memory-store.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { bookingsKey, guestsKey, roomsKey, testCollections, toItem } from '../../support/item-store/collections.ts'
import { describeItemStore } from '../../support/item-store/suite.ts'

const room = roomsKey('ann')

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
  for (const id of ['booking', 'other']) await store.create(bookingsKey('a'), toItem(id))
  await store.create(guestsKey('a', 'booking'), toItem('guest'))
  await own.update(bookingsKey('a'), 'other', () => toItem('other', { label: 'x' }).text, undefined)
  expect(await own.delete(room, 'a', undefined)).toBe(toItem('a').text)
  const items = [await own.get(room, 'a'), own.getStaged(room, 'a'), await own.get(bookingsKey('a'), 'other')]
  expect(items).toEqual([undefined, undefined, undefined])
  const lists = [await idsIn(own), await idsIn(own, bookingsKey('a')), await own.revision(bookingsKey('a'))]
  expect(lists).toEqual([[], undefined, undefined])
  expect(await own.get(guestsKey('a', 'booking'), 'guest')).toBeUndefined()
  expect(await create('c', bookingsKey('a'))).toBeUndefined()
  expect(await create('a')).toBe(toItem('a').text)
  expect([await idsIn(own, bookingsKey('a')), await own.get(bookingsKey('a'), 'booking')]).toEqual([[], undefined])
  expect(await create('booking', bookingsKey('a'))).toBe(toItem('booking').text)
  expect([await idsIn(own, bookingsKey('a')), await idsIn(own, guestsKey('a', 'booking'))]).toEqual([['booking'], []])
  expect(await own.commit({})).toBe('committed')
  expect([await idsIn(store, bookingsKey('a')), await idsIn(store, guestsKey('a', 'booking'))]).toEqual([
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
