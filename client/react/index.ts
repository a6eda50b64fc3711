// The public names of @plant-collection/client/react: the hooks, and the options behind them.

export type { DeletionOptions, ItemDeletion, ItemDeletions, ItemEdit, ItemMutation } from 'contract-stack/react'
export * from '../query/index.ts'
export {
  ClientProvider,
  type ClientProviderProps,
  type ItemHookOptions,
  useClient,
  useItem,
  useItemDeletions,
  useItemEdit,
  useItemMutation,
  useItems,
} from './collection-hooks.ts'
export {
  type ListHookOptions,
  type PlantDeletions,
  type PlantEdit,
  type PlantHookOptions,
  type PlantMutation,
  PlantsProvider,
  type PlantsProviderProps,
  useCreatePlant,
  useDeletePlant,
  usePlant,
  usePlantDeletions,
  usePlantEdit,
  usePlants,
  useUpdatePlant,
} from './hooks.ts'
export { usePlantOptions } from './use-plant-options.ts'
