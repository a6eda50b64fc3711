// Services of one product after another, which find the same data.
import { set } from '../support/contract-edit.ts'
import { newFolder } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import type { Settings } from '../support/process.ts'
import type { Product } from '../support/product.ts'
import { type Service, startService } from '../support/service.ts'

export const shorterLabel = [
  ...['Room', 'RoomDraft'].map((item) => set(`components schemas ${item} properties label maxLength`, 5)),
  set('components schemas RoomPatch properties label', { type: ['string', 'null'], maxLength: 5 }),
]

export const databases: [name: string, settings: () => Promise<Settings>][] = [
  ['SQLite', async () => ({ DATA: await newFolder() })],
  ['PostgreSQL', async () => ({ DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url })],
]

/** Starts a service that keeps its data. */
export function startApi(api: Product, { DATA = '', ...settings }: Settings): Promise<Service> {
  return startService({ api, folder: DATA, settings })
}

/** @returns Rooms as a service returns them. */
export async function getRooms(service: Service): Promise<Record<string, unknown>[]> {
  return (await service.request('/rooms?limit=100')).json()
}
