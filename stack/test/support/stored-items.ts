// Items as the store contains them, for tests below HTTP.
import { getCollection } from '../../core/contract/collections.ts'
import type { Contract } from '../../core/contract/contract.ts'
import { collectionKeyFor } from '../../core/items/collection-key.ts'
import { newItem } from '../../core/items/item.ts'
import type { CollectionKey } from '../../core/stores/item-store.ts'
import { openSqliteStore, type SqliteOptions, type SqliteStore } from '../../server/store/sqlite/store.ts'

const time = '2025-11-20T09:00:00.000Z'

/** Encodes up to six ASCII characters as a UUID. The UUIDs of strings of the same length sort like the strings. */
export function getId(text: string): string {
  return `00000000-0000-7000-8000-${Buffer.from(text).toString('hex').padStart(12, '0')}`
}

export interface StoredItem<T> {
  id: string
  text: string
  item: T
}

/** Helpers for the items of one collection, which must have a `name`. */
export function itemHelpers<T extends { id: string }>(contract: Contract, path: string) {
  const { collections, product } = contract
  const collection = getCollection(collections, path)
  const keyFor = (owner: string): CollectionKey => collectionKeyFor(collection, owner, {})
  return {
    keyFor,

    toItem(text: string, changes: Partial<T> = {}): StoredItem<T> {
      const id = changes.id ?? getId(text)
      const item = { ...newItem(collection, { name: `item ${text}` }, id, time), ...changes }
      return { id, text: JSON.stringify(item), item: JSON.parse(JSON.stringify(item)) }
    },

    openItems(folder: string, options: Partial<SqliteOptions> = {}): Promise<SqliteStore> {
      return openSqliteStore(folder, { product, collections, ...options })
    },
  }
}
