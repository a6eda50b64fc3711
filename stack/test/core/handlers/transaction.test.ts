// The store in memory, and the reads and writes of one handler beside another writer of the same store.
import { beforeEach, expect, it } from 'vitest'
import { Stale, startTransaction, type Transaction } from '../../../core/handlers/transaction.ts'
import { listItems } from '../../../core/items/list-items.ts'
import type { Start } from '../../../core/items/list-order.ts'
import type { ItemStore, Place } from '../../../core/stores/item-store.ts'
import { createMemoryStore } from '../../../core/stores/memory-store.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import {
  booksOn,
  getPages,
  getShelves,
  shelves,
  testCollections,
  toItem,
} from '../../support/item-store/collections.ts'
import { describeItemStore } from '../../support/item-store/suite.ts'

const shelf = getShelves('ann')
const all = { filters: {}, after: undefined, limit: 9 }

let store: ItemStore
let own: Transaction
beforeEach(async () => {
  store = createMemoryStore({ collections: testCollections })
  await store.create(shelf, toItem('a'))
  own = start()
})

function start(earlier?: string): Transaction {
  const collectionAt = (path: string) => testCollections.find((one) => one.path === path) ?? expect.unreachable()
  return startTransaction({ collectionAt }, store, earlier)
}

const create = (id: string, place = shelf) => own.create(place, toItem(id))
const commit = () => own.commit({})
const idsIn = async (from: { list: ItemStore['list'] }, place: Place = shelf) =>
  (await from.list(place, all))?.items.map(({ id }) => id)

it('has nothing below an item that it has deleted', async () => {
  await store.create(booksOn('a'), toItem('book'))
  await store.create(getPages('a', 'book'), toItem('page'))
  expect(await own.delete(shelf, 'a', undefined)).toBe(toItem('a').text)
  const items = [await own.get(booksOn('a'), 'book'), await own.get(shelf, 'a'), own.written(shelf, 'a')]
  expect(items).toEqual([undefined, undefined, undefined])
  const lists = [await idsIn(own), await idsIn(own, booksOn('a')), await own.revision(booksOn('a'))]
  expect(lists).toEqual([[], undefined, undefined])
  expect(await own.get(getPages('a', 'book'), 'page')).toBeUndefined()
  expect(await create('c', booksOn('a'))).toBeUndefined()
})

it('fails if another writer has taken an id, and can use the id of an item that it has deleted', async () => {
  await create('b')
  await store.create(shelf, toItem('b'))
  expect(await commit()).toBe('stale')
  own = start()
  await own.delete(shelf, 'b', undefined)
  await create('b')
  expect(await commit()).toBe('committed')
})

it('fails if a list or an item has changed between two reads, or if its parent is gone', async () => {
  await own.revision(shelf)
  await store.create(shelf, toItem('b'))
  await expect(own.list(shelf, all)).rejects.toThrow(Stale)
  own = start()
  expect([await own.get(shelf, 'a'), await idsIn(own, booksOn('a'))]).toEqual([toItem('a').text, []])
  await store.delete(shelf, 'a')
  await expect(own.list(booksOn('a'), all)).rejects.toThrow(Stale)
  expect(await own.get(shelf, 'a')).toBe(toItem('a').text)
  expect(await commit()).toBe('stale')
})

it('with one read and no write does not fail, nor after an earlier creation with its key', async () => {
  expect(await idsIn(own)).toEqual(['a'])
  await store.create(shelf, toItem('b'))
  expect(await commit()).toBe('committed')
  own = start('earlier')
  expect(await own.create(shelf, toItem('c'))).toBe('earlier')
  await expect(own.create(shelf, toItem('d'))).rejects.toMatchObject({ kind: 'idempotency-key-reused' })
  expect(await commit()).toBe('committed')
  expect(await idsIn(store)).toEqual(['a', 'b'])
})

it('has nothing below a new item with the id of one that it has deleted, and can fill it again', async () => {
  await store.create(booksOn('a'), toItem('book'))
  await store.create(booksOn('a'), toItem('other'))
  await store.create(getPages('a', 'book'), toItem('page'))
  await own.update(booksOn('a'), 'other', () => toItem('other', { label: 'x' }).text, undefined)
  await own.delete(shelf, 'a', undefined)
  expect(await create('a')).toBe(toItem('a').text)
  expect([await idsIn(own, booksOn('a')), await own.get(booksOn('a'), 'book')]).toEqual([[], undefined])
  expect(await own.get(booksOn('a'), 'other')).toBeUndefined()
  expect(await create('book', booksOn('a'))).toBe(toItem('book').text)
  expect([await idsIn(own, booksOn('a')), await idsIn(own, getPages('a', 'book'))]).toEqual([['book'], []])
  expect(await commit()).toBe('committed')
  expect([await idsIn(store, booksOn('a')), await idsIn(store, getPages('a', 'book'))]).toEqual([['book'], []])
})

it('lists an item that a store has listed with several words once', async () => {
  const product = { shortName: 'test' }
  store = await openSqliteStore(await newFolder(), { product, collections: testCollections })
  onCleanUp(() => store.close())
  own = start()
  for (const label of ['Oak oar', 'Oaks', 'Oats', 'Elm oat']) await store.create(shelf, toItem(label, { label }))
  const read = async (limit: number) => {
    const names: string[] = []
    let after: Start
    do {
      const query = { filters: {}, ranges: {}, words: ['oa'] }
      const page = await listItems(shelves, query, { after, limit }, (one) => own.list(shelf, one))
      names.push(...(page?.items ?? []).map(({ id }) => id))
      after = page?.next
    } while (after !== undefined)
    return names
  }
  for (const limit of [1, 2, 9]) expect(await read(limit)).toEqual(['Oak oar', 'Oaks', 'Elm oat', 'Oats'])
  await own.create(shelf, toItem('Oar', { label: 'Oar oasis' }))
  await own.update(shelf, 'Oaks', () => toItem('Oaks', { label: 'Box oath' }).text, undefined)
  const changed = ['Oak oar', 'Oar', 'Elm oat', 'Oaks', 'Oats']
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
