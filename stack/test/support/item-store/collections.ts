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
export const rooms: Collection = collection('/rooms', {
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

/** Rooms › bookings › guests, which are deleted with their room; and lamps › bulbs, which are not. */
export const testCollections: Collection[] = [
  rooms,
  collection('/rooms/{id}/bookings', { parent: '/rooms', children: 'cascade' }),
  collection('/rooms/{id}/bookings/{bookingId}/guests', { parent: '/rooms/{id}/bookings' }),
  collection('/lamps', { children: 'refuse' }),
  collection('/lamps/{id}/bulbs', { parent: '/lamps' }),
]

export function getRooms(owner: string): CollectionKey {
  return { owner, path: '/rooms', collection: '/rooms' }
}

export function getBookings(room: string, owner = 'ann'): CollectionKey {
  const parent = { collectionKey: getRooms(owner), id: room }
  return { owner, path: '/rooms/{id}/bookings', collection: `/rooms/${room}/bookings`, parent }
}

export function getGuests(room: string, booking: string): CollectionKey {
  const [path, collection] = ['/rooms/{id}/bookings/{bookingId}/guests', `/rooms/${room}/bookings/${booking}/guests`]
  return { owner: 'ann', path, collection, parent: { collectionKey: getBookings(room), id: booking } }
}

export const lamps: CollectionKey = { owner: 'ann', path: '/lamps', collection: '/lamps' }
const parent = { collectionKey: lamps, id: 'a' }
export const bulbs: CollectionKey = {
  owner: 'ann',
  path: '/lamps/{id}/bulbs',
  collection: '/lamps/a/bulbs',
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
