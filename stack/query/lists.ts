// Changes the lists and items in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { getId, type Place } from './place.ts'

/** A page in the cache. Its items as they are shown have the name of the collection. */
export interface AnyPage {
  read: unknown[]
  next: object | undefined
  totalCount?: string | undefined
  [items: string]: unknown
}

const maps = new WeakMap<object, Map<string, unknown>>()

/** A map that lives as long as its owner, a QueryClient or a client. */
export function mapFor(owner: object): Map<string, unknown> {
  const known = maps.get(owner) ?? new Map()
  maps.set(owner, known)
  return known
}

// In the map of a QueryClient: what to show instead of the items that the service returns, such as a changed item, or `null` for a
// deleted one. The service may have read a list before it changed the item.
const getName = ({ path }: Place, id: string) => `${path}/${id}`

/** The item as it is shown: changed, `null`, or as the service returned it. */
export function shownItem(queries: QueryClient, place: Place, read: unknown): unknown {
  const change = mapFor(queries).get(getName(place, getId(place, read)))
  return change === undefined ? read : change
}

export function shownPage(
  queries: QueryClient,
  place: Place,
  { read, ...page }: Pick<AnyPage, 'read' | 'next' | 'totalCount'>,
): AnyPage {
  return { ...page, read, [place.items]: read.flatMap((item) => shownItem(queries, place, item) ?? []) }
}

/** Changes the items that the service returned, in every list. A list stays as old as it is, and out of date if it is. */
export function changeLists(
  queries: QueryClient,
  place: Place,
  change: (read: unknown[], page: number, list: Query) => unknown[],
): void {
  for (const list of queries.getQueryCache().findAll(place.lists)) {
    const data = queries.getQueryData<InfiniteData<AnyPage>>(list.queryKey)
    const pages = data?.pages.map((one, page) =>
      shownPage(queries, place, { ...one, read: change(one.read, page, list) }),
    )
    list.setState({ data: data && { ...data, pages } })
  }
}

/** Reads the lists again that are out of date and are shown. The others are read when they are shown. */
export function readOutdated(queries: QueryClient, { lists }: Place): Promise<void> {
  return queries.invalidateQueries(
    { ...lists, predicate: ({ state }) => state.isInvalidated },
    { cancelRefetch: false },
  )
}

/** Shows the changes in every list. @param confirmed An item that the service has just returned. */
export function showChanges(queries: QueryClient, place: Place, confirmed?: unknown): void {
  const newest = (item: unknown) => (confirmed && getId(place, item) === getId(place, confirmed) ? confirmed : item)
  changeLists(queries, place, (read) => read.map(newest))
}

/** Shows this item instead of what the service returns. Without an item, the lists do not show it. */
export function startChange(queries: QueryClient, place: Place, id: string, item: unknown = null): void {
  mapFor(queries).set(getName(place, id), item)
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
  if (isDeletion || mapFor(queries).get(name)) mapFor(queries).delete(name)
  showChanges(queries, place, confirmed)
}
