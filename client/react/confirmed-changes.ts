// Shows in the lists what the service has confirmed, for mutations that do not read the lists again. The collection and the
// parameters in its path say where the items are.

import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { itemValues } from '../../generated/collections.ts'
import type { Collection, ItemOf, ParentsOf } from '../collections.ts'
import { type AnyPage, shownPage, startChange } from './lists.ts'
import { entryOf, idOf, placeOf } from './place.ts'

/** Shows a created item first in each list that it belongs to, until that list is read again. */
export async function showCreatedItem<Path extends Collection>(
  queries: QueryClient,
  collection: Path,
  parents: ParentsOf<Path>,
  item: ItemOf<Path>,
): Promise<void> {
  await changeLists(queries, collection, parents, (items, belongs, page) =>
    page === 0 && belongs(item) ? [item, ...items] : items,
  )
}

/** Shows an item as it is now, and removes it from lists with other filters. */
export async function showChangedItem<Path extends Collection>(
  queries: QueryClient,
  collection: Path,
  parents: ParentsOf<Path>,
  item: ItemOf<Path>,
): Promise<void> {
  const place = placeOf(collection, parents as object)
  const newest = (listed: unknown) => (idOf(place, listed) === idOf(place, item) ? item : listed)
  await changeLists(queries, collection, parents, (items, belongs) => items.map(newest).filter(belongs))
}

/** Removes a deleted item from the lists, also from those that are read later. */
export function showRemovedItem<Path extends Collection>(
  queries: QueryClient,
  collection: Path,
  parents: ParentsOf<Path>,
  id: string,
): void {
  const place = placeOf(collection, parents as object)
  startChange(queries, place, id)
  queries.removeQueries(entryOf(place, id))
}

async function changeLists(
  queries: QueryClient,
  collection: Collection,
  parents: unknown,
  change: (items: unknown[], belongs: (item: unknown) => boolean, page: number) => unknown[],
): Promise<void> {
  const place = placeOf(collection, Object(parents))
  // The late response of a read would undo the change. But a list that was never read must not stay without items.
  await queries.cancelQueries({ ...place.lists, predicate: ({ state }) => state.data !== undefined })
  for (const [key, list] of queries.getQueriesData<InfiniteData<AnyPage>>(place.lists)) {
    if (list === undefined) continue
    const belongs = (item: unknown) =>
      itemValues[collection].filters.every((name) => [undefined, Object(item)[name]].includes(Object(key.at(-1))[name]))
    const pages = list.pages.map(({ read, next }, page) => shownPage(queries, place, change(read, belongs, page), next))
    queries.setQueryData<InfiniteData<AnyPage>>(key, { ...list, pages })
  }
}
