// The operations on plants, each named by its operationId. No Express, no SQL.
import type { Operations } from './contract/typed-operations.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { Problem } from './problem.ts'
import type { PlantStore } from './store/plant-store.ts'

export interface PlantParts {
  store: PlantStore
  now: () => Date
  /** A lower-case UUID that sorts after those made before it. */
  newId: () => string
}

export function plantOperations({ store, now, newId }: PlantParts): Operations {
  return {
    async listPlants({ caller, query: { limit, cursor, tag } }) {
      const after = cursor === undefined ? undefined : readCursor(cursor, caller.owner)
      // One more than asked for tells whether there is a next page.
      const found = await store.list(caller.owner, { tag, after, most: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      if (found.length <= limit || last === undefined) return { status: 200, body: page }
      const next = new URLSearchParams({ limit: String(limit), cursor: writeCursor(last.id, caller.owner) })
      if (tag !== undefined) next.set('tag', tag)
      return { status: 200, headers: { Link: `<?${next}>; rel="next"` }, body: page }
    },

    async createPlant({ caller, body: { name, tag } }) {
      const createdAt = now().toISOString()
      const plant = { id: newId(), name, tag, createdAt, updatedAt: createdAt }
      await store.create(caller.owner, plant)
      return { status: 201, headers: { Location: `plants/${plant.id}` }, body: plant }
    },

    async deletePlant({ caller, path: { id } }) {
      // Somebody else's plant is not found either: the owner is part of the key.
      if (!(await store.delete(caller.owner, id))) throw noSuchPlant()
      return { status: 204 }
    },
  }
}

function noSuchPlant(): Problem {
  return new Problem('/problems/not-found', 'You have no plant with this id.')
}
