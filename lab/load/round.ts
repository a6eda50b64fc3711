// What a caller does: it creates a plant, reads it, changes it, and perhaps deletes it, one request after the other.
import type { Random } from '../../stack/test/support/seeded-random.ts'
import type { Reply, WriteRecord } from './write-record.ts'

/** The calls of one caller, over plain HTTP or with the client. */
export interface Calls {
  /** With an idempotency key, so that it can be sent again, or without one. */
  create: (body: { name: string; tag: string }, isKeyed: boolean) => Promise<Reply>
  read: (id: string) => Promise<Reply>
  change: (id: string, tag: string, etag: string | undefined) => Promise<Reply>
  remove: (id: string) => Promise<Reply>
}

/** @returns Whether the plant was created. */
export async function runRound(calls: Calls, record: WriteRecord, owner: string, random: Random): Promise<boolean> {
  const plant = record.add(owner)
  const created = await calls.create({ name: plant.name, tag: 'new' }, random() < 0.5)
  record.write(plant, 'new', created)
  if (plant.id === undefined) return false
  const { etag } = record.read(plant, await calls.read(plant.id))
  const tag = `changed ${record.plants.size}`
  record.write(plant, tag, await calls.change(plant.id, tag, random() < 0.5 ? etag : undefined))
  record.read(plant, await calls.read(plant.id))
  if (random() < 0.5) record.write(plant, 'absent', await calls.remove(plant.id))
  return true
}
