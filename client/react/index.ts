// The hooks and their options for any collection.

export type { BodyOf, ItemPathOf, ParentsOf, QueryOf, Seen } from '../collections.ts'
export { showChangedItem, showCreatedItem, showRemovedItem } from './confirmed-changes.ts'
export {
  ClientProvider,
  type ClientProviderProps,
  type ItemMutation,
  useClient,
  useItem,
  useItemMutation,
  useItems,
} from './hooks.ts'
export { type ItemEdit, useItemEdit } from './item-edit.ts'
export type { MutationHookOptions } from './mutation-options.ts'
export {
  type Mutation,
  type MutationData,
  type MutationVariables,
  mutationFor,
  type Reference,
  showUpdatedItem,
  type Update,
} from './mutations.ts'
export { type ItemKeys, itemKeys } from './place.ts'
export {
  type ItemHookOptions,
  type ItemOptions,
  itemOptions,
  type ListHookOptions,
  type ListOptions,
  listOptions,
  type PageOf,
} from './queries.ts'
