// Shows confirmed changes in the lists, for mutations that do not refetch the lists. A list in which only the service knows
// the position of the item is invalidated, and refetched when it is shown.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { type CollectionRef, getId, itemFilters } from './collection-ref.ts'
import { type AnyPage, changeLists, refetchInvalidated, startChange } from './lists.ts'

export async function showCreatedItem(
  queryClient: QueryClient,
  collection: CollectionRef,
  item: unknown,
): Promise<void> {
  const hasUnknownPosition = (list: Query) =>
    matchQuery(collection, list, item).nonFilters.some(
      (parameter) => !isNewest(collection, parameter, getItems(queryClient, list)[0], item),
    )
  await invalidateLists(queryClient, collection, item, hasUnknownPosition)
  changeLists(queryClient, collection, (items, page, list) => {
    const isFirst = page === 0 && matchQuery(collection, list, item).isMatch && !hasUnknownPosition(list)
    return isFirst ? [item, ...items] : items
  })
  void refetchInvalidated(queryClient, collection)
}

export async function showChangedItem(
  queryClient: QueryClient,
  collection: CollectionRef,
  item: unknown,
): Promise<void> {
  const hasSameId = (listed: unknown) => getId(collection, listed) === getId(collection, item)
  await invalidateLists(queryClient, collection, item, (list) => {
    const { parameters, nonFilters } = matchQuery(collection, list, item)
    const listed = getItems(queryClient, list).find(hasSameId)
    return listed === undefined
      ? parameters.length > 0
      : !nonFilters.every((parameter) => hasSameOrder(collection, parameter, listed, item))
  })
  changeLists(queryClient, collection, (items, _, list) => {
    const replacement = matchQuery(collection, list, item).isMatch ? [item] : []
    return items.flatMap((listed) => (hasSameId(listed) ? replacement : [listed]))
  })
  void refetchInvalidated(queryClient, collection)
}

export function showRemovedItem(queryClient: QueryClient, collection: CollectionRef, id: string): void {
  startChange(queryClient, collection, { id }, null)
  queryClient.removeQueries(itemFilters(collection, id))
}

type QueryParameter = [name: string, value: unknown]

/**
 * Returns whether an item matches the filters of a list, the `parameters` of the list without `limit` and `count`, and
 * the `nonFilters` among them, which filter no field of the item.
 */
function matchQuery({ defaults, filters }: CollectionRef, { queryKey }: Query, item: unknown) {
  const definedParameters = Object.entries(Object(queryKey.at(-1))).filter(([, value]) => value !== undefined)
  const isCount = ([name, value]: QueryParameter) => name === 'count' && value === true && filters[name] === undefined
  const parameters = Object.entries({ ...defaults, ...Object.fromEntries(definedParameters) }).filter(
    (parameter) => parameter[0] !== 'limit' && !isCount(parameter),
  )
  const getField = (name: string): unknown => Object(item)[filters[name] ?? '']
  const isFilter = ([name, value]: QueryParameter) => getField(name) !== undefined && [value].flat().length > 0
  const isMatch = parameters.filter(isFilter).every(([name, value]) => [value].flat().includes(getField(name)))
  return { parameters, nonFilters: parameters.filter((parameter) => !isFilter(parameter)), isMatch }
}

function getItems(queryClient: QueryClient, { queryKey }: Query): unknown[] {
  const pages = queryClient.getQueryData<InfiniteData<AnyPage>>(queryKey)?.pages ?? []
  return pages.flatMap(({ read: items }) => items)
}

/** Whether an item precedes the first item of a list in descending order of a date. Other values may sort differently. */
function isNewest({ sort }: CollectionRef, [name, value]: QueryParameter, first: unknown, item: unknown): boolean {
  const field = String(value).slice(1)
  const timeOf = (value: unknown) => Date.parse(Object(value)[field])
  const isDescending = name === sort && String(value).startsWith('-')
  return isDescending && timeOf(item) >= (first === undefined ? 0 : timeOf(first))
}

function hasSameOrder({ sort }: CollectionRef, [name, value]: QueryParameter, listed: unknown, item: unknown): boolean {
  const field = String(value).replace('-', '')
  return name === sort && Object(listed)[field] === Object(item)[field]
}

/** Cancels refetches. Then invalidates the lists that were invalidated before, and matching lists that are outdated. */
async function invalidateLists(
  queryClient: QueryClient,
  collection: CollectionRef,
  item: unknown,
  isOutdated: (list: Query) => boolean,
): Promise<void> {
  const lists = queryClient.getQueryCache().findAll(collection.lists)
  const outdated = lists.filter(
    (list) => list.state.isInvalidated || (matchQuery(collection, list, item).isMatch && isOutdated(list)),
  )
  // A late response would revert the change. But a list without data must keep its fetch.
  await queryClient.cancelQueries({ ...collection.lists, predicate: ({ state }) => state.data !== undefined })
  for (const list of outdated) list.invalidate()
}
