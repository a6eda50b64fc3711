// Collections and items for the tests of each ItemStore.
import type { Collection } from '../../../core/contract/contract.ts'
import type { CollectionKey, ItemStore, ListQuery } from '../../../core/stores/item-store.ts'

/** A store of `testCollections`, and a function that lets time pass for its idempotency keys. */
export interface TestStore {
  store: ItemStore
  passTime: (milliseconds: number) => Promise<void> | void
}

function collection(path: string, more: Partial<Collection> = {}): Collection {
  const names = { path, name: '', segments: [], itemName: 'item', idField: 'id' }
  const lists = { parameters: {}, filters: [], orders: {}, defaultQuery: {}, listDigest: '' }
  return { ...names, methods: {}, fields: {}, ...lists, schemaDigest: '', ...more }
}

/** A collection with everything that a list can declare. */
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

/** Rooms › bookings › guests, which are deleted with their room; and lamps › bulbs, which prevent the deletion. */
export const testCollections: Collection[] = [
  rooms,
  collection('/rooms/{id}/bookings', { parent: '/rooms', children: 'cascade' }),
  collection('/rooms/{id}/bookings/{bookingId}/guests', { parent: '/rooms/{id}/bookings' }),
  collection('/lamps', { children: 'refuse' }),
  collection('/lamps/{id}/bulbs', { parent: '/lamps' }),
]

export function roomsKey(owner: string): CollectionKey {
  return { owner, path: '/rooms', collection: '/rooms' }
}

export function bookingsKey(room: string): CollectionKey {
  const parent = { collectionKey: roomsKey('ann'), id: room }
  return { owner: 'ann', path: '/rooms/{id}/bookings', collection: `/rooms/${room}/bookings`, parent }
}

export function guestsKey(room: string, booking: string): CollectionKey {
  const [path, collection] = ['/rooms/{id}/bookings/{bookingId}/guests', `/rooms/${room}/bookings/${booking}/guests`]
  return { owner: 'ann', path, collection, parent: { collectionKey: bookingsKey(room), id: booking } }
}

export const lampsKey: CollectionKey = { owner: 'ann', path: '/lamps', collection: '/lamps' }
const parent = { collectionKey: lampsKey, id: 'a' }
export const bulbsKey: CollectionKey = {
  owner: 'ann',
  path: '/lamps/{id}/bulbs',
  collection: '/lamps/a/bulbs',
  parent,
}

export function toItem(id: string, fields: object = {}): { id: string; text: string } {
  return { id, text: JSON.stringify({ id, ...fields }) }
}

/** Shorthands for the calls of a store that is opened before each test. */
export function callsOf(context: TestStore) {
  return {
    create: (collectionKey: CollectionKey, ...ids: string[]) =>
      Promise.all(ids.map((id) => context.store.create(collectionKey, toItem(id)))),
    async getIds(collectionKey: CollectionKey, query: Partial<ListQuery> = {}) {
      const page = await context.store.list(collectionKey, { limit: 101, ...query })
      return page?.items.map(({ id }) => id)
    },
  }
}
