// Plants as a store has them, for tests that look below HTTP.
import type { DatabaseSync } from 'node:sqlite'
import type { Plant } from '../../generated/api.d.ts'
import { contract } from '../../generated/index.ts'
import { newItem } from '../../stack/core/resources/item.ts'
import type { ItemStore, Place } from '../../stack/core/resources/item-store.ts'
import { placeIn } from '../../stack/core/resources/place.ts'
import { texts } from '../../stack/server/store/sqlite/statements.ts'
import { openSqliteStore, type SqliteOptions, type SqliteStore } from '../../stack/server/store/sqlite/store.ts'

const { collectionAt, collections, product } = contract

const plants = collectionAt('/plants')
const time = '2025-11-20T09:00:00.000Z'

export function plantsOf(owner: string): Place {
  return placeIn(plants, owner, {})
}

/** A UUID for each text of up to six ASCII characters. Those of texts of the same length sort like the texts. */
export function idOf(text: string): string {
  return `00000000-0000-7000-8000-${Buffer.from(text).toString('hex').padStart(12, '0')}`
}

export interface StoredPlant {
  id: string
  text: string
  plant: Plant
}

export function plantOf(text: string, changes: Partial<Plant> = {}): StoredPlant {
  const id = changes.id ?? idOf(text)
  const item = { ...newItem(plants, { name: `plant ${text}` }, id, time), ...changes }
  return { id, text: JSON.stringify(item), plant: JSON.parse(JSON.stringify(item)) }
}

export function openPlants(folder: string, options: Partial<SqliteOptions> = {}): SqliteStore {
  return openSqliteStore(folder, { product, collections, ...options })
}

/** The first ones. */
export async function storedPlants(store: ItemStore, owner: string, limit = 1_000): Promise<Plant[]> {
  const page = await store.list(plantsOf(owner), { filters: {}, after: undefined, limit })
  return (page?.items ?? []).map(({ text }) => JSON.parse(text))
}

/** Inserts the plants in one transaction. */
export function insertPlants(
  database: DatabaseSync,
  owner: string,
  items: Iterable<{ id: string; text: string }>,
): void {
  const insert = database.prepare(texts.insert)
  const { collection, path } = plantsOf(owner)
  database.exec('BEGIN')
  for (const { id, text } of items) insert.run(owner, collection, id, path, text)
  database.exec('COMMIT')
}
