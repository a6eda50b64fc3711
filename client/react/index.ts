// The public names of @plant-collection/client/react.

export { showChanged, showCreated, showRemoved } from './confirmed-changes.ts'
export {
  type PlantMutation,
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
export type { MutationHookOptions } from './mutation-options.ts'
export { type PlantMutations, type PlantReference, type PlantUpdate, plantMutations, showUpdate } from './mutations.ts'
export { type PlantEdit, usePlantEdit } from './plant-edit.ts'
export {
  type ListHookOptions,
  type ListPage,
  type ListQuery,
  type PlantHookOptions,
  type PlantQueries,
  plantQueries,
  type SeenPlant,
} from './queries.ts'
