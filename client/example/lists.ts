// Changes the lists that the page has read, instead of reading all their pages again.
import type { Plant } from '@plant-collection/client'
import { type ListPage, type ListQuery, plantKeys } from '@plant-collection/client/react'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

type List = InfiniteData<ListPage>

/** Shows a new plant first, until the list is read again. */
export function prependToLists(queries: QueryClient, plant: Plant): void {
  changeLists(queries, (plants, tag, index) =>
    index === 0 && (tag === undefined || tag === plant.tag) ? [plant, ...plants] : plants,
  )
}

/** Removes a plant that is gone. */
export function removeFromLists(queries: QueryClient, id: string): void {
  changeLists(queries, (plants) => plants.filter((plant) => plant.id !== id))
}

/** Shows the plant as it is now, and removes it from lists of other tags. */
export function updateLists(queries: QueryClient, changed: Plant): void {
  changeLists(queries, (plants, tag) =>
    plants
      .map((plant) => (plant.id === changed.id ? changed : plant))
      .filter((plant) => tag === undefined || plant.tag === tag),
  )
}

function changeLists(
  queries: QueryClient,
  change: (plants: Plant[], tag: string | undefined, index: number) => Plant[],
): void {
  for (const [key, list] of queries.getQueriesData<List>({ queryKey: plantKeys.lists })) {
    // The keys of lists end with their query.
    const { tag } = key.at(-1) as ListQuery
    if (list === undefined) continue
    // The client shows what was read, with its own changes: without the first, it would show a removed plant again.
    const pages = list.pages.map(({ read, plants, next }, index) => {
      return { read: change(read, tag, index), plants: change(plants, tag, index), next }
    })
    queries.setQueryData<List>(key, { ...list, pages })
  }
}
