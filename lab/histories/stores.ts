// The stores whose histories are checked.
import { contract } from '../../generated/index.ts'
import type { ItemStore } from '../../stack/core/resources/item-store.ts'
import { createMemoryStore } from '../../stack/core/resources/memory-store.ts'
import { openPostgresStore } from '../../stack/server/store/postgres/store.ts'
import { newFolder, onCleanUp } from '../../stack/test/support/folder.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { openPlants } from '../../test/support/stored-plants.ts'

/** Each opens the instances of a new store. `cleanUp` closes them. */
export const engines: Record<string, () => Promise<ItemStore[]>> = {
  memory: async () => [createMemoryStore(contract)],
  SQLite: async () => closedAtEnd([openPlants(await newFolder())]),
  'PostgreSQL, three instances': async () => {
    const { url } = await newDatabase()
    const options = {
      collections: contract.collections,
      poolSize: 5,
      connectTimeoutMs: 5_000,
      statementTimeoutMs: 20_000,
    }
    const open = () => openPostgresStore({ ...options, servers: [{ name: 'the test server', url }] })
    return closedAtEnd(await Promise.all([open(), open(), open()]))
  },
}

function closedAtEnd(stores: ItemStore[]): ItemStore[] {
  onCleanUp(async () => void (await Promise.all(stores.map((store) => store.close()))))
  return stores
}
