// Plants in memory: for handlers in a test, and for tests of the service. Forgets everything when it goes.
import type { Plant, PlantStore } from './plant-store.ts'

export interface MemoryStore extends PlantStore {
  /** Deletes every plant and forgets every idempotency key. */
  clear(): void
}

interface Collection {
  plants: Map<string, Plant>
  revision: string
  /** By idempotency key. */
  creations: Map<string, { plant: Plant; expiresAt: number }>
}

/** @param now Decides when an idempotency key expires. */
export function createMemoryStore(now = () => Date.now()): MemoryStore {
  const collections = new Map<string, Collection>()

  function collectionOf(owner: string): Collection {
    const known = collections.get(owner)
    if (known !== undefined) return known
    const added = { plants: new Map(), revision: '', creations: new Map() }
    collections.set(owner, added)
    return added
  }

  return {
    async list(owner, { tag, after = '', limit }) {
      const { plants, revision } = collectionOf(owner)
      const found = [...plants.values()].filter((plant) => {
        return plant.id > after && (tag === undefined || plant.tag === tag)
      })
      return { plants: found.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit), revision }
    },
    async revision(owner) {
      return collectionOf(owner).revision
    },
    async get(owner, id) {
      return collectionOf(owner).plants.get(id)
    },
    async create(owner, plant) {
      insert(collectionOf(owner), plant)
      return plant
    },
    async createOnce(owner, { key, plant, keptHours }) {
      const collection = collectionOf(owner)
      const earlier = collection.creations.get(key)
      if (earlier !== undefined && earlier.expiresAt > now()) return earlier.plant
      insert(collection, plant)
      collection.creations.set(key, { plant, expiresAt: now() + keptHours * 3_600_000 })
      return plant
    },
    async update(owner, id, { name, tag, updatedAt }, expected) {
      const collection = collectionOf(owner)
      const plant = collection.plants.get(id)
      if (plant === undefined || !isExpected(plant, expected)) return undefined
      const changed = { ...plant, name: name ?? plant.name, tag: tag ?? plant.tag }
      if (changed.name === plant.name && changed.tag === plant.tag) return plant
      // Times in this format compare as text.
      if (updatedAt > plant.updatedAt) changed.updatedAt = updatedAt
      put(collection, changed)
      return changed
    },
    async delete(owner, id, expected) {
      const collection = collectionOf(owner)
      const plant = collection.plants.get(id)
      if (plant === undefined || !isExpected(plant, expected)) return undefined
      collection.revision = crypto.randomUUID()
      return collection.plants.delete(id) || undefined
    },
    async isReady() {
      return true
    },
    async close() {},
    clear() {
      collections.clear()
    },
  }
}

function isExpected(plant: Plant, expected: Plant = plant): boolean {
  const { name, tag, updatedAt } = expected
  return plant.name === name && plant.tag === tag && plant.updatedAt === updatedAt
}

function insert(collection: Collection, plant: Plant): void {
  if (collection.plants.has(plant.id)) throw new Error(`There is a plant with the id ${plant.id} already.`)
  put(collection, plant)
}

function put(collection: Collection, plant: Plant): void {
  collection.plants.set(plant.id, plant)
  collection.revision = crypto.randomUUID()
}
