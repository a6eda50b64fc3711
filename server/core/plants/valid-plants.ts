// Stored plants can break the contract: it became stricter without a migration, or somebody changed the data. One such
// plant must not hide the plants after it.
import type { Page, Plant, PlantStore } from './plant-store.ts'

export interface InvalidPlant {
  id: string
  error: string
}

/** If one page meets more invalid plants, all data are probably wrong: then an error is better than an empty list. */
const maxInvalid = 1_000

/**
 * @param errorOf Returns what is wrong with a plant; `undefined` for a valid one.
 * @param report Called with the plants that a list leaves out.
 */
export function withoutInvalidPlants(
  store: PlantStore,
  errorOf: (plant: Plant) => string | undefined,
  report: (plants: InvalidPlant[]) => void,
): PlantStore {
  return {
    ...store,
    async list(owner, query) {
      const valid: Plant[] = []
      const invalid: InvalidPlant[] = []
      let { after } = query
      let found: Page
      // The first revision: a change between two reads then leads to another one.
      let revision: string | undefined
      do {
        found = await store.list(owner, { ...query, after })
        revision ??= found.revision
        for (const plant of found.plants) {
          const error = errorOf(plant)
          if (error === undefined) valid.push(plant)
          else invalid.push({ id: plant.id, error })
        }
        if (invalid.length > maxInvalid) throw new Error(`More than ${maxInvalid} stored plants break the contract.`)
        after = found.plants.at(-1)?.id
      } while (found.plants.length === query.limit && valid.length < query.limit)
      if (invalid.length > 0) report(invalid)
      return { plants: valid.slice(0, query.limit), revision }
    },
  }
}
