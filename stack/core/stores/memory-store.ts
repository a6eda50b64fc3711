// Items in memory: for the mock, for handlers in a test, and for tests of the service.
import { getCollection } from '../contract/collections.ts'
import type { Item } from '../items/item.ts'
import { selectPage } from '../items/list-page.ts'
import { type CollectionKey, getDescendantRange, type ItemStore, type StoredItem } from './item-store.ts'
import { parentExists, type SynchronousItems, synchronousStore } from './synchronous-store.ts'
import type { StoreContract } from './validation.ts'

export interface MemoryStoreOptions extends StoreContract {
  /** Milliseconds since 1970, by which idempotency keys expire. */
  now?: () => number
  /** Initial items of top-level collections, by path. */
  initialItems?: Record<string, MemoryItem[]>
}

/** Items by id. They are never changed in place. */
type MemoryItems = Map<string, MemoryItem>

export interface MemoryItem extends StoredItem {
  item: Item
  createdBy: string
}

interface MemoryCollection {
  items: MemoryItems
  revision: string
  /** Creations by idempotency key, in the order of their creation. */
  creations: Map<string, { text: string; expiresAt: number }>
}

/** Collections by owner and `CollectionKey.collection`. Several stores can share the collections of one owner. */
export type MemoryData = Map<string, Map<string, MemoryCollection>>

export function createMemoryStore(
  { collections, validation, now = () => Date.now(), initialItems = {} }: MemoryStoreOptions,
  data: MemoryData = new Map(),
): ItemStore {
  const collectionAt = (collectionKey: CollectionKey) => openCollection(data, collectionKey, initialItems)

  function put(collectionKey: CollectionKey, id: string, text: string, createdBy = ''): void {
    const collection = collectionAt(collectionKey)
    collection.items.set(id, toMemoryItem({ id, text }, createdBy))
    collection.revision = crypto.randomUUID()
  }

  const database: SynchronousItems = {
    find: (key, id) => (parentExists(database, key) ? collectionAt(key).items.get(id) : undefined),
    list(collectionKey, query) {
      const items = collectionAt(collectionKey).items.values()
      return selectPage(getCollection(collections, collectionKey.path), items, query)
    },
    getRevision: (collectionKey) => collectionAt(collectionKey).revision,
    insert(collectionKey, id, text, createdBy) {
      if (collectionAt(collectionKey).items.has(id)) throw new Error(`An item with the id ${id} already exists.`)
      put(collectionKey, id, text, createdBy)
    },
    replace: (collectionKey, id, _before, text) =>
      put(collectionKey, id, text, collectionAt(collectionKey).items.get(id)?.createdBy),
    remove(collectionKey, id) {
      const collection = collectionAt(collectionKey)
      collection.items.delete(id)
      collection.revision = crypto.randomUUID()
    },
    deleteDescendants(collectionKey, id, max) {
      const [from, to] = getDescendantRange(collectionKey, id)
      const collections = collectionsOf(data, collectionKey.owner)
      const descendants = [...collections].filter(([collection]) => collection > from && collection < to)
      if (descendants.reduce((sum, [, { items }]) => sum + items.size, 0) > max) return false
      for (const [collection] of descendants) collections.delete(collection)
      return true
    },
    findCreation(collectionKey, name) {
      const creation = collectionAt(collectionKey).creations.get(name)
      return creation !== undefined && creation.expiresAt > now() ? creation.text : undefined
    },
    saveCreation(collectionKey, { name, ttlHours }, text) {
      const { creations } = collectionAt(collectionKey)
      for (const [key, { expiresAt }] of creations) if (expiresAt <= now()) creations.delete(key)
      creations.delete(name)
      creations.set(name, { text, expiresAt: now() + ttlHours * 3_600_000 })
    },
    begin(writes) {
      const before = clone(new Map(writes.map(({ collectionKey: { owner } }) => [owner, collectionsOf(data, owner)])))
      const rollback = () => {
        for (const [owner, collections] of before) {
          // In place: other stores may share them.
          const current = collectionsOf(data, owner)
          current.clear()
          for (const [path, collection] of collections) current.set(path, collection)
        }
      }
      return { rollback }
    },
  }
  const run = async <T>(use: (items: SynchronousItems) => T) => use(database)

  const calls = synchronousStore({ collections, validation }, run, run)
  return { ...calls, readiness: async () => 'ready', async close() {} }
}

/** Creates the collection, with its initial items, if it is not in the data. */
export function openCollection(
  data: MemoryData,
  { owner, path, collection, parent }: CollectionKey,
  initialItems: Record<string, MemoryItem[]>,
): MemoryCollection {
  const collections = collectionsOf(data, owner)
  const { [path]: first = [] } = parent === undefined ? initialItems : {}
  const items = () => new Map(first.map((item) => [item.id, item]))
  const memoryCollection = collections.get(collection) ?? { items: items(), revision: '', creations: new Map() }
  collections.set(collection, memoryCollection)
  return memoryCollection
}

export function collectionsOf(data: MemoryData, owner: string): Map<string, MemoryCollection> {
  const collections = data.get(owner) ?? new Map<string, MemoryCollection>()
  data.set(owner, collections)
  return collections
}

/** @param createdBy As in `Creation`. */
export function toMemoryItem({ id, text }: StoredItem, createdBy = ''): MemoryItem {
  return { id, text, item: JSON.parse(text), createdBy }
}

export function clone(data: MemoryData): MemoryData {
  return mapValues(data, (collections) =>
    mapValues(collections, ({ items, revision, creations }) => {
      return { items: new Map(items), revision, creations: new Map(creations) }
    }),
  )
}

function mapValues<T>(map: Map<string, T>, change: (value: T) => T): Map<string, T> {
  return new Map([...map].map(([name, value]) => [name, change(value)]))
}
