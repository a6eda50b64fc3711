// Collections and items for the tests of every ItemStore.
import type { Collection } from '../../../core/contract/contract.ts'
import type { CollectionKey, ItemStore, ListQuery } from '../../../core/stores/item-store.ts'

/** A store of these collections, and a way to let time pass for its idempotency keys. */
export interface TestStore {
  store: ItemStore
  passTime: (milliseconds: number) => Promise<void> | void
}

function collection(path: string, more: Partial<Collection> = {}): Collection {
  const names = { path, name: '', segments: [], itemName: 'item', idField: 'id' }
  const lists = { parameters: {}, filters: [], orders: {}, defaultQuery: {}, listDigest: '' }
  return { ...names, methods: {}, fields: {}, ...lists, schemaDigest: '', ...more }
}

/** With everything that a list can declare. */
export const shelves: Collection = collection('/shelves', {
  fields: { label: { default: '' }, width: { default: 1.5 }, full: {}, note: {}, depth: {} },
  filters: ['label', 'width', 'full', 'note'],
  orders: {
    label: { type: 'string' },
    width: { type: 'number' },
    note: { type: 'string', optional: true },
    depth: { type: 'number', optional: true },
  },
  searched: ['label', 'note'],
  children: 'cascade',
})

/** Shelves › books › pages, which are deleted with their shelf; and drawers › spoons, which are not. */
export const testCollections: Collection[] = [
  shelves,
  collection('/shelves/{id}/books', { parent: '/shelves', children: 'cascade' }),
  collection('/shelves/{id}/books/{bookId}/pages', { parent: '/shelves/{id}/books' }),
  collection('/drawers', { children: 'refuse' }),
  collection('/drawers/{id}/spoons', { parent: '/drawers' }),
]

export function getShelves(owner: string): CollectionKey {
  return { owner, path: '/shelves', collection: '/shelves' }
}

export function booksOn(shelf: string, owner = 'ann'): CollectionKey {
  const parent = { collectionKey: getShelves(owner), id: shelf }
  return { owner, path: '/shelves/{id}/books', collection: `/shelves/${shelf}/books`, parent }
}

export function getPages(shelf: string, book: string): CollectionKey {
  const [path, collection] = ['/shelves/{id}/books/{bookId}/pages', `/shelves/${shelf}/books/${book}/pages`]
  return { owner: 'ann', path, collection, parent: { collectionKey: booksOn(shelf), id: book } }
}

export const drawers: CollectionKey = { owner: 'ann', path: '/drawers', collection: '/drawers' }
const parent = { collectionKey: drawers, id: 'a' }
export const spoons: CollectionKey = {
  owner: 'ann',
  path: '/drawers/{id}/spoons',
  collection: '/drawers/a/spoons',
  parent,
}

export function toItem(id: string, fields: object = {}): { id: string; text: string } {
  return { id, text: JSON.stringify({ id, ...fields }) }
}

/** Short forms for a store that is opened before each test. */
export function getShortForms(opened: TestStore) {
  return {
    create: (place: CollectionKey, ...ids: string[]) =>
      Promise.all(ids.map((id) => opened.store.create(place, toItem(id)))),
    async getIds(place: CollectionKey, query: Partial<ListQuery> = {}) {
      const page = await opened.store.list(place, { limit: 101, ...query })
      return page?.items.map(({ id }) => id)
    },
  }
}
