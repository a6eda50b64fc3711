'use client'

// The React hooks for plants. They use the client of the nearest PlantsProvider.

import type { ClientError } from 'contract-stack/client'
import type { ItemEdit, ItemMutation } from 'contract-stack/react'
import { type ReactElement, useMemo } from 'react'
import type { PlantId, PlantPatch } from '../../generated/api.d.ts'
import type { OperationError } from '../../generated/client.ts'
import type { ItemMutationOptions } from '../../generated/query/options.ts'
import * as generated from '../../generated/react/hooks.ts'
import type { PlantClient } from '../index.ts'
import { type ListQuery, plantMutations, plantQueries, type SeenPlant } from '../query/queries.ts'

export type ListHookOptions = generated.ItemsHookOptions<'/plants'>
export type PlantHookOptions = generated.ItemHookOptions<'/plants'>

export interface PlantsProviderProps extends generated.ClientProviderProps {
  client: PlantClient
}

/** Options of TanStack Query, and the plant that the form starts with, such as the plant of a draft. Default: the first read. */
export type PlantEditOptions<T> = ItemMutationOptions<'/plants', 'update', T> & { seen?: SeenPlant }

/** @typeParam Failure The errors of the operation. Default: any. */
export type PlantMutation<Data, Variables, Failure = ClientError> = ItemMutation<Data, Variables, Failure>

export type PlantEdit = ItemEdit<SeenPlant, PlantPatch, OperationError<'getPlant' | 'updatePlant'>>

/** Provides a client to the hooks of its descendants. Must be inside a QueryClientProvider of TanStack Query. */
export const PlantsProvider: (props: PlantsProviderProps) => ReactElement = generated.ClientProvider

/**
 * Reads a list. `data` has the plants of all pages so far; while `hasNextPage` is true, `fetchNextPage` reads the next. If a
 * later read fails, `error` is set, and `data` stays.
 */
export function usePlants(query?: ListQuery, options?: ListHookOptions) {
  return generated.useItems('/plants', {}, query, options)
}

/** Reads one plant with its entity tag. */
export function usePlant(id: PlantId, options?: PlantHookOptions) {
  return generated.useItem('/plants', { id }, options)
}

/** Creates a plant, then refreshes the lists. */
export function useCreatePlant<T>(options?: ItemMutationOptions<'/plants', 'create', T>) {
  return generated.useItemMutation('create', '/plants', {}, options)
}

/**
 * Changes a plant. With `seen`, the service returns 412 if the plant has changed since. For a form, use
 * `usePlantEdit`.
 */
export function useUpdatePlant<T>(options?: ItemMutationOptions<'/plants', 'update', T>) {
  return generated.useItemMutation('update', '/plants', {}, options)
}

/**
 * Deletes a plant. Removes it from the lists at once, and restores it if the deletion fails. A row of a list that uses this
 * hook disappears together with its `error`: use `options.onError`.
 */
export function useDeletePlant<T>(options?: ItemMutationOptions<'/plants', 'delete', T>) {
  return generated.useItemMutation('delete', '/plants', {}, options)
}

/**
 * Keeps the version of a plant that the user sees in a form. `usePlant` does not: TanStack Query refetches the plant, for example
 * when the window gets the focus. A save with the newer entity tag would overwrite changes that the user has not seen.
 */
export function usePlantEdit<T>(id: PlantId, options?: PlantEditOptions<T>): PlantEdit {
  return generated.useItemEdit('/plants', { id }, options)
}

/** The options behind the other hooks, for any hook of TanStack Query, for example for suspense or prefetching. */
export function usePlantOptions() {
  const client = generated.useClient()
  return useMemo(() => ({ queries: plantQueries(client), mutations: plantMutations(client) }), [client])
}
