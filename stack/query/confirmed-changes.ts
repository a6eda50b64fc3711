// Shows in the lists what the service has confirmed, for mutations that do not read the lists again. A list in which only the
// service knows the place of the item becomes out of date, and is read again when it is shown.

import type { InfiniteData, Query, QueryClient } from '@tanstack/query-core'
import { type AnyPage, changeLists, readOutdated, startChange } from './lists.ts'
import { getEntry, getId, type Place } from './place.ts'

export async function showCreatedItem(queries: QueryClient, place: Place, item: unknown): Promise<void> {
  const isUnplaced = (list: Query) =>
    choose(place, list, item).others.some((other) => !isNewest(place, other, getItems(queries, list)[0], item))
  await outdateLists(queries, place, item, isUnplaced)
  changeLists(queries, place, (read, page, list) => {
    const isFirst = page === 0 && choose(place, list, item).belongs && !isUnplaced(list)
    return isFirst ? [item, ...read] : read
  })
  void readOutdated(queries, place)
}

export async function showChangedItem(queries: QueryClient, place: Place, item: unknown): Promise<void> {
  const isSame = (listed: unknown) => getId(place, listed) === getId(place, item)
  await outdateLists(queries, place, item, (list) => {
    const { all, others } = choose(place, list, item)
    const listed = getItems(queries, list).find(isSame)
    return listed === undefined ? all.length > 0 : !others.every((one) => hasSameOrder(place, one, listed, item))
  })
  changeLists(queries, place, (read, _, list) => {
    const newest = choose(place, list, item).belongs ? [item] : []
    return read.flatMap((listed) => (isSame(listed) ? newest : [listed]))
  })
  void readOutdated(queries, place)
}

export function showRemovedItem(queries: QueryClient, place: Place, id: string): void {
  startChange(queries, place, { id }, null)
  queries.removeQueries(getEntry(place, id))
}

type Parameter = [name: string, value: unknown]

/**
 * Whether an item has what the filters of a list choose. `all` are the parameters of the list without `limit`, and `others` those
 * that are not filters of fields that the item has.
 */
function choose({ defaults, filters }: Place, { queryKey }: Query, item: unknown) {
  const given = Object.entries(Object(queryKey.at(-1))).filter(([, value]) => value !== undefined)
  const all = Object.entries({ ...defaults, ...Object.fromEntries(given) }).filter(([name]) => name !== 'limit')
  const fieldIn = (name: string): unknown => Object(item)[filters[name] ?? '']
  const isKnown = ([name, value]: Parameter) => fieldIn(name) !== undefined && [value].flat().length > 0
  const belongs = all.filter(isKnown).every(([name, value]) => [value].flat().includes(fieldIn(name)))
  return { all, others: all.filter((one) => !isKnown(one)), belongs }
}

function getItems(queries: QueryClient, { queryKey }: Query): unknown[] {
  const pages = queries.getQueryData<InfiniteData<AnyPage>>(queryKey)?.pages ?? []
  return pages.flatMap(({ read }) => read)
}

/** Whether an item is before the first one of a list with the newest items first. Other values may compare in other ways. */
function isNewest({ sort }: Place, [name, value]: Parameter, first: unknown, item: unknown): boolean {
  const field = String(value).slice(1)
  const timeOf = (one: unknown) => Date.parse(Object(one)[field])
  const isDescending = name === sort && String(value).startsWith('-')
  return isDescending && timeOf(item) >= (first === undefined ? 0 : timeOf(first))
}

function hasSameOrder({ sort }: Place, [name, value]: Parameter, before: unknown, now: unknown): boolean {
  const field = String(value).replace('-', '')
  return name === sort && Object(before)[field] === Object(now)[field]
}

/** Stops reads, and marks the lists that the item belongs to, if they are out of date now. */
async function outdateLists(
  queries: QueryClient,
  place: Place,
  item: unknown,
  isOutdated: (list: Query) => boolean,
): Promise<void> {
  const lists = queries.getQueryCache().findAll(place.lists)
  const outdated = lists.filter(
    (list) => list.state.isInvalidated || (choose(place, list, item).belongs && isOutdated(list)),
  )
  // The late response of a read would undo the change. But a list that was never read must not stay without items.
  await queries.cancelQueries({ ...place.lists, predicate: ({ state }) => state.data !== undefined })
  for (const list of outdated) list.invalidate()
}
