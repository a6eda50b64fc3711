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
let tx: Transaction
const start = () => startTransaction({ collections: testCollections }, store, undefined)
beforeEach(async () => {
  store = createMemoryStore({ collections: testCollections })
  await store.create(room, toItem('a'))
  tx = start()
})

const create = (id: string, key = room) => tx.create(key, toItem(id))
const idsIn = async (from: { list: ItemStore['list'] }, key: CollectionKey = room) =>
  (await from.list(key, { limit: 9 }))?.items.map(({ id }) => id)

it('a transaction reads no descendants of an item that it has deleted, even after it recreates the item', async () => {
  for (const id of ['booking', 'other']) await store.create(bookingsKey('a'), toItem(id))
  await store.create(guestsKey('a', 'booking'), toItem('guest'))
  await tx.update(bookingsKey('a'), 'other', () => toItem('other', { label: 'x' }).text, undefined)
  expect(await tx.delete(room, 'a', undefined)).toBe(toItem('a').text)
  const items = [await tx.get(room, 'a'), tx.getStaged(room, 'a'), await tx.get(bookingsKey('a'), 'other')]
  expect(items).toEqual([undefined, undefined, undefined])
  const lists = [await idsIn(tx), await idsIn(tx, bookingsKey('a')), await tx.revision(bookingsKey('a'))]
  expect(lists).toEqual([[], undefined, undefined])
  expect(await tx.get(guestsKey('a', 'booking'), 'guest')).toBeUndefined()
  expect(await create('c', bookingsKey('a'))).toBeUndefined()
  expect(await create('a')).toBe(toItem('a').text)
  expect([await idsIn(tx, bookingsKey('a')), await tx.get(bookingsKey('a'), 'booking')]).toEqual([[], undefined])
  expect(await create('booking', bookingsKey('a'))).toBe(toItem('booking').text)
  expect([await idsIn(tx, bookingsKey('a')), await idsIn(tx, guestsKey('a', 'booking'))]).toEqual([['booking'], []])
  expect(await tx.commit({})).toBe('committed')
  expect([await idsIn(store, bookingsKey('a')), await idsIn(store, guestsKey('a', 'booking'))]).toEqual([
    ['booking'],
    [],
  ])
})

it('a repeated transaction returns the earlier item for one creation only', async () => {
  const repeated = startTransaction({ collections: testCollections }, store, toItem('a').text)
  expect(await repeated.create(room, toItem('b'))).toBe(toItem('a').text)
  await expect(repeated.create(room, toItem('c'))).rejects.toThrow('already used for one item')
})

it('a transaction lists each item once, even if the store returns short pages', async () => {
  const product = { shortName: 'test' }
  store = await openSqliteStore(await newFolder(), { product, collections: testCollections })
  onCleanUp(() => store.close())
  tx = start()
  for (const label of ['Oak oar', 'Oaks', 'Oats', 'Elm oat']) await store.create(room, toItem(label, { label }))
  const listNames = async (limit: number) => {
    const names: string[] = []
    let page: Page | undefined
    do {
      page = await tx.list(room, { searchTerms: ['oa'], after: page?.next, limit, maxCompared: 2 })
      names.push(...(page?.items ?? []).map(({ id }) => id))
    } while (page?.next !== undefined)
    return names
  }
  for (const limit of [1, 2, 9]) expect(await listNames(limit)).toEqual(['Elm oat', 'Oak oar', 'Oaks', 'Oats'])
  await tx.create(room, toItem('Oar', { label: 'Oar oasis' }))
  await tx.update(room, 'Oaks', () => toItem('Oaks', { label: 'Box oath' }).text, undefined)
  const changed = ['Elm oat', 'Oak oar', 'Oaks', 'Oar', 'Oats']
  for (const limit of [1, 2, 9]) expect(await listNames(limit)).toEqual(changed)
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
