// Changes of the lists that TanStack Query keeps, before and after the service has said what it thinks of them.

import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import { plantKeys } from './keys.ts'
import type { ListPage } from './queries.ts'

type List = InfiniteData<ListPage>

const filters = { queryKey: plantKeys.lists }

/** Puts the plant in the place of what it was. */
export function replaceInLists(queries: QueryClient, plant: Plant): void {
  queries.setQueriesData<List>(filters, (list) =>
    withPages(list, ({ plants }) => plants.map((one) => (one.id === plant.id ? plant : one))),
  )
}

/** Takes the plant away. @returns What puts it back, there and nowhere else: others may be taken away meanwhile. */
export function removeFromLists(queries: QueryClient, id: PlantId): () => void {
  const places = queries
    .getQueriesData<List>(filters)
    .flatMap(([key, list]) => (list?.pages ?? []).flatMap((page, index) => placeIn(page, key, index, id)))
  queries.setQueriesData<List>(filters, (list) =>
    withPages(list, ({ plants }) => plants.filter((plant) => plant.id !== id)),
  )
  return () => {
    for (const { key, index, plant } of places) {
      queries.setQueryData<List>(key, (list) =>
        withPages(list, ({ plants }, at) => (at === index ? inOrder(plants, plant) : plants)),
      )
    }
  }
}

interface Place {
  key: QueryKey
  /** Of the page. */
  index: number
  plant: Plant
}

function placeIn({ plants }: ListPage, key: QueryKey, index: number, id: PlantId): Place[] {
  return plants.filter((plant) => plant.id === id).map((plant) => ({ key, index, plant }))
}

// A list is in order of id, whose texts compare as they are.
function inOrder(plants: Plant[], plant: Plant): Plant[] {
  const others = plants.filter(({ id }) => id !== plant.id)
  const after = others.findIndex(({ id }) => id > plant.id)
  return others.toSpliced(after === -1 ? others.length : after, 0, plant)
}

function withPages(list: List | undefined, plantsOf: (page: ListPage, index: number) => Plant[]): List | undefined {
  return list && { ...list, pages: list.pages.map((page, index) => ({ ...page, plants: plantsOf(page, index) })) }
}
