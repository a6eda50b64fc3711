// What can be read, as options for every hook and method of TanStack Query: useInfiniteQuery(queries.list()), but also
// queryClient.prefetchQuery(queries.plant(id)).

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import type { CallOptions } from '../call-options.ts'
import type { PlantClient } from '../client.ts'
import { PagingError, type PlantClientError } from '../errors.ts'
import { orThrow } from '../or-throw.ts'
import { nextTarget, type Page, type WalkInput } from '../paging.ts'
import { plantKeys } from './keys.ts'

/** What to list; `limit` is the size of a page. */
export type ListQuery = Omit<WalkInput, keyof CallOptions>

/** A page as it is kept. */
export interface ListPage {
  plants: Plant[]
  /** The query of the page behind it. */
  next: ListQuery | undefined
}

/** A plant as it was seen: with its entity tag, a change of it is refused where somebody else was faster. */
export interface SeenPlant {
  plant: Plant
  etag: string
}

export type PlantQueries = ReturnType<typeof plantQueries>

export function plantQueries(client: PlantClient) {
  const api = orThrow(client)
  // The client tries again where that is safe; to do so once more would multiply the attempts.
  const retry = false
  return {
    /** All plants that have been read so far, page after page. */
    list: (query: ListQuery = {}) =>
      infiniteQueryOptions<ListPage, PlantClientError, Plant[], ReturnType<typeof plantKeys.list>, ListQuery>({
        queryKey: plantKeys.list(query),
        queryFn: async ({ pageParam, signal }) => {
          const page = await api.listPlants({ query: pageParam, signal })
          return { plants: page.body, next: nextQuery(page) }
        },
        initialPageParam: query,
        getNextPageParam: ({ next }) => next,
        select: ({ pages }) => pages.flatMap(({ plants }) => plants),
        retry,
      }),

    plant: (id: PlantId) =>
      queryOptions<SeenPlant, PlantClientError, SeenPlant, ReturnType<typeof plantKeys.plant>>({
        queryKey: plantKeys.plant(id),
        queryFn: async ({ signal }) => {
          const { body, headers } = await api.getPlant({ path: { id }, signal })
          return { plant: body, etag: headers.etag }
        },
        retry,
      }),
  }
}

/** @throws {PagingError} where there is a next page, and no way to it. */
function nextQuery(page: Page): ListQuery | undefined {
  const { call, response } = page
  // A response that somebody made up has no URL.
  const here = new URL(response.url || call.url)
  const next = nextTarget(page, here)
  if (next === undefined) return undefined
  if (next.pathname !== here.pathname || next.search === here.search) {
    throw new PagingError(call, 'unchanged', 'the Link does not lead to another page of this list')
  }
  // True because the service made it for listPlants; it is sent as it came, so that a number may be text.
  return Object.fromEntries(next.searchParams) as ListQuery
}
