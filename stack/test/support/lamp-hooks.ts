// The React hooks of the product of the stack's tests, for lamps, as a product names them.
import type { QueryClient } from '@tanstack/query-core'
import {
  ClientProvider,
  type ItemHookOptions,
  type ItemMutationOptions,
  type ItemsHookOptions,
  itemKeys,
  itemOptions,
  listOptions,
  mutationFor,
  type PageOf,
  type QueryOf,
  type Seen,
  showChangedItem,
  showCreatedItem,
  showRemovedItem,
  showUpdatedItem,
  type Update,
  useItem,
  useItemDeletions,
  useItemEdit,
  useItemMutation,
  useItems,
  useTotalCount,
} from '../product/generated/react/index.ts'
import type { Lamp, LampClient } from './lamp-client.ts'

type Query = QueryOf<'/lamps'>
export type SeenLamp = Seen<'/lamps'>
type LampUpdate = Update<'/lamps'>
export type ListPage = PageOf<'/lamps'>
export const LampClientProvider = ClientProvider

export const useLamps = (query?: Query, options?: ItemsHookOptions<'/lamps'>) => useItems('/lamps', {}, query, options)
export const useLampCount = (query?: Query) => useTotalCount('/lamps', {}, query)
export const useLamp = (id: string, options?: ItemHookOptions<'/lamps'>) => useItem('/lamps', { id }, options)
export const useCreateLamp = <T>(options?: ItemMutationOptions<'/lamps', 'create', T>) =>
  useItemMutation('create', '/lamps', {}, options)
export const useUpdateLamp = <T>(options?: ItemMutationOptions<'/lamps', 'update', T>) =>
  useItemMutation('update', '/lamps', {}, options)
export const useDeleteLamp = <T>(options?: ItemMutationOptions<'/lamps', 'delete', T>) =>
  useItemMutation('delete', '/lamps', {}, options)
export const useLampEdit = (id: string) => useItemEdit('/lamps', { id })
export const useLampDeletions = () => useItemDeletions('/lamps', {})

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
