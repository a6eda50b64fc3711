// What a handler reads and writes, while others write to the store.
import { expect, it } from 'vitest'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { Stale, startTransaction } from '../../../core/resources/transaction.ts'
import { booksOn, getShelves, testCollections, toItem } from '../../support/item-store/collections.ts'

const shelves = getShelves('ann')
const books = booksOn('a')
const all = { filters: {}, after: undefined, limit: 5 }

function start() {
  const store = createMemoryStore({ collections: testCollections, now: () => 0 })
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
