// The public names of @plant-collection/client/react: the hooks, and the options behind them.

export type { DeletionOptions, ItemDeletion, ItemDeletions, ItemEdit, ItemMutation } from 'contract-stack/react'
export * from '../query/index.ts'
export {
  ClientProvider,
  type ClientProviderProps,
  type ItemHookOptions,
  useClient,
  useItem,
  useItemEdit,
  useItemMutation,
  useItems,
} from './collection-hooks.ts'
export { type PlantDeletions, useItemDeletions, usePlantDeletions } from './deletions.ts'
export {
  type ListHookOptions,
  type PlantEdit,
  type PlantHookOptions,
  type PlantMutation,
  PlantsProvider,
  type PlantsProviderProps,
  useCreatePlant,
  useDeletePlant,
  usePlant,
  usePlantEdit,
  usePlantOptions,
  usePlants,
  useUpdatePlant,
} from './hooks.ts'
