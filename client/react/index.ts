// The public names of @plant-collection/client/react.

export {
  PlantsProvider,
  type PlantsProviderProps,
  useCreatePlant,
  useDeletePlant,
  usePlant,
  usePlantOptions,
  usePlants,
  useUpdatePlant,
} from './hooks.ts'
export { plantKeys } from './keys.ts'
export { type PlantMutations, type PlantUpdate, plantMutations, type WhichPlant } from './mutations.ts'
export { type ListPage, type ListQuery, type PlantQueries, plantQueries, type SeenPlant } from './queries.ts'
