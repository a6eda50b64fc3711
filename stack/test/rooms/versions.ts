// Services of different versions of a product over the same data.
import { set } from '../support/contract-edit.ts'
import { newFolder } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import type { Settings } from '../support/process.ts'
import type { Product } from '../support/product.ts'
import { type Service, startService } from '../support/service.ts'

export const shortenLabel = [
  ...['Room', 'RoomDraft'].map((item) => set(`components schemas ${item} properties label maxLength`, 5)),
  set('components schemas RoomPatch properties label', { type: ['string', 'null'], maxLength: 5 }),
]

export const databases: [name: string, settings: () => Promise<Settings>][] = [
  ['SQLite', async () => ({ DATA: await newFolder() })],
  ['PostgreSQL', async () => ({ DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url })],
]

/** Starts a service over existing data. */
export function startApi(api: Product, { DATA = '', ...settings }: Settings): Promise<Service> {
  return startService({ api, folder: DATA, settings })
}

/** Returns the first 100 rooms of a service. */
export async function listRooms(service: Service): Promise<Record<string, unknown>[]> {
  return (await service.request('/rooms?limit=100')).json()
}
