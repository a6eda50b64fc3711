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

/** What is shown though a read may not have it: the fields of an update, or `null` for a deletion. */
interface Change {
  /** The change of the variables of its mutation, as JSON: an application can show a copy of them. */
  body: string | undefined
  fields: object | null
  /** Whether the service has confirmed it. Until the others end, their responses and errors can be from before it. */
  isConfirmed?: true
}

/** The service may have read an item before it changed it, so a read ends no change. */
interface ChangedItem {
  /** The item for `useItem`, as the service returned it. */
  seen?: AnySeen | undefined
  /** Changes in the order in which they are made. */
  changes: Change[]
}

const changedItems = new WeakMap<QueryClient, Map<string, ChangedItem>>()

function changedIn(queries: QueryClient): Map<string, ChangedItem> {
  const known = changedItems.get(queries) ?? new Map<string, ChangedItem>()
  changedItems.set(queries, known)
  return known
}

const getName = ({ path }: Place, id: string) => `${path}/${id}`

function getChanged(queries: QueryClient, place: Place, id: string): ChangedItem {
  return changedIn(queries).get(getName(place, id)) ?? { changes: [] }
}

/** The item as it is shown: as the service returned it, with all changes, or `null`. */
export function shownItem(queries: QueryClient, place: Place, read: unknown): unknown {
  return withChanges(read, getChanged(queries, place, getId(place, read)).changes)
}

function withChanges(read: unknown, changes: Change[]): unknown {
  let item = read
  for (const { fields } of changes) item = item && fields && { ...item, ...fields }
  return item
}

/** Returns what `useItem` shows: the same as shownItem, but an item also while it is being deleted. */
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

/** Shows a change until it ends. @returns Takes the change back at once. */
export function startChange(queries: QueryClient, place: Place, cause: AnyUpdate, fields: object | null): () => void {
  const id = referredId(place, cause)
  const changed = getChanged(queries, place, id)
  const change = { body: JSON.stringify(cause.change), fields }
  changed.seen ??= queries.getQueryData(getEntry(place, id).queryKey)
  changed.changes.push(change)
  changedIn(queries).set(getName(place, id), changed)
  show(queries, place, id, changed.seen)
  return () => void endChange(queries, place, cause, undefined, change)
}

/**
 * @param confirmed The item that the service has just returned. Without it, the change is taken back.
 * @param handle Default: the oldest such change that is not confirmed.
 */
export async function endChange(
  queries: QueryClient,
  place: Place,
  cause: AnyUpdate,
  confirmed?: AnySeen,
  handle?: Change,
): Promise<void> {
  const id = referredId(place, cause)
  const changed = getChanged(queries, place, id)
  const body = JSON.stringify(cause.change)
  const shown = handle ?? changed.changes.find((one) => one.body === body && !one.isConfirmed)
  const change: Change = shown ?? { body, fields: {} }
  if (confirmed) {
    const response = Object(confirmed[place.item])
    change.fields = Object.fromEntries(Object.keys(Object(cause.change)).map((name) => [name, response[name]]))
    change.isConfirmed = true
    if (!shown) changed.changes.push(change)
  } else changed.changes = changed.changes.filter((one) => one !== change)
  const ended = changed.changes.filter(({ isConfirmed }) => isConfirmed)
  // The service may have made them in another order.
  const isUnsure = ended.some((one) => one !== change)
  const item = confirmed && (isUnsure ? withChanges(confirmed[place.item], ended) : confirmed[place.item])
  if (item) changed.seen = { ...confirmed, [place.item]: item }
  if (ended.length === changed.changes.length) changedIn(queries).delete(getName(place, id))
  show(queries, place, id, changed.seen, item)
  // Without an entity tag, the item is out of date.
  if (!confirmed?.etag || isUnsure) await queries.invalidateQueries(getEntry(place, id))
}

/** Shows an item with its changes. @param confirmed What the service has just returned, for the lists. */
function show(queries: QueryClient, place: Place, id: string, seen?: AnySeen, confirmed?: unknown): void {
  const newest = (item: unknown) => (confirmed && getId(place, item) === id ? confirmed : item)
  changeLists(queries, place, (read) => read.map(newest))
  queries.setQueryData(getEntry(place, id).queryKey, seen && shownSeen(queries, place, seen))
}
