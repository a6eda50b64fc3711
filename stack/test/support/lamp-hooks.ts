// The React hooks of the product of the stack's tests, for lamps, as a product names them.
import type { QueryClient } from '@tanstack/query-core'
import {
  createCacheUpdates,
  createQueryOptions,
  type MutationHookOptions,
  type PageOf,
  type QueryOf,
  type Reference,
  type Seen,
  type Update,
} from '../../query/index.ts'
import { createHooks, type ItemHookOptions, type ListHookOptions } from '../../react/index.ts'
import { contract, type Types } from '../product/generated/client.ts'
import type { Lamp, LampClient, LampDraft } from './lamp-client.ts'

type Query = QueryOf<Types, '/lamps'>
export type SeenLamp = Seen<Types, '/lamps'>
type LampUpdate = Update<Types, '/lamps'>
export type ListPage = PageOf<Types, '/lamps'>

const { ClientProvider, useItem, useItemMutation, useItems, useTotalCount } = createHooks(contract)
export const LampClientProvider = ClientProvider
const { showChangedItem, showCreatedItem, showRemovedItem, showUpdatedItem } = createCacheUpdates(contract)
const { itemKeys, itemOptions, listOptions, mutationFor } = createQueryOptions(contract)

export const useLamps = (query?: Query, options?: ListHookOptions<Types, '/lamps'>) =>
  useItems('/lamps', {}, query, options)
export const useLampCount = (query?: Query) => useTotalCount('/lamps', {}, query)
export const useLamp = (id: string, options?: ItemHookOptions<Types, '/lamps'>) => useItem('/lamps', { id }, options)
export const useCreateLamp = <T>(options?: MutationHookOptions<SeenLamp, LampDraft, T>) =>
  useItemMutation('create', '/lamps', {}, options)
export const useUpdateLamp = <T>(options?: MutationHookOptions<SeenLamp, LampUpdate, T>) =>
  useItemMutation('update', '/lamps', {}, options)
export const useDeleteLamp = <T>(options?: MutationHookOptions<void, Reference<Types, '/lamps'>, T>) =>
  useItemMutation('delete', '/lamps', {}, options)

const { item: lamp, ...keys } = itemKeys('/lamps', {})
export const lampKeys = { ...keys, lamp }

export const lampQueries = (client: LampClient) => ({
  list: (query: Query = {}) => listOptions(client, '/lamps', {}, query),
  lamp: (id: string) => itemOptions(client, '/lamps', { id }),
})

export const lampMutations = (client: LampClient) => ({
  create: mutationFor(client, 'create', '/lamps', {}),
  update: mutationFor(client, 'update', '/lamps', {}),
  delete: mutationFor(client, 'delete', '/lamps', {}),
})

export const showCreated = (queries: QueryClient, lamp: Lamp) => showCreatedItem(queries, '/lamps', {}, lamp)
export const showChanged = (queries: QueryClient, lamp: Lamp) => showChangedItem(queries, '/lamps', {}, lamp)
export const showRemoved = (queries: QueryClient, id: string) => showRemovedItem(queries, '/lamps', {}, id)
export const showUpdate = (queries: QueryClient, update: LampUpdate) => showUpdatedItem(queries, '/lamps', {}, update)
