// The store in memory, and what the transaction of a handler reads of its own writes. handlers.test.ts has other writers.
import { beforeEach, expect, it } from 'vitest'
import { startTransaction, type Transaction } from '../../../core/handlers/transaction.ts'
import type { CollectionKey, ItemStore, Page } from '../../../core/stores/item-store.ts'
import { createMemoryStore } from '../../../core/stores/memory-store.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { booksOn, getPages, getShelves, testCollections, toItem } from '../../support/item-store/collections.ts'
import { describeItemStore } from '../../support/item-store/suite.ts'

const shelf = getShelves('ann')

let store: ItemStore
let own: Transaction
const start = () => startTransaction({ collections: testCollections }, store, undefined)
beforeEach(async () => {
  store = createMemoryStore({ collections: testCollections })
  await store.create(shelf, toItem('a'))
  own = start()
})

const create = (id: string, place = shelf) => own.create(place, toItem(id))
const idsIn = async (from: { list: ItemStore['list'] }, place: CollectionKey = shelf) =>
  (await from.list(place, { limit: 9 }))?.items.map(({ id }) => id)

it('has nothing below an item that it has deleted, also after it has created the item again', async () => {
  for (const id of ['book', 'other']) await store.create(booksOn('a'), toItem(id))
  await store.create(getPages('a', 'book'), toItem('page'))
  await own.update(booksOn('a'), 'other', () => toItem('other', { label: 'x' }).text, undefined)
  expect(await own.delete(shelf, 'a', undefined)).toBe(toItem('a').text)
  const items = [await own.get(shelf, 'a'), own.written(shelf, 'a'), await own.get(booksOn('a'), 'other')]
  expect(items).toEqual([undefined, undefined, undefined])
  const lists = [await idsIn(own), await idsIn(own, booksOn('a')), await own.revision(booksOn('a'))]
  expect(lists).toEqual([[], undefined, undefined])
  expect(await own.get(getPages('a', 'book'), 'page')).toBeUndefined()
  expect(await create('c', booksOn('a'))).toBeUndefined()
  expect(await create('a')).toBe(toItem('a').text)
  expect([await idsIn(own, booksOn('a')), await own.get(booksOn('a'), 'book')]).toEqual([[], undefined])
  expect(await create('book', booksOn('a'))).toBe(toItem('book').text)
  expect([await idsIn(own, booksOn('a')), await idsIn(own, getPages('a', 'book'))]).toEqual([['book'], []])
  expect(await own.commit({})).toBe('committed')
  expect([await idsIn(store, booksOn('a')), await idsIn(store, getPages('a', 'book'))]).toEqual([['book'], []])
})

it('lists each item once, also of pages that a store has ended early', async () => {
  const product = { shortName: 'test' }
  store = await openSqliteStore(await newFolder(), { product, collections: testCollections })
  onCleanUp(() => store.close())
  own = start()
  for (const label of ['Oak oar', 'Oaks', 'Oats', 'Elm oat']) await store.create(shelf, toItem(label, { label }))
  const read = async (limit: number) => {
    const names: string[] = []
    let page: Page | undefined
    do {
      page = await own.list(shelf, { words: ['oa'], after: page?.next, limit, maxCompared: 2 })
      names.push(...(page?.items ?? []).map(({ id }) => id))
    } while (page?.next !== undefined)
    return names
  }
  for (const limit of [1, 2, 9]) expect(await read(limit)).toEqual(['Elm oat', 'Oak oar', 'Oaks', 'Oats'])
  await own.create(shelf, toItem('Oar', { label: 'Oar oasis' }))
  await own.update(shelf, 'Oaks', () => toItem('Oaks', { label: 'Box oath' }).text, undefined)
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
