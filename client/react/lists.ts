// Changes the lists in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import { plantKeys } from './keys.ts'
import type { ListPage } from './queries.ts'

type List = InfiniteData<ListPage>

const filters = { queryKey: plantKeys.lists }

/** Replaces the plant in every list, by its id. */
export function replaceInLists(queries: QueryClient, plant: Plant): void {
  queries.setQueriesData<List>(filters, (list) =>
    withPages(list, ({ plants }) => plants.map((listed) => (listed.id === plant.id ? plant : listed))),
  )
}

/**
 * Removes the plant from every list. @returns A function that restores this plant only: other plants may have been
 * removed since.
 */
export function removeFromLists(queries: QueryClient, id: PlantId): () => void {
  const places = queries
    .getQueriesData<List>(filters)
    .flatMap(([key, list]) => (list?.pages ?? []).flatMap((page, pageIndex) => placesIn(page, key, pageIndex, id)))
  queries.setQueriesData<List>(filters, (list) =>
    withPages(list, ({ plants }) => plants.filter((plant) => plant.id !== id)),
  )
  return () => {
    for (const { key, pageIndex, plant } of places) {
      queries.setQueryData<List>(key, (list) =>
        withPages(list, ({ plants }, index) => (index === pageIndex ? insertInOrder(plants, plant) : plants)),
      )
    }
  }
}

interface Place {
  key: QueryKey
  pageIndex: number
  plant: Plant
}

function placesIn({ plants }: ListPage, key: QueryKey, pageIndex: number, id: PlantId): Place[] {
  return plants.filter((plant) => plant.id === id).map((plant) => ({ key, pageIndex, plant }))
}

// Lists are in ascending order of id, compared as strings.
function insertInOrder(plants: Plant[], plant: Plant): Plant[] {
  const others = plants.filter(({ id }) => id !== plant.id)
  const after = others.findIndex(({ id }) => id > plant.id)
  return others.toSpliced(after === -1 ? others.length : after, 0, plant)
}

function withPages(list: List | undefined, plantsOf: (page: ListPage, index: number) => Plant[]): List | undefined {
  return list && { ...list, pages: list.pages.map((page, index) => ({ ...page, plants: plantsOf(page, index) })) }
}
