// Items in memory: for the mock, for handlers in a test, and for tests of the service. Forgets everything when it goes.
import type { CollectionData } from '../contract/contract-data.ts'
import type { Item } from './item.ts'
import { getDescendants, type ItemStore, type Place, type StoredItem } from './item-store.ts'
import { selectItems } from './list-order.ts'
import { matchesFilters } from './place.ts'
import { exists, type SynchronousItems, synchronousStore } from './synchronous-store.ts'

export interface MemoryStore extends ItemStore {
  /** Returns another store with the items and the keys of this moment. @param shared As for a new store. */
  copy(shared?: SharedCollections): MemoryStore
  /** The collections of an owner, for other stores. */
  shared(owner: string): SharedCollections
}

/** The collections of an owner that several stores have. */
export interface SharedCollections {
  owner: string
  collections: Map<string, StoredCollection>
}

export interface MemoryStoreOptions {
  /** Those of the contract. */
  collections: CollectionData[]
  /** Decides when an idempotency key expires. */
  now?: () => number
  shared?: SharedCollections | undefined
  /** What collections at the top start with, by their path, in ascending order of id. */
  firstItems?: Record<string, StoredItem[]>
}

type Items = Map<string, Stored>

interface Stored {
  text: string
  fields: Item
  creator: string
}

interface StoredCollection {
  /** By id. */
  items: Items
  /** The ids in ascending order. */
  ids: string[]
  revision: string
  /** By idempotency key, in the order of their creation. */
  creations: Map<string, { text: string; expiresAt: number }>
}

/** By owner and filled path. */
type Data = Map<string, Map<string, StoredCollection>>

/** @param byOwner What another store had. @param first The first items, by the path of their collection. */
export function createMemoryStore(
  options: MemoryStoreOptions,
  byOwner: Data = new Map(),
  first: Map<string, Items> = parsed(options.firstItems),
): MemoryStore {
  const { collections, now = () => Date.now() } = options
  const byPath = new Map(collections.map((collection) => [collection.path, collection]))
  if (options.shared !== undefined) byOwner.set(options.shared.owner, options.shared.collections)

  function getCollections(owner: string): Map<string, StoredCollection> {
    const collections = byOwner.get(owner) ?? new Map<string, StoredCollection>()
    byOwner.set(owner, collections)
    return collections
  }

  function storedAt({ owner, path, collection, parent }: Place): StoredCollection {
    const collections = getCollections(owner)
    const stored = collections.get(collection) ?? newCollection(parent === undefined ? first.get(path) : undefined)
    collections.set(collection, stored)
    return stored
  }

  function keep(place: Place, id: string, text: string, creator = ''): void {
    const collection = storedAt(place)
    collection.items.set(id, { text, fields: JSON.parse(text), creator })
    collection.revision = crypto.randomUUID()
  }

  /** @returns What undoes later writes for these owners. */
  function getRestorer(owners: string[]): () => void {
    const before = getCopy(new Map(owners.map((owner) => [owner, getCollections(owner)])))
    return () => {
      for (const [owner, collections] of before) {
        // In place: other stores may share them.
        const current = getCollections(owner)
        current.clear()
        for (const [path, collection] of collections) current.set(path, collection)
      }
    }
  }

  const stored: SynchronousItems = {
    find: (place, id) => (exists(stored, place) ? storedAt(place).items.get(id) : undefined),
    list(place, query) {
      const { items, ids } = storedAt(place)
      const collection = byPath.get(place.path) ?? { fields: {}, orders: {} }
      if (query.order !== undefined) {
        const all = ids.map((id) => ({ id, text: items.get(id)?.text ?? '{}' }))
        return selectItems(collection, all, query)
      }
      const { filters, after = '', limit } = query
      const page: StoredItem[] = []
      for (let index = firstAfter(ids, after); index < ids.length && page.length < limit; index++) {
        const id = ids[index] ?? ''
        const item = items.get(id)
        if (item !== undefined && matchesFilters(collection.fields, item.fields, filters))
          page.push({ id, text: item.text })
      }
      return page
    },
    getRevision: (place) => storedAt(place).revision,
    insert(place, id, text, creator) {
      const { items, ids } = storedAt(place)
      if (items.has(id)) throw new Error(`There is an item with the id ${id} already.`)
      keep(place, id, text, creator)
      ids.splice(firstAfter(ids, id), 0, id)
    },
    replace: (place, id, _before, text) => keep(place, id, text, storedAt(place).items.get(id)?.creator),
    remove(place, id) {
      const collection = storedAt(place)
      collection.items.delete(id)
      collection.ids.splice(firstAfter(collection.ids, id) - 1, 1)
      collection.revision = crypto.randomUUID()
    },
    removeBelow(place, id, most) {
      const [from, to] = getDescendants(place, id)
      const collections = getCollections(place.owner)
      const below = [...collections].filter(([collection]) => collection > from && collection < to)
      if (below.reduce((sum, [, { ids }]) => sum + ids.length, 0) > most) return false
      for (const [collection] of below) collections.delete(collection)
      return true
    },
    findCreation(place, name) {
      const earlier = storedAt(place).creations.get(name)
      return earlier !== undefined && earlier.expiresAt > now() ? earlier.text : undefined
    },
    keepCreation(place, { name, ttlHours }, text) {
      const { creations } = storedAt(place)
      forgetExpired(creations, now())
      creations.delete(name)
      creations.set(name, { text, expiresAt: now() + ttlHours * 3_600_000 })
    },
    begin: (writes) => ({ undo: getRestorer(writes.map(({ place }) => place.owner)) }),
  }
  const run = async <T>(use: (items: SynchronousItems) => T) => use(stored)

  return {
    ...synchronousStore(collections, run, run),
    isReady: async () => true,
    async close() {},
    copy: (shared) => createMemoryStore({ ...options, shared }, getCopy(byOwner), first),
    shared: (owner) => ({ owner, collections: getCollections(owner) }),
  }
}

function parsed(firstItems: MemoryStoreOptions['firstItems'] = {}): Map<string, Items> {
  const byPath = Object.entries(firstItems).map(([path, items]) => {
    return [path, new Map(items.map(({ id, text }) => [id, { text, fields: JSON.parse(text), creator: '' }]))] as const
  })
  return new Map(byPath)
}

function newCollection(items: Items = new Map()): StoredCollection {
  return { items: new Map(items), ids: [...items.keys()], revision: '', creations: new Map() }
}

// Items are never changed in place.
function getCopy(data: Data): Data {
  return mapped(data, (collections) =>
    mapped(collections, ({ items, ids, revision, creations }) => {
      return { items: new Map(items), ids: [...ids], revision, creations: new Map(creations) }
    }),
  )
}

function mapped<T>(map: Map<string, T>, change: (value: T) => T): Map<string, T> {
  return new Map([...map].map(([name, value]) => [name, change(value)]))
}

/** Returns the index of the first id that is greater. */
function firstAfter(ids: string[], id: string): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? '') > id) high = middle
    else low = middle + 1
  }
  return low
}

function forgetExpired(creations: StoredCollection['creations'], now: number): void {
  for (const [key, { expiresAt }] of creations) {
    if (expiresAt > now) return
    creations.delete(key)
  }
}
