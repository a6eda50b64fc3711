// The hooks and their options for any contract.

export type { BodyOf, ItemPathOf, ParentsOf, QueryOf, Seen } from '../client/collections.ts'
export { type CacheUpdates, createCacheUpdates } from './cache-updates.ts'
export { type ClientProviderProps, createHooks, type Hooks, type ItemMutation } from './hooks.ts'
export type { ItemEdit } from './item-edit.ts'
export type { MutationHookOptions } from './mutation-options.ts'
export type { Mutation, MutationData, MutationVariables, Reference, Update } from './mutations.ts'
export type { ItemKeys } from './place.ts'
export type { ItemHookOptions, ItemOptions, ListHookOptions, ListOptions, PageOf } from './queries.ts'
export { createQueryOptions, type QueryOptions } from './query-options.ts'
