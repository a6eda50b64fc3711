// The public names of @plant-collection/client.

export type { Plant, PlantDraft, PlantId, PlantPatch } from '../../generated/api.d.ts'
export { plantRules } from '../../generated/plant-rules.ts'
export * from '../index.ts'
export {
  createPlantClient,
  type ListInput,
  type Page,
  type PlantClient,
  type PlantClientOptions,
  type ThrowingClient,
} from './client.ts'
