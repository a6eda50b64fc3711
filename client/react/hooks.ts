// The hooks, over the client that the provider was given.

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import type { PlantId } from '../../generated/api.d.ts'
import type { PlantClient } from '../client.ts'
import { type PlantMutations, plantMutations } from './mutations.ts'
import { type ListQuery, type PlantQueries, plantQueries } from './queries.ts'

interface Plants {
  queries: PlantQueries
  mutations: PlantMutations
}

const Context = createContext<Plants | undefined>(undefined)

export interface PlantsProviderProps {
  client: PlantClient
  children?: ReactNode
}

/** Gives the client to the hooks below it. It stands within a QueryClientProvider. */
export function PlantsProvider({ client, children }: PlantsProviderProps): ReactElement {
  const value = useMemo(() => ({ queries: plantQueries(client), mutations: plantMutations(client) }), [client])
  return createElement(Context.Provider, { value }, children)
}

/** Options for queries and mutations, where the hooks below are not enough: suspense, prefetching and the like. */
export function usePlantOptions(): Plants {
  const plants = useContext(Context)
  if (plants === undefined) throw new Error('There is no PlantsProvider around this component')
  return plants
}

/** The plants of the list so far, in `data`; `fetchNextPage` reads on while there is `hasNextPage`. */
export function usePlants(query: ListQuery = {}) {
  return useInfiniteQuery(usePlantOptions().queries.list(query))
}

/** The plant, and its entity tag. */
export function usePlant(id: PlantId) {
  return useQuery(usePlantOptions().queries.plant(id))
}

export function useCreatePlant() {
  return useMutation(usePlantOptions().mutations.create)
}

/** With `seen` a change is refused with 412 where somebody else was faster. */
export function useUpdatePlant() {
  return useMutation(usePlantOptions().mutations.update)
}

/** The plant is out of the lists at once, and back in them where the service refuses. */
export function useDeletePlant() {
  return useMutation(usePlantOptions().mutations.delete)
}
