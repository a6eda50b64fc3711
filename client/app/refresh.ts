// Reads the first page of the list again when the person returns to the page, and when the connection is back. To read all pages
// again takes long for a large collection.
import type { ListPage, ListQuery } from '@plant-collection/client/query'
import { usePlantOptions } from '@plant-collection/client/react'
import { type InfiniteData, useQuery } from '@tanstack/react-query'

type List = InfiniteData<ListPage, ListQuery>

/** @param isRead Whether the list has a first page. */
export function useRefresh(query: ListQuery, isRead: boolean) {
  const { queryFn, queryKey } = usePlantOptions().queries.list(query)
  return useQuery({
    queryKey: ['first page', query],
    enabled: isRead,
    // The list itself has just read it.
    initialData: null,
    initialDataUpdatedAt: Date.now,
    queryFn: async ({ client, meta, signal }) => {
      const page = await queryFn({ client, queryKey, meta, signal, pageParam: query, direction: 'forward' })
      client.setQueryData<List>(queryKey, (list) => list && replaceStart(list, page))
      return null
    },
  })
}

/** Keeps what comes after the last plant of the new page. */
function replaceStart({ pages, pageParams: [first = {}] }: List, page: ListPage): List {
  const all = pages.flatMap(({ read }) => read)
  const end = all.findIndex(({ id }) => id === page.read.at(-1)?.id)
  const isKnown = end >= 0 && page.next !== undefined
  const later = new Set(isKnown ? all.slice(end + 1).map(({ id }) => id) : [])
  const rest = pages.map(({ plants, read, ...others }) => ({
    ...others,
    plants: plants.filter(({ id }) => later.has(id)),
    read: read.filter(({ id }) => later.has(id)),
  }))
  const freshPages = [page, ...rest.filter(({ read }) => read.length > 0)]
  return { pages: freshPages, pageParams: freshPages.map(() => first) }
}
