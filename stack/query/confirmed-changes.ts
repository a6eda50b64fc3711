// Shows in the lists what the service has confirmed, for mutations that do not read the lists again. A list in which only the
// service knows the position of the item becomes out of date, and is read again when it is shown.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { type CollectionRef, getEntry, getId } from './collection-ref.ts'
import { type AnyPage, changeLists, readOutdated, startChange } from './lists.ts'

export async function showCreatedItem(
  queryClient: QueryClient,
  collection: CollectionRef,
  item: unknown,
): Promise<void> {
  const isUnplaced = (list: Query) =>
    choose(collection, list, item).others.some(
      (parameter) => !isNewest(collection, parameter, getItems(queryClient, list)[0], item),
    )
  await outdateLists(queryClient, collection, item, isUnplaced)
  changeLists(queryClient, collection, (items, page, list) => {
    const isFirst = page === 0 && choose(collection, list, item).belongs && !isUnplaced(list)
    return isFirst ? [item, ...items] : items
  })
  void readOutdated(queryClient, collection)
}

export async function showChangedItem(
  queryClient: QueryClient,
  collection: CollectionRef,
  item: unknown,
): Promise<void> {
  const isSame = (listed: unknown) => getId(collection, listed) === getId(collection, item)
  await outdateLists(queryClient, collection, item, (list) => {
    const { all, others } = choose(collection, list, item)
    const listed = getItems(queryClient, list).find(isSame)
    return listed === undefined
      ? all.length > 0
      : !others.every((parameter) => hasSameOrder(collection, parameter, listed, item))
  })
  changeLists(queryClient, collection, (items, _, list) => {
    const newest = choose(collection, list, item).belongs ? [item] : []
    return items.flatMap((listed) => (isSame(listed) ? newest : [listed]))
  })
  void readOutdated(queryClient, collection)
}

export function showRemovedItem(queryClient: QueryClient, collection: CollectionRef, id: string): void {
  startChange(queryClient, collection, { id }, null)
  queryClient.removeQueries(getEntry(collection, id))
}

type QueryParameter = [name: string, value: unknown]

/**
 * Whether an item has what the filters of a list choose. `all` are the parameters of the list without `limit` and `count`, and
 * `others` those that are not filters of fields that the item has.
 */
function choose({ defaults, filters }: CollectionRef, { queryKey }: Query, item: unknown) {
  const parameters = Object.entries(Object(queryKey.at(-1))).filter(([, value]) => value !== undefined)
  const counts = ([name, value]: QueryParameter) => name === 'count' && value === true && filters[name] === undefined
  const all = Object.entries({ ...defaults, ...Object.fromEntries(parameters) }).filter(
    (parameter) => parameter[0] !== 'limit' && !counts(parameter),
  )
  const fieldIn = (name: string): unknown => Object(item)[filters[name] ?? '']
  const isKnown = ([name, value]: QueryParameter) => fieldIn(name) !== undefined && [value].flat().length > 0
  const belongs = all.filter(isKnown).every(([name, value]) => [value].flat().includes(fieldIn(name)))
  return { all, others: all.filter((parameter) => !isKnown(parameter)), belongs }
}

function getItems(queryClient: QueryClient, { queryKey }: Query): unknown[] {
  const pages = queryClient.getQueryData<InfiniteData<AnyPage>>(queryKey)?.pages ?? []
  return pages.flatMap(({ read: items }) => items)
}

/** Whether an item is before the first one of a list with the newest items first. Other values may compare in other ways. */
function isNewest({ sort }: CollectionRef, [name, value]: QueryParameter, first: unknown, item: unknown): boolean {
  const field = String(value).slice(1)
  const timeOf = (value: unknown) => Date.parse(Object(value)[field])
  const isDescending = name === sort && String(value).startsWith('-')
  return isDescending && timeOf(item) >= (first === undefined ? 0 : timeOf(first))
}

function hasSameOrder({ sort }: CollectionRef, [name, value]: QueryParameter, before: unknown, now: unknown): boolean {
  const field = String(value).replace('-', '')
  return name === sort && Object(before)[field] === Object(now)[field]
}

/** Stops reads, and marks the lists that the item belongs to, if they are out of date now. */
async function outdateLists(
  queryClient: QueryClient,
  collection: CollectionRef,
  item: unknown,
  isOutdated: (list: Query) => boolean,
): Promise<void> {
  const lists = queryClient.getQueryCache().findAll(collection.lists)
  const outdated = lists.filter(
    (list) => list.state.isInvalidated || (choose(collection, list, item).belongs && isOutdated(list)),
  )
  // The late response of a read would undo the change. But a list that was never read must not stay without items.
  await queryClient.cancelQueries({ ...collection.lists, predicate: ({ state }) => state.data !== undefined })
  for (const list of outdated) list.invalidate()
}
