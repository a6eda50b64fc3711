// The public names of @plant-collection/client/react.

export type { ItemEdit, ItemMutation, Mutation, MutationHookOptions } from 'contract-stack/react'
export { showChangedItem, showCreatedItem, showRemovedItem, showUpdatedItem } from './cache-updates.ts'
export { ClientProvider, useClient, useItem, useItemEdit, useItemMutation, useItems } from './collection-hooks.ts'
export type {
  BodyOf,
  ClientProviderProps,
  ItemHookOptions,
  ItemKeys,
  ItemOptions,
  ItemPathOf,
  ListOptions,
  MutationData,
  MutationVariables,
  PageOf,
  ParentsOf,
  QueryOf,
  Reference,
  Seen,
  Update,
} from './contract-types.ts'
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
export { itemKeys, itemOptions, listOptions, mutationFor } from './query-options.ts'
export { usePlantOptions } from './use-plant-options.ts'
