// The stores whose histories are checked, and one with a fault that the check must find.
import { setTimeout as sleep } from 'node:timers/promises'
import { createMemoryStore } from '../../../server/core/plants/memory-store.ts'
import type { PlantStore } from '../../../server/core/plants/plant-store.ts'
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

/** Two instances over one database that lose updates: they compare the expected plant before they write. */
export function losingUpdates(store: PlantStore): PlantStore[] {
  const update: PlantStore['update'] = async (owner, id, change, condition) => {
    const plant = await store.get(owner, id)
    if (plant !== undefined) condition?.check(plant)
    await sleep(1)
    return store.update(owner, id, change)
  }
  return [0, 1].map(() => ({ ...store, update }))
}
