// The operations on plants, each named by its operationId. No Express, no SQL.
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from './auth/caller.ts'
import type { Operations } from './contract/typed-operations.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { entityTag, isKnown, requireMatch } from './entity-tag.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { Problem } from './problem.ts'
import type { Plant, PlantStore } from './store/plant-store.ts'

export interface PlantParts {
  store: PlantStore
  now: () => Date
  /** A lower-case UUID that sorts after those made before it. */
  newId: () => string
  /** Of the contract: with another one, every entity tag is another. */
  version: string
  /** How long a creation is remembered by its Idempotency-Key. */
  keptHours: number
}

export function plantOperations({ store, now, newId, version, keptHours }: PlantParts): Operations {
  const tagOf = ({ owner }: Caller, plant: Plant) => entityTag(version, owner, plant)

  return {
    async listPlants({ caller, query: { limit, cursor, tag }, headers }) {
      const after = cursor === undefined ? undefined : readCursor(cursor, caller.owner)
      // One more than asked for tells whether there is a next page.
      const found = await store.list(caller.owner, { tag, after, most: limit + 1 })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const link = last && { Link: nextLink(limit, writeCursor(last.id, caller.owner), tag) }
      const ETag = entityTag(version, caller.owner, page, link)
      if (isKnown(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
      return { status: 200, headers: { ETag, ...link }, body: page }
    },

    async createPlant({ caller, body: { name, tag }, headers }) {
      const createdAt = now()
      const time = createdAt.toISOString()
      const plant = { id: newId(), name, tag, createdAt: time, updatedAt: time }
      const key = headers['Idempotency-Key']
      const request = { name, tag }
      const creation =
        key === undefined
          ? { plant: await store.create(caller.owner, plant), request }
          : await store.createOnce(caller.owner, { key: idempotencyKey(key), plant, request, createdAt, keptHours })
      if (!isDeepStrictEqual(creation.request, request)) throw keyReused()
      const { id } = creation.plant
      const ETag = tagOf(caller, creation.plant)
      return { status: 201, headers: { Location: `plants/${id}`, ETag }, body: creation.plant }
    },

    async getPlant({ caller, path: { id }, headers }) {
      const plant = (await store.get(caller.owner, id)) ?? noSuchPlant()
      const ETag = tagOf(caller, plant)
      if (isKnown(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
      return { status: 200, headers: { ETag }, body: plant }
    },

    async updatePlant({ caller, path: { id }, headers, body }) {
      const changed = await store.update(caller.owner, id, (plant) => {
        requireMatch(headers['If-Match'], tagOf(caller, plant))
        const { name = plant.name, tag = plant.tag } = body
        const next = { ...plant, name, tag: tag ?? '' }
        return isDeepStrictEqual(next, plant)
          ? plant
          : { ...next, updatedAt: later(plant.updatedAt, now().toISOString()) }
      })
      const plant = changed ?? noSuchPlant()
      return { status: 200, headers: { ETag: tagOf(caller, plant) }, body: plant }
    },

    async deletePlant({ caller, path: { id }, headers }) {
      const deleted = await store.delete(caller.owner, id, (plant) => {
        requireMatch(headers['If-Match'], tagOf(caller, plant))
      })
      if (!deleted) noSuchPlant()
      return { status: 204 }
    },
  }
}

// The target has a query only: whatever path the service has behind a gateway, it stays.
function nextLink(limit: number, cursor: string, tag: string | undefined): string {
  const query = new URLSearchParams({ limit: String(limit), cursor })
  if (tag !== undefined) query.set('tag', tag)
  return `<?${query}>; rel="next"`
}

// A clock may be set back; the last change is not before the one before it. Times in this form compare as text.
function later(one: string, other: string): string {
  return one > other ? one : other
}

// The owner is part of the store's key: somebody else's plant is not found either.
function noSuchPlant(): never {
  throw new Problem('/problems/not-found', 'You have no such plant.')
}

function keyReused(): Problem {
  const detail = 'This Idempotency-Key was used for a plant with other fields.'
  return new Problem('/problems/idempotency-key-reused', detail)
}
