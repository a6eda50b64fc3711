// Options for TanStack Query in any framework, and observers for editing and deleting, for any contract.

export type { BodyOf, ItemPathOf, ParentsOf, QueryOf, Seen } from '../client/collections.ts'
export { type CacheUpdates, createCacheUpdates } from './cache-updates.ts'
export type { ItemKey, ItemKeys, ListKey } from './collection-ref.ts'
export type { DeletionOptions, ItemDeletion, ItemDeletions } from './item-deletions.ts'
export type { ItemEdit, ItemEditOptions } from './item-edit.ts'
export { createItemObservers, type ItemObservers } from './item-observers.ts'
export { type MutationHookOptions, withOptions } from './mutation-options.ts'
export type {
  ItemMutationOptions,
  Mutation,
  MutationData,
  MutationKind,
  MutationVariables,
  Reference,
  Update,
} from './mutations.ts'
export type { ItemObserver, Observer } from './observer.ts'
export type { OperationKey, OperationMutation, OperationQuery, QueryInput } from './operations.ts'
export type { ItemOptions, ListOptions, PageOf, ReadOptions } from './queries.ts'
export { createQueryOptions, type QueryOptions } from './query-options.ts'
