// The React hooks. They use the client of the nearest PlantsProvider.

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import type { PlantId } from '../../generated/api.d.ts'
import type { PlantClient } from '../client.ts'
import { type PlantMutations, plantMutations } from './mutations.ts'
import { type ListQuery, type PlantQueries, plantQueries } from './queries.ts'

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

/** A list. `data` has the plants of all pages so far; while `hasNextPage` is true, `fetchNextPage` reads the next. */
export function usePlants(query: ListQuery = {}) {
  return useInfiniteQuery(usePlantOptions().queries.list(query))
}

/** One plant with its entity tag. */
export function usePlant(id: PlantId) {
  return useQuery(usePlantOptions().queries.plant(id))
}

/** Creates a plant, then refreshes the lists. */
export function useCreatePlant() {
  return useMutation(usePlantOptions().mutations.create)
}

/** Changes a plant. With `seen`, the service returns 412 if somebody else has changed the plant since. */
export function useUpdatePlant() {
  return useMutation(usePlantOptions().mutations.update)
}

/** Deletes a plant. Removes it from the lists at once, and restores it if the deletion fails. */
export function useDeletePlant() {
  return useMutation(usePlantOptions().mutations.delete)
}
