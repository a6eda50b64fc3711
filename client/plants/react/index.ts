// The public names of @plant-collection/client/react.

export * from '../../react/index.ts'
export {
  type PlantEdit,
  type PlantMutation,
  PlantsProvider,
  type PlantsProviderProps,
  useCreatePlant,
  useDeletePlant,
  usePlant,
  usePlantEdit,
  usePlants,
  useUpdatePlant,
} from './hooks.ts'
export {
  type ListHookOptions,
  type ListPage,
  type ListQuery,
  type PlantHookOptions,
  type PlantMutations,
  type PlantQueries,
  type PlantReference,
  type PlantUpdate,
  plantKeys,
  plantMutations,
  plantQueries,
  type SeenPlant,
  showChanged,
  showCreated,
  showRemoved,
  showUpdate,
} from './queries.ts'
export { usePlantOptions } from './use-plant-options.ts'
