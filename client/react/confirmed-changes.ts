// Shows in the lists what the service has confirmed, for mutations that do not read the lists again.

import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import { plantKeys } from './keys.ts'
import { changesIn, showChanges, shownPage } from './lists.ts'
import type { ListPage } from './queries.ts'

/** Shows a created plant first in each list that it belongs to, until that list is read again. */
export async function showCreated(queries: QueryClient, plant: Plant): Promise<void> {
  await changeLists(queries, (plants, tag, page) =>
    page === 0 && (tag === undefined || tag === plant.tag) ? [plant, ...plants] : plants,
  )
}

/** Shows a plant as it is now, and removes it from lists of other tags. */
export async function showChanged(queries: QueryClient, plant: Plant): Promise<void> {
  await changeLists(queries, (plants, tag) =>
    plants
      .map((listed) => (listed.id === plant.id ? plant : listed))
      .filter((listed) => tag === undefined || listed.tag === tag),
  )
}

/** Removes a deleted plant from the lists, also from those that are read later. */
export function showRemoved(queries: QueryClient, id: PlantId): void {
  changesIn(queries).set(id, undefined)
  showChanges(queries)
  queries.removeQueries({ queryKey: plantKeys.plant(id) })
}

async function changeLists(
  queries: QueryClient,
  change: (plants: Plant[], tag: string | undefined, page: number) => Plant[],
): Promise<void> {
  const lists = { queryKey: plantKeys.lists }
  // The late response of a read would undo the change. But a list that was never read must not stay without plants.
  await queries.cancelQueries({ ...lists, predicate: ({ state }) => state.data !== undefined })
  for (const [key, list] of queries.getQueriesData<InfiniteData<ListPage>>(lists)) {
    if (list === undefined) continue
    // Safe because all keys of lists come from plantKeys.
    const [, , { tag }] = key as ReturnType<typeof plantKeys.list>
    const pages = list.pages.map(({ read, next }, page) => shownPage(queries, { read: change(read, tag, page), next }))
    queries.setQueryData<InfiniteData<ListPage>>(key, { ...list, pages })
  }
}
