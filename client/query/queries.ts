// Shorter names for the lists and items of plants, as options for TanStack Query.

import type { QueryClient } from '@tanstack/query-core'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import type { Client } from '../../generated/client.ts'
import * as generated from '../../generated/query/index.ts'

/** The query of a list. `limit` is the size of a page. */
export type ListQuery = generated.QueryOf<'/plants'>
export type ListPage = generated.PageOf<'/plants'>
export type SeenPlant = generated.Seen<'/plants'>
export type PlantReference = generated.Reference<'/plants'>
export type PlantUpdate = generated.Update<'/plants'>
export type PlantQueries = ReturnType<typeof plantQueries>
export type PlantMutations = ReturnType<typeof plantMutations>

const { item: plant, ...keys } = generated.itemKeys('/plants', {})

/** The keys of plants in the cache of TanStack Query, for code that invalidates, prefetches or reads entries. */
export const plantKeys = { ...keys, plant }

/** Options for `useQuery`, or a similar function of TanStack Query. Each query rejects like `orThrow`. */
export function plantQueries(client: Client) {
  return {
    /** The plants of all pages read so far. */
    list: (query: ListQuery = {}) => generated.listOptions(client, '/plants', {}, query),
    plant: (id: PlantId) => generated.itemOptions(client, '/plants', { id }),
  }
}

/** Options for `useMutation` or createMutation of TanStack Query. Each rejects like `orThrow`. */
export function plantMutations(client: Client) {
  return {
    create: generated.mutationFor(client, 'create', '/plants', {}),
    update: generated.mutationFor(client, 'update', '/plants', {}),
    /** Removes the plant from the lists at once, and restores it if the deletion fails. */
    delete: generated.mutationFor(client, 'delete', '/plants', {}),
  }
}

/**
 * Shows a created plant first in each list of all plants or of its tag, newest first. A list whose query has more than `tag`,
 * `limit`, `count` and `sort: '-createdAt'` is refetched instead.
 */
export function showCreated(queryClient: QueryClient, plant: Plant): Promise<void> {
  return generated.showCreatedItem(queryClient, '/plants', {}, plant)
}

/** Shows the current plant, and removes it from lists of other tags. Refetches a list in which its position may have changed. */
export function showChanged(queryClient: QueryClient, plant: Plant): Promise<void> {
  return generated.showChangedItem(queryClient, '/plants', {}, plant)
}

/** Removes a deleted plant from the lists, even from those that are fetched later. */
export function showRemoved(queryClient: QueryClient, id: PlantId): void {
  generated.showRemovedItem(queryClient, '/plants', {}, id)
}

/**
 * Makes an optimistic update, for `onMutate`. Until the update has ended, no read shows the earlier values. @returns A
 * function that rolls back, for `onError`.
 */
export function showUpdate(queryClient: QueryClient, update: PlantUpdate): Promise<() => void> {
  return generated.showUpdatedItem(queryClient, '/plants', {}, update)
}
