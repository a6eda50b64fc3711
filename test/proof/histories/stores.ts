// The stores whose histories are checked, and faults of stores that the check must find.
import { setTimeout as sleep } from 'node:timers/promises'
import { createMemoryStore } from '../../../server/core/plants/memory-store.ts'
import type { Plant, PlantStore } from '../../../server/core/plants/plant-store.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { newDatabase } from '../../support/postgres/database.ts'

/** Each opens the instances of a new store. `cleanUp` closes them. */
export const engines: Record<string, () => Promise<PlantStore[]>> = {
  memory: async () => [createMemoryStore()],
  SQLite: async () => closedAtEnd([openSqliteStore(await newFolder())]),
  'PostgreSQL, three instances': async () => {
    const { url } = await newDatabase()
    const options = { poolSize: 5, connectTimeoutMs: 5_000, statementTimeoutMs: 20_000 }
    const open = () => openPostgresStore({ ...options, servers: [{ name: 'the test server', url }] })
    return closedAtEnd(await Promise.all([open(), open(), open()]))
  },
}

function closedAtEnd(stores: PlantStore[]): PlantStore[] {
  onCleanUp(async () => void (await Promise.all(stores.map((store) => store.close()))))
  return stores
}

/** Each makes one instance of a store that has the fault from one without. */
export const faults: Record<string, (store: PlantStore) => Partial<PlantStore>> = {
  'returns what it read before': (store) => {
    const remembered = new Map<string, Plant | undefined>()
    return {
      async get(owner, id) {
        const key = `${owner} ${id}`
        if (!remembered.has(key)) remembered.set(key, await store.get(owner, id))
        return remembered.get(key)
      },
    }
  },
  'acknowledges a change before it happens': (store) => ({
    async update(owner, id, change, expected) {
      const plant = await store.get(owner, id)
      if (expected !== undefined || plant === undefined) return store.update(owner, id, change, expected)
      void sleep(1).then(() => store.update(owner, id, change))
      const { name = plant.name, tag = plant.tag, updatedAt } = change
      const isSame = name === plant.name && tag === plant.tag
      return isSame ? plant : { ...plant, name, tag, updatedAt }
    },
  }),
  'writes back fields that it has read': (store) => ({
    async update(owner, id, { updatedAt, ...change }, expected) {
      const plant = await store.get(owner, id)
      if (expected !== undefined || plant === undefined)
        return store.update(owner, id, { updatedAt, ...change }, expected)
      await sleep(1)
      const { name = plant.name, tag = plant.tag } = change
      return store.update(owner, id, { name, tag, updatedAt })
    },
  }),
  'compares the expected plant before it writes': (store) => ({
    async update(owner, id, change, expected) {
      const plant = await store.get(owner, id)
      if (expected && JSON.stringify(plant) !== JSON.stringify(expected)) return undefined
      await sleep(1)
      return store.update(owner, id, change)
    },
  }),
  'deletes a plant that is not the expected one': (store) => ({
    delete: (owner, id) => store.delete(owner, id),
  }),
  'knows only the keys of its own instance': (store) => {
    const created = new Map<string, Promise<Plant>>()
    return {
      createOnce(owner, { key, plant }) {
        const earlier = created.get(`${owner} ${key}`) ?? store.create(owner, plant)
        created.set(`${owner} ${key}`, earlier)
        return earlier
      },
    }
  },
  'reads plants and revision at two moments': (store) => ({
    async list(owner, query) {
      const { plants } = await store.list(owner, query)
      await sleep(1)
      return { plants, revision: await store.revision(owner) }
    },
  }),
  'keeps the revision when it deletes': (store) => {
    const kept = new Map<string, string>()
    const revisionOf = (revision: string) => kept.get(revision) ?? revision
    return {
      async delete(owner, id, expected) {
        const before = await store.revision(owner)
        const deleted = await store.delete(owner, id, expected)
        if (deleted) kept.set(await store.revision(owner), revisionOf(before))
        return deleted
      },
      async list(owner, query) {
        const { plants, revision } = await store.list(owner, query)
        return { plants, revision: revisionOf(revision) }
      },
      revision: async (owner) => revisionOf(await store.revision(owner)),
    }
  },
}

/** Two instances over one database, each with the fault. */
export function withFault(fault: (store: PlantStore) => Partial<PlantStore>, store: PlantStore): PlantStore[] {
  return [0, 1].map(() => ({ ...store, ...fault(store) }))
}
