// Shows in the lists what the service has confirmed, for mutations that do not read the lists again.

import type { InfiniteData, QueryClient } from '@tanstack/query-core'
import { type AnyPage, shownPage, startChange } from './lists.ts'
import { getEntry, getId, type Place } from './place.ts'

export async function showCreatedItem(queries: QueryClient, place: Place, item: unknown): Promise<void> {
  await changeLists(queries, place, (items, belongs, page) => (page === 0 && belongs(item) ? [item, ...items] : items))
}

export async function showChangedItem(queries: QueryClient, place: Place, item: unknown): Promise<void> {
  const newest = (listed: unknown) => (getId(place, listed) === getId(place, item) ? item : listed)
  await changeLists(queries, place, (items, belongs) => items.map(newest).filter(belongs))
}

export function showRemovedItem(queries: QueryClient, place: Place, id: string): void {
  startChange(queries, place, id)
  queries.removeQueries(getEntry(place, id))
}

async function changeLists(
  queries: QueryClient,
  place: Place,
  change: (items: unknown[], belongs: (item: unknown) => boolean, page: number) => unknown[],
): Promise<void> {
  // The late response of a read would undo the change. But a list that was never read must not stay without items.
  await queries.cancelQueries({ ...place.lists, predicate: ({ state }) => state.data !== undefined })
  for (const [key, list] of queries.getQueriesData<InfiniteData<AnyPage>>(place.lists)) {
    if (list === undefined) continue
    const belongs = (item: unknown) =>
      place.filters.every((name) => [undefined, Object(item)[name]].includes(Object(key.at(-1))[name]))
    const pages = list.pages.map(({ read, next }, page) => shownPage(queries, place, change(read, belongs, page), next))
    queries.setQueryData<InfiniteData<AnyPage>>(key, { ...list, pages })
  }
}
