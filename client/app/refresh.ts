// Refetches the pages of the list that are on the screen: every few seconds, when the user returns to the page, and when the
// connection is back. Refetching all pages of a large collection is slow.
import type { ListPage, ListQuery } from '@plant-collection/client/query'
import { usePlantOptions } from '@plant-collection/client/react'
import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { useOnline } from './browser-state.ts'

type List = InfiniteData<ListPage, ListQuery>

/** Returns options that show changes of other devices within 10 seconds, while the page is visible and online. */
export const usePolling = () => ({ refetchInterval: useOnline() && 10_000 }) as const

/**
 * Refetches the first page and the pages on the screen.
 * @param isLoaded Whether the list has a first page.
 * @param getVisibleIds Returns the ids of the first and the last row on the screen.
 */
export function useRefresh(query: ListQuery, isLoaded: boolean, getVisibleIds: () => (string | undefined)[]) {
  const { queryFn, queryKey } = usePlantOptions().queries.list(query)
  return useQuery({
    ...usePolling(),
    queryKey: ['pages on the screen', query],
    enabled: isLoaded,
    // The list itself has just fetched them.
    initialData: null,
    initialDataUpdatedAt: Date.now,
    queryFn: async ({ client, meta, signal }) => {
      const getPages = () => client.getQueryData<List>(queryKey)?.pages ?? []
      const refetched = new Set<ListPage | undefined>()
      const indexOf = (id: string) => getPages().findIndex((page) => page.read.some((plant) => plant.id === id))
      for (const id of [undefined, ...getVisibleIds()]) {
        const index = id === undefined ? 0 : indexOf(id)
        if (index < 0 || refetched.has(getPages()[index])) continue
        const pageParam = getPages()[index - 1]?.next ?? query
        const page = await queryFn({ client, queryKey, meta, signal, pageParam, direction: 'forward' })
        client.setQueryData<List>(queryKey, (list) => list && replacePage(list, index, page))
        refetched.add(page)
      }
      return null
    },
  })
}

/** Replaces a page. Keeps the plants before it, and those after its last plant. */
function replacePage({ pages, pageParams: [first = {}] }: List, index: number, page: ListPage): List {
  const plants = pages.flatMap(({ read }) => read)
  const start = pages.slice(0, index).flatMap(({ read }) => read).length
  const end = plants.findIndex(({ id }) => id === page.read.at(-1)?.id)
  const hasRest = end >= 0 && page.next !== undefined
  const keptIds = new Set([...plants.slice(0, start), ...(hasRest ? plants.slice(end + 1) : [])].map(({ id }) => id))
  for (const { id } of page.read) keptIds.delete(id)
  const keep = ({ plants, read, ...others }: ListPage): ListPage => ({
    ...others,
    plants: plants.filter(({ id }) => keptIds.has(id)),
    read: read.filter(({ id }) => keptIds.has(id)),
  })
  const before = pages.slice(0, index).map(keep)
  const after = pages.slice(index).map(keep)
  const freshPages = [...before, page, ...after.filter(({ read }) => read.length > 0)]
  const { totalCount } = page
  return { pages: freshPages.map((page) => ({ ...page, totalCount })), pageParams: freshPages.map(() => first) }
}
