// Changes the lists and items in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { type AnySeen, type AnyUpdate, type CollectionRef, getId, getTargetId, itemFilters } from './collection-ref.ts'

/** A page in the cache. The items to show are under the name of the collection. */
export interface AnyPage {
  read: unknown[]
  next: object | undefined
  totalCount?: string | undefined
  [items: string]: unknown
}

/** A change to show even if a fetch does not return it: the fields of an update, or `null` for a deletion. */
interface PendingChange {
  /** The `change` of the variables of its mutation, as JSON: an application may pass a copy of them. */
  body: string | undefined
  fields: object | null
  /** Whether the service has confirmed it. It stays until the others end: their responses and errors may predate it. */
  isConfirmed?: true
}

/** An item with its pending changes. A fetch ends none of them: its response may predate the change. */
interface ChangedItem {
  /** The item for `useItem`, as the service returned it. */
  seen?: AnySeen | undefined
  /** Changes in the order in which they are made. */
  changes: PendingChange[]
}

const changedItems = new WeakMap<QueryClient, Map<string, ChangedItem>>()

function getChangedItems(queryClient: QueryClient): Map<string, ChangedItem> {
  const items = changedItems.get(queryClient) ?? new Map<string, ChangedItem>()
  changedItems.set(queryClient, items)
  return items
}

const getItemKey = ({ path }: CollectionRef, id: string) => `${path}/${id}`

function getChangedItem(queryClient: QueryClient, collection: CollectionRef, id: string): ChangedItem {
  return getChangedItems(queryClient).get(getItemKey(collection, id)) ?? { changes: [] }
}

/** Returns the item to show: the item that the service returned, with all changes, or `null`. */
export function shownItem(queryClient: QueryClient, collection: CollectionRef, item: unknown): unknown {
  return applyChanges(item, getChangedItem(queryClient, collection, getId(collection, item)).changes)
}

function applyChanges(original: unknown, changes: PendingChange[]): unknown {
  let item = original
  for (const { fields } of changes) item = item && fields && { ...item, ...fields }
  return item
}

/** Returns what `useItem` shows: the same as shownItem, but the item itself while it is being deleted. */
export function shownSeen(queryClient: QueryClient, collection: CollectionRef, seen: AnySeen): AnySeen {
  const { [collection.item]: item } = seen
  getChangedItem(queryClient, collection, getId(collection, item)).seen = seen
  return { ...seen, [collection.item]: shownItem(queryClient, collection, item) ?? item }
}

export function shownPage(
  queryClient: QueryClient,
  collection: CollectionRef,
  { read, ...page }: Pick<AnyPage, 'read' | 'next' | 'totalCount'>,
): AnyPage {
  return { ...page, read, [collection.items]: read.flatMap((item) => shownItem(queryClient, collection, item) ?? []) }
}

/** @param field `read`, or the name of the items to show. */
function countItems(pages: AnyPage[], field = 'read'): number {
  return pages.reduce((sum, { [field]: some }) => sum + [some].flat().length, 0)
}

/** Returns the `Total-Count` of a list without the items that are being deleted. A total such as `1000+` stays. */
export function shownTotal({ items }: CollectionRef, pages: AnyPage[]): string | undefined {
  const hiddenCount = countItems(pages) - countItems(pages, items)
  return addToTotal(pages.at(-1)?.totalCount, -hiddenCount)
}

const addToTotal = (total: string | undefined, count: number) =>
  total === undefined || total.endsWith('+') ? total : String(Number(total) + count)

/** Changes the items that the service returned, in every list. A list keeps its age, and stays invalidated if it is. */
export function changeLists(
  queryClient: QueryClient,
  collection: CollectionRef,
  change: (items: unknown[], page: number, list: Query) => unknown[],
): void {
  for (const list of queryClient.getQueryCache().findAll(collection.lists)) {
    const data = queryClient.getQueryData<InfiniteData<AnyPage>>(list.queryKey)
    if (data === undefined) continue
    const changedPages = data.pages.map((page, index) => ({ ...page, read: change(page.read, index, list) }))
    const addedCount = countItems(changedPages) - countItems(data.pages)
    const pages = changedPages.map((page) =>
      shownPage(queryClient, collection, { ...page, totalCount: addToTotal(page.totalCount, addedCount) }),
    )
    list.setState({ data: { ...data, pages } })
  }
}

/** Refetches the invalidated lists that are shown. The others are refetched when they are shown. */
export function refetchInvalidated(queryClient: QueryClient, { lists }: CollectionRef): Promise<void> {
  return queryClient.invalidateQueries(
    { ...lists, predicate: ({ state }) => state.isInvalidated },
    { cancelRefetch: false },
  )
}

/** Shows a change until it ends. @returns A function that reverts the change at once. */
export function startChange(
  queryClient: QueryClient,
  collection: CollectionRef,
  cause: AnyUpdate,
  fields: object | null,
): () => void {
  const id = getTargetId(collection, cause)
  const changed = getChangedItem(queryClient, collection, id)
  const change = { body: JSON.stringify(cause.change), fields }
  changed.seen ??= queryClient.getQueryData(itemFilters(collection, id).queryKey)
  changed.changes.push(change)
  getChangedItems(queryClient).set(getItemKey(collection, id), changed)
  show(queryClient, collection, id, changed.seen)
  return () => void endChange(queryClient, collection, cause, undefined, change)
}

/**
 * @param confirmed The item that the service has just returned. Without it, the change is reverted.
 * @param handle The change to end. Default: the oldest unconfirmed change with the same body.
 */
export async function endChange(
  queryClient: QueryClient,
  collection: CollectionRef,
  cause: AnyUpdate,
  confirmed?: AnySeen,
  handle?: PendingChange,
): Promise<void> {
  const id = getTargetId(collection, cause)
  const changed = getChangedItem(queryClient, collection, id)
  const body = JSON.stringify(cause.change)
  const pending = handle ?? changed.changes.find((change) => change.body === body && !change.isConfirmed)
  const change: PendingChange = pending ?? { body, fields: {} }
  if (confirmed) {
    const response = Object(confirmed[collection.item])
    change.fields = Object.fromEntries(Object.keys(Object(cause.change)).map((name) => [name, response[name]]))
    change.isConfirmed = true
    if (!pending) changed.changes.push(change)
  } else changed.changes = changed.changes.filter((entry) => entry !== change)
  const settled = changed.changes.filter(({ isConfirmed }) => isConfirmed)
  // The service may have made the changes in a different order.
  const isUnsure = settled.some((entry) => entry !== change)
  const item = confirmed && (isUnsure ? applyChanges(confirmed[collection.item], settled) : confirmed[collection.item])
  if (item) changed.seen = { ...confirmed, [collection.item]: item }
  if (settled.length === changed.changes.length) getChangedItems(queryClient).delete(getItemKey(collection, id))
  show(queryClient, collection, id, changed.seen, item)
  // An item without an entity tag must be refetched.
  if (!confirmed?.etag || isUnsure) await queryClient.invalidateQueries(itemFilters(collection, id))
}

/** Shows an item with its changes. @param confirmed The item that the service has just returned, for the lists. */
function show(
  queryClient: QueryClient,
  collection: CollectionRef,
  id: string,
  seen?: AnySeen,
  confirmed?: unknown,
): void {
  const toConfirmed = (item: unknown) => (confirmed && getId(collection, item) === id ? confirmed : item)
  changeLists(queryClient, collection, (items) => items.map(toConfirmed))
  queryClient.setQueryData(itemFilters(collection, id).queryKey, seen && shownSeen(queryClient, collection, seen))
}
