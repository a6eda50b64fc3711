// Plants in memory: for the mock, for handlers in a test, and for tests of the service. Forgets everything when it goes.
import type { Plant, PlantStore } from './plant-store.ts'

export interface MemoryStore extends PlantStore {
  /** Returns another store with the plants and the keys of this moment. */
  copy(): MemoryStore
}

export interface MemoryStoreOptions {
  /** Decides when an idempotency key expires. */
  now?: () => number
  /** What the collection of each owner starts with, in ascending order of id. */
  firstPlants?: Plant[]
}

interface Collection {
  plants: Map<string, Plant>
  /** The ids in ascending order. */
  ids: string[]
  revision: string
  /** By idempotency key, in the order of their creation. */
  creations: Map<string, Creation>
}

interface Creation {
  plant: Plant
  expiresAt: number
}

export function createMemoryStore(
  options: MemoryStoreOptions = {},
  collections = new Map<string, Collection>(),
): MemoryStore {
  const { now = () => Date.now(), firstPlants = [] } = options

  function collectionOf(owner: string): Collection {
    const collection = collections.get(owner) ?? newCollection(firstPlants)
    collections.set(owner, collection)
    return collection
  }

  return {
    async list(owner, { tag, after = '', limit }) {
      const { plants, ids, revision } = collectionOf(owner)
      const page: Plant[] = []
      for (let index = firstAfter(ids, after); index < ids.length && page.length < limit; index++) {
        const plant = plants.get(ids[index] ?? '')
        if (plant !== undefined && (tag === undefined || plant.tag === tag)) page.push(plant)
      }
      return { plants: page, revision }
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
      forgetExpired(collection.creations, now())
      collection.creations.delete(key)
      collection.creations.set(key, { plant, expiresAt: now() + keptHours * 3_600_000 })
      return plant
    },
    async update(owner, id, { name, tag, updatedAt }, condition) {
      const collection = collectionOf(owner)
      const plant = collection.plants.get(id)
      if (plant === undefined) return undefined
      condition?.check(plant)
      const changed = { ...plant, name: name ?? plant.name, tag: tag ?? plant.tag }
      if (changed.name === plant.name && changed.tag === plant.tag) return plant
      // Times in this format compare as text.
      if (updatedAt > plant.updatedAt) changed.updatedAt = updatedAt
      collection.plants.set(id, changed)
      collection.revision = crypto.randomUUID()
      return changed
    },
    async delete(owner, id, condition) {
      const collection = collectionOf(owner)
      const { plants, ids } = collection
      const plant = plants.get(id)
      if (plant === undefined) return undefined
      condition?.check(plant)
      plants.delete(id)
      ids.splice(firstAfter(ids, id) - 1, 1)
      collection.revision = crypto.randomUUID()
      return true
    },
    async isReady() {
      return true
    },
    async close() {},
    copy: () => createMemoryStore(options, copyOf(collections)),
  }
}

function newCollection(firstPlants: Plant[]): Collection {
  const plants = new Map(firstPlants.map((plant) => [plant.id, plant]))
  return { plants, ids: [...plants.keys()], revision: '', creations: new Map() }
}

// Plants are never changed in place.
function copyOf(collections: Map<string, Collection>): Map<string, Collection> {
  const copies = [...collections].map(([owner, { plants, ids, revision, creations }]): [string, Collection] => {
    return [owner, { plants: new Map(plants), ids: [...ids], revision, creations: new Map(creations) }]
  })
  return new Map(copies)
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

function forgetExpired(creations: Map<string, Creation>, now: number): void {
  for (const [key, { expiresAt }] of creations) {
    if (expiresAt > now) return
    creations.delete(key)
  }
}

function insert(collection: Collection, plant: Plant): void {
  const { plants, ids } = collection
  if (plants.has(plant.id)) throw new Error(`There is a plant with the id ${plant.id} already.`)
  plants.set(plant.id, plant)
  ids.splice(firstAfter(ids, plant.id), 0, plant.id)
  collection.revision = crypto.randomUUID()
}
