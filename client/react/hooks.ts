'use client'

// The React hooks. They use the client of the nearest PlantsProvider.

import { type UseMutationResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import type { PlantDraft, PlantId } from '../../generated/api.d.ts'
import type { PlantClient } from '../client.ts'
import type { PlantClientError } from '../errors.ts'
import { type MutationHookOptions, withOptions } from './mutation-options.ts'
import { type PlantMutations, type PlantReference, type PlantUpdate, plantMutations } from './mutations.ts'
import {
  type ListHookOptions,
  type ListQuery,
  type PlantHookOptions,
  type PlantQueries,
  plantQueries,
  type SeenPlant,
} from './queries.ts'

interface PlantOptions {
  queries: PlantQueries
  mutations: PlantMutations
}

const Context = createContext<PlantOptions | undefined>(undefined)

export interface PlantsProviderProps {
  client: PlantClient
  children?: ReactNode
}

/** Provides a client to the hooks below it. Must be inside a QueryClientProvider of TanStack Query. */
export function PlantsProvider({ client, children }: PlantsProviderProps): ReactElement {
  const value = useMemo(() => ({ queries: plantQueries(client), mutations: plantMutations(client) }), [client])
  return createElement(Context.Provider, { value }, children)
}

/** The options behind the other hooks, for any hook of TanStack Query, for example for suspense or prefetching. */
export function usePlantOptions(): PlantOptions {
  const options = useContext(Context)
  if (options === undefined) throw new Error('This component must be inside a PlantsProvider')
  return options
}

/**
 * A list. `data` has the plants of all pages so far; while `hasNextPage` is true, `fetchNextPage` reads the next. If a later
 * read fails, `error` is set, and `data` stays.
 */
export function usePlants(query: ListQuery = {}, options: ListHookOptions = {}) {
  return useInfiniteQuery({ ...usePlantOptions().queries.list(query), ...options })
}

/** One plant with its entity tag. */
export function usePlant(id: PlantId, options: PlantHookOptions = {}) {
  return useQuery({ ...usePlantOptions().queries.plant(id), ...options })
}

/** The result of a mutation hook. */
export type PlantMutation<Data, Variables> = UseMutationResult<Data, PlantClientError, Variables, unknown>

/** Creates a plant, then refreshes the lists. */
export function useCreatePlant<T>(
  options: MutationHookOptions<SeenPlant, PlantDraft, T> = {},
): PlantMutation<SeenPlant, PlantDraft> {
  return useMutation(withOptions(usePlantOptions().mutations.create, options))
}

/**
 * Changes a plant. With `seen`, the service returns 412 if somebody else has changed the plant since. For a form, use
 * `usePlantEdit`.
 */
export function useUpdatePlant<T>(
  options: MutationHookOptions<SeenPlant, PlantUpdate, T> = {},
): PlantMutation<SeenPlant, PlantUpdate> {
  return useMutation(withOptions(usePlantOptions().mutations.update, options))
}

/**
 * Deletes a plant. Removes it from the lists at once, and restores it if the deletion fails. A row of a list that uses this
 * hook disappears together with its `error`: use `options.onError`, or the hook above the list.
 */
export function useDeletePlant<T>(
  options: MutationHookOptions<void, PlantReference, T> = {},
): PlantMutation<void, PlantReference> {
  return useMutation(withOptions(usePlantOptions().mutations.delete, options))
}
