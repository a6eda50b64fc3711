// What a handler reads and writes, while others write to the store.
import { expect, it } from 'vitest'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { listItems } from '../../../core/resources/list-items.ts'
import type { Start } from '../../../core/resources/list-order.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { Stale, startTransaction } from '../../../core/resources/transaction.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import {
  booksOn,
  getShelves,
  shelves as shelvesData,
  testCollections,
  toItem,
} from '../../support/item-store/collections.ts'

const shelves = getShelves('ann')
const books = booksOn('a')
const all = { filters: {}, after: undefined, limit: 5 }

function start(store: ItemStore = createMemoryStore({ collections: testCollections, now: () => 0 })) {
  const collectionAt = (path: string) => testCollections.find((one) => one.path === path)
  // It needs no more of a collection than a store has.
  return { store, transaction: startTransaction({ collectionAt } as never, store, undefined) }
}

it('makes no write if another item has got the id of a new one', async () => {
  const { store, transaction } = start()
  await transaction.create(shelves, toItem('a'))
  await transaction.create(shelves, toItem('b'))
  await store.create(shelves, toItem('a', { label: 'Oaks' }))
  expect(await transaction.commit(undefined)).toBe('stale')
  expect(await store.get(shelves, 'b')).toBeUndefined()
})

it('lists its own items in their order between those of the store', async () => {
  const { store, transaction } = start()
  await store.create(shelves, toItem('b'))
  await transaction.create(shelves, toItem('a'))
  expect(await transaction.list(shelves, all)).toMatchObject({ items: [toItem('a'), toItem('b')] })
})

it('is stale if a collection changes between two reads', async () => {
  const { store, transaction } = start()
  await transaction.list(shelves, all)
  await transaction.list(shelves, all)
  await store.create(shelves, toItem('a'))
  await expect(transaction.list(shelves, all)).rejects.toThrow(Stale)
})

it('is stale if another caller deletes the item that has the collection', async () => {
  const { store, transaction } = start()
  await store.create(shelves, toItem('a'))
  expect(await transaction.get(shelves, 'a')).toBeDefined()
  await store.delete(shelves, 'a')
  await expect(transaction.list(books, all)).rejects.toThrow(Stale)
})

it('has the collection of an item that it creates', async () => {
  const { store, transaction } = start()
  await transaction.create(shelves, toItem('a'))
  await transaction.create(books, toItem('b'))
  expect(await transaction.list(books, all)).toMatchObject({ items: [toItem('b')] })
  expect(await transaction.commit(undefined)).toBe('committed')
  expect(await store.get(books, 'b')).toBe(toItem('b').text)
})

it('lists an item that a store has listed with several words once', async () => {
  const product = { shortName: 'test' }
  const { store, transaction } = start(openSqliteStore(await newFolder(), { product, collections: testCollections }))
  onCleanUp(() => store.close())
  for (const label of ['Oak oar', 'Oaks', 'Oats', 'Elm oat']) await store.create(shelves, toItem(label, { label }))
  const read = async (limit: number) => {
    const names: string[] = []
    let after: Start
    do {
      const query = { filters: {}, ranges: {}, words: ['oa'] }
      const page = await listItems(shelvesData, query, { after, limit }, (one) => transaction.list(shelves, one))
      names.push(...(page?.items ?? []).map(({ id }) => id))
      after = page?.next
    } while (after !== undefined)
    return names
  }
  for (const limit of [1, 2, 9]) expect(await read(limit)).toEqual(['Oak oar', 'Oaks', 'Elm oat', 'Oats'])
  await transaction.create(shelves, toItem('Oar', { label: 'Oar oasis' }))
  await transaction.update(shelves, 'Oaks', () => toItem('Oaks', { label: 'Box oath' }).text, undefined)
  const changed = ['Oak oar', 'Oar', 'Elm oat', 'Oaks', 'Oats']
  for (const limit of [1, 2, 9]) expect(await read(limit)).toEqual(changed)
})
