// Changes the lists and items in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { type AnySeen, type AnyUpdate, type CollectionRef, getEntry, getId, referredId } from './collection-ref.ts'

/** A page in the cache. Its items as they are shown have the name of the collection. */
export interface AnyPage {
  read: unknown[]
  next: object | undefined
  totalCount?: string | undefined
  [items: string]: unknown
}

/** What is shown though a read may not have it: the fields of an update, or `null` for a deletion. */
interface PendingChange {
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
  changes: PendingChange[]
}

const changedItems = new WeakMap<QueryClient, Map<string, ChangedItem>>()

function changedIn(queryClient: QueryClient): Map<string, ChangedItem> {
  const known = changedItems.get(queryClient) ?? new Map<string, ChangedItem>()
  changedItems.set(queryClient, known)
  return known
}

const getName = ({ path }: CollectionRef, id: string) => `${path}/${id}`

function getChanged(queryClient: QueryClient, collection: CollectionRef, id: string): ChangedItem {
  return changedIn(queryClient).get(getName(collection, id)) ?? { changes: [] }
}

/** The item as it is shown: as the service returned it, with all changes, or `null`. */
export function shownItem(queryClient: QueryClient, collection: CollectionRef, item: unknown): unknown {
  return withChanges(item, getChanged(queryClient, collection, getId(collection, item)).changes)
}

function withChanges(original: unknown, changes: PendingChange[]): unknown {
  let item = original
  for (const { fields } of changes) item = item && fields && { ...item, ...fields }
  return item
}

/** Returns what `useItem` shows: the same as shownItem, but an item also while it is being deleted. */
export function shownSeen(queryClient: QueryClient, collection: CollectionRef, seen: AnySeen): AnySeen {
  const { [collection.item]: item } = seen
  getChanged(queryClient, collection, getId(collection, item)).seen = seen
  return { ...seen, [collection.item]: shownItem(queryClient, collection, item) ?? item }
}

export function shownPage(
  queryClient: QueryClient,
  collection: CollectionRef,
  { read, ...page }: Pick<AnyPage, 'read' | 'next' | 'totalCount'>,
): AnyPage {
  return { ...page, read, [collection.items]: read.flatMap((item) => shownItem(queryClient, collection, item) ?? []) }
}

/** @param items `read`, or the name of those that are shown. */
function countItems(pages: AnyPage[], items = 'read'): number {
  return pages.reduce((sum, { [items]: some }) => sum + [some].flat().length, 0)
}

/** The `Total-Count` of a list, without the items that are being deleted. A total such as `1000+` stays. */
export function shownTotal({ items }: CollectionRef, pages: AnyPage[]): string | undefined {
  const hidden = countItems(pages) - countItems(pages, items)
  return addTo(pages.at(-1)?.totalCount, -hidden)
}

const addTo = (total: string | undefined, count: number) =>
  total === undefined || total.endsWith('+') ? total : String(Number(total) + count)

/** Changes the items that the service returned, in every list. A list keeps its age, and stays out of date if it is. */
export function changeLists(
  queryClient: QueryClient,
  collection: CollectionRef,
  change: (items: unknown[], page: number, list: Query) => unknown[],
): void {
  for (const list of queryClient.getQueryCache().findAll(collection.lists)) {
    const data = queryClient.getQueryData<InfiniteData<AnyPage>>(list.queryKey)
    if (data === undefined) continue
    const changed = data.pages.map((page, index) => ({ ...page, read: change(page.read, index, list) }))
    const added = countItems(changed) - countItems(data.pages)
    const pages = changed.map((page) =>
      shownPage(queryClient, collection, { ...page, totalCount: addTo(page.totalCount, added) }),
    )
    list.setState({ data: { ...data, pages } })
  }
}

/** Reads the lists again that are out of date and are shown. The others are read when they are shown. */
export function readOutdated(queryClient: QueryClient, { lists }: CollectionRef): Promise<void> {
  return queryClient.invalidateQueries(
    { ...lists, predicate: ({ state }) => state.isInvalidated },
    { cancelRefetch: false },
  )
}

/** Shows a change until it ends. @returns Takes the change back at once. */
export function startChange(
  queryClient: QueryClient,
  collection: CollectionRef,
  cause: AnyUpdate,
  fields: object | null,
): () => void {
  const id = referredId(collection, cause)
  const changed = getChanged(queryClient, collection, id)
  const change = { body: JSON.stringify(cause.change), fields }
  changed.seen ??= queryClient.getQueryData(getEntry(collection, id).queryKey)
  changed.changes.push(change)
  changedIn(queryClient).set(getName(collection, id), changed)
  show(queryClient, collection, id, changed.seen)
  return () => void endChange(queryClient, collection, cause, undefined, change)
}

/**
 * @param confirmed The item that the service has just returned. Without it, the change is taken back.
 * @param handle Default: the oldest such change that is not confirmed.
 */
export async function endChange(
  queryClient: QueryClient,
  collection: CollectionRef,
  cause: AnyUpdate,
  confirmed?: AnySeen,
  handle?: PendingChange,
): Promise<void> {
  const id = referredId(collection, cause)
  const changed = getChanged(queryClient, collection, id)
  const body = JSON.stringify(cause.change)
  const pending = handle ?? changed.changes.find((change) => change.body === body && !change.isConfirmed)
  const change: PendingChange = pending ?? { body, fields: {} }
  if (confirmed) {
    const response = Object(confirmed[collection.item])
    change.fields = Object.fromEntries(Object.keys(Object(cause.change)).map((name) => [name, response[name]]))
    change.isConfirmed = true
    if (!pending) changed.changes.push(change)
  } else changed.changes = changed.changes.filter((entry) => entry !== change)
  const ended = changed.changes.filter(({ isConfirmed }) => isConfirmed)
  // The service may have made them in another order.
  const isUnsure = ended.some((entry) => entry !== change)
  const item = confirmed && (isUnsure ? withChanges(confirmed[collection.item], ended) : confirmed[collection.item])
  if (item) changed.seen = { ...confirmed, [collection.item]: item }
  if (ended.length === changed.changes.length) changedIn(queryClient).delete(getName(collection, id))
  show(queryClient, collection, id, changed.seen, item)
  // Without an entity tag, the item is out of date.
  if (!confirmed?.etag || isUnsure) await queryClient.invalidateQueries(getEntry(collection, id))
}

/** Shows an item with its changes. @param confirmed What the service has just returned, for the lists. */
function show(
  queryClient: QueryClient,
  collection: CollectionRef,
  id: string,
  seen?: AnySeen,
  confirmed?: unknown,
): void {
  const newest = (item: unknown) => (confirmed && getId(collection, item) === id ? confirmed : item)
  changeLists(queryClient, collection, (items) => items.map(newest))
  queryClient.setQueryData(getEntry(collection, id).queryKey, seen && shownSeen(queryClient, collection, seen))
}
