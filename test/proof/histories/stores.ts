// The stores whose histories are checked.
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
