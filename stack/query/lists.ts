// Changes the lists and items in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, QueryClient } from '@tanstack/query-core'
import { getId, type Place } from './place.ts'

/** A page in the cache. Its items as they are shown have the name of the collection. */
export interface AnyPage {
  read: unknown[]
  next: object | undefined
  [items: string]: unknown
}

// What to show instead of the items that the service returns: a changed item, or `null` for a deleted one. The service
// may have read a list before it changed the item.
const changes = new WeakMap<QueryClient, Map<string, unknown>>()

function changesIn(queries: QueryClient): Map<string, unknown> {
  const known = changes.get(queries) ?? new Map()
  changes.set(queries, known)
  return known
}

const getName = ({ path }: Place, id: string) => `${path}/${id}`

/** The item as it is shown: changed, `null`, or as the service returned it. */
export function shownItem(queries: QueryClient, place: Place, read: unknown): unknown {
  const change = changesIn(queries).get(getName(place, getId(place, read)))
  return change === undefined ? read : change
}

/** A page as it is shown. */
export function shownPage(queries: QueryClient, place: Place, read: unknown[], next: object | undefined): AnyPage {
  return { read, [place.items]: read.flatMap((item) => shownItem(queries, place, item) ?? []), next }
}

/** Shows the changes in every list. @param confirmed An item that the service has just returned. */
export function showChanges(queries: QueryClient, place: Place, confirmed?: unknown): void {
  const newest = (item: unknown) => (confirmed && getId(place, item) === getId(place, confirmed) ? confirmed : item)
  queries.setQueriesData<InfiniteData<AnyPage>>(
    place.lists,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map(({ read, next }) => shownPage(queries, place, read.map(newest), next)),
      },
  )
}

/** Shows this item instead of what the service returns. Without an item, the lists do not show it. */
export function startChange(queries: QueryClient, place: Place, id: string, item: unknown = null): void {
  changesIn(queries).set(getName(place, id), item)
  showChanges(queries, place)
}

/** Ends what `startChange` shows. An update does not end a deletion. @param confirmed What the service has just returned. */
export function endChange(
  queries: QueryClient,
  place: Place,
  id: string,
  isDeletion: boolean,
  confirmed?: unknown,
): void {
  const name = getName(place, id)
  if (isDeletion || changesIn(queries).get(name)) changesIn(queries).delete(name)
  showChanges(queries, place, confirmed)
}
