// The operations on plants, one handler for each operationId, over a PlantStore.
import { limits } from '../contract/plan.ts'
import { nextLink, pageStart } from '../paging.ts'
import { Problem } from '../problem.ts'
import type { Handlers } from './dispatch.ts'
import { idempotencyKey } from './idempotency-key.ts'
import type { Plant, PlantStore } from './plant-store.ts'

export interface PlantParts {
  store: PlantStore
  now: () => Date
  /** Returns a lower-case UUID that sorts after those before it. */
  newId: () => string
}

export function createPlantHandlers({ store, now, newId }: PlantParts): Handlers {
  return {
    async listPlants({ caller: { owner }, query }) {
      const { limit, tag } = query
      // One more than requested shows whether there is a next page.
      const { plants, revision } = await store.list(owner, { tag, after: pageStart(query), limit: limit + 1 })
      const page = plants.slice(0, limit)
      const last = plants.length > limit ? page.at(-1) : undefined
      return { status: 200, body: page, revision, ...(last && { headers: { Link: nextLink(query, last) } }) }
    },

    async createPlant({ caller: { owner }, body: { name, tag = '' }, headers }) {
      const time = now().toISOString()
      const plant = { id: newId(), name, tag, createdAt: time, updatedAt: time }
      const key = headers['Idempotency-Key']
      const created =
        key === undefined ? await store.create(owner, plant) : await createOnce(owner, idempotencyKey(key), plant)
      return { status: 201, headers: { Location: `plants/${created.id}` }, body: created }
    },

    async getPlant({ caller, path: { id } }) {
      return { status: 200, body: (await store.get(caller.owner, id)) ?? throwNotFound() }
    },

    async updatePlant({ caller: { owner }, path: { id }, body, condition }) {
      const { name, tag } = body
      const change = { name, tag: tag === null ? '' : tag, updatedAt: now().toISOString() }
      return { status: 200, body: (await store.update(owner, id, change, condition)) ?? throwNotFound() }
    },

    async deletePlant({ caller: { owner }, path: { id }, condition }) {
      if ((await store.delete(owner, id, condition)) === undefined) throwNotFound()
      return { status: 204 }
    },
  }

  async function createOnce(owner: string, key: string, plant: Plant): Promise<Plant> {
    const keptHours = limits.idempotencyKeyHours
    const created = await store.createOnce(owner, { key, plant, keptHours })
    if (created.name === plant.name && created.tag === plant.tag) return created
    const detail = 'This Idempotency-Key was already used for a plant with other fields. Choose a new key.'
    throw new Problem('idempotency-key-reused', detail)
  }
}

// The owner is part of the store's key: another caller's plant is not found either.
function throwNotFound(): never {
  throw new Problem('not-found', 'You have no such plant.')
}
