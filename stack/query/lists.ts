// Changes the lists and items in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { type AnySeen, type AnyUpdate, getEntry, getId, type Place, referredId } from './place.ts'

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

/** What is shown though the service may not have it: the fields of an update, or `null` for a deletion. */
interface Change {
  /** The variables of its mutation. */
  cause: AnyUpdate
  fields: object | null
  /** The fields of changes that the service has confirmed since. The response of this one can be from before them. */
  later?: object
}

/** In the map of a QueryClient. The service may have read an item before it changed it, so a read ends no change. */
interface ChangedItem {
  /** The item for `useItem`, as the service returned it. */
  seen?: AnySeen | undefined
  /** In the order in which they are made. */
  changes: Change[]
}

const getName = ({ path }: Place, id: string) => `${path}/${id}`

function getChanged(queries: QueryClient, place: Place, id: string): ChangedItem {
  // Safe because startChange sets it.
  return (mapFor(queries).get(getName(place, id)) ?? { changes: [] }) as ChangedItem
}

/** The item as it is shown: as the service returned it, with all changes, or `null`. */
export function shownItem(queries: QueryClient, place: Place, read: unknown): unknown {
  let item = read
  for (const { fields } of getChanged(queries, place, getId(place, read)).changes)
    item = item && fields && { ...item, ...fields }
  return item
}

/** As shownItem, for `useItem`, which shows an item while it is being deleted. */
export function shownSeen(queries: QueryClient, place: Place, seen: AnySeen): AnySeen {
  const { [place.item]: read } = seen
  getChanged(queries, place, getId(place, read)).seen = seen
  return { ...seen, [place.item]: shownItem(queries, place, read) ?? read }
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

/** Shows a change until it ends. */
export function startChange(queries: QueryClient, place: Place, cause: AnyUpdate, fields: object | null): void {
  const id = referredId(place, cause)
  const changed = getChanged(queries, place, id)
  changed.seen ??= queries.getQueryData(getEntry(place, id).queryKey)
  changed.changes.push({ cause, fields })
  mapFor(queries).set(getName(place, id), changed)
  show(queries, place, id, changed.seen)
}

/** Ends a change. @param confirmed The item that the service has just returned. Without it, the change is taken back. */
export async function endChange(
  queries: QueryClient,
  place: Place,
  cause: AnyUpdate,
  confirmed?: AnySeen,
): Promise<void> {
  const id = referredId(place, cause)
  const changed = getChanged(queries, place, id)
  // An application can show a copy of the variables.
  const toKey = (one: AnyUpdate) => (confirmed ? JSON.stringify(one.change) : one)
  const change = changed.changes.find((one) => toKey(one.cause) === toKey(cause))
  changed.changes = changed.changes.filter((one) => one !== change)
  const item = confirmed && { ...Object(confirmed[place.item]), ...change?.later }
  if (item) {
    for (const other of changed.changes) other.later = { ...other.later, ...change?.fields }
    changed.seen = { ...confirmed, [place.item]: item }
  }
  if (changed.changes.length === 0) mapFor(queries).delete(getName(place, id))
  show(queries, place, id, changed.seen, item)
  // Without an entity tag, the item is out of date. The service may have made several changes in another order.
  if (!confirmed?.etag || change?.later) await queries.invalidateQueries(getEntry(place, id))
}

/** Shows an item with its changes. @param confirmed What the service has just returned, for the lists. */
function show(queries: QueryClient, place: Place, id: string, seen?: AnySeen, confirmed?: unknown): void {
  const newest = (item: unknown) => (confirmed && getId(place, item) === id ? confirmed : item)
  changeLists(queries, place, (read) => read.map(newest))
  queries.setQueryData(getEntry(place, id).queryKey, seen && shownSeen(queries, place, seen))
}
