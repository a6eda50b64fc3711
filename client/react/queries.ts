// The reads, as options for the hooks and methods of TanStack Query, for example useInfiniteQuery(queries.list()) or
// queryClient.prefetchQuery(queries.plant(id)).

import {
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import type { CallOptions } from '../call-options.ts'
import type { PlantClient } from '../client.ts'
import { PagingError, type PlantClientError } from '../errors.ts'
import { orThrow } from '../or-throw.ts'
import { type ListInput, nextPageUrl, type Page } from '../paging.ts'
import { plantKeys } from './keys.ts'
import { changesIn, shownPage } from './lists.ts'

/** The query of a list. `limit` is the size of a page. */
export type ListQuery = Omit<ListInput, keyof CallOptions>

/** A page of a list in the cache of TanStack Query. */
export interface ListPage {
  /** What is shown: plants that are being deleted are left out, and `showUpdate` changes plants. */
  plants: Plant[]
  /** What the service returned. */
  read: Plant[]
  /** The query of the next page, or undefined after the last page. */
  next: ListQuery | undefined
}

/** A plant and its entity tag. The tag lets the service reject a change if somebody else has changed the plant. */
export interface SeenPlant {
  plant: Plant
  etag: string
}

type PlantKey = ReturnType<typeof plantKeys.plant>
type ListKey = ReturnType<typeof plantKeys.list>

/** Options of TanStack Query for `usePlants`. */
export type ListHookOptions = Omit<
  UseInfiniteQueryOptions<ListPage, PlantClientError, Plant[], ListKey, ListQuery>,
  'getNextPageParam' | 'getPreviousPageParam' | 'initialPageParam' | 'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

/** Options of TanStack Query for `usePlant`. */
export type PlantHookOptions = Omit<
  UseQueryOptions<SeenPlant, PlantClientError, SeenPlant, PlantKey>,
  'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

export type PlantQueries = ReturnType<typeof plantQueries>

/** Options for the query hooks and methods of TanStack Query. Each query rejects like `orThrow`. */
export function plantQueries(client: PlantClient) {
  const api = orThrow(client)
  // The client already retries where that is safe. Retrying here too would multiply the attempts.
  const retry = false
  return {
    /** The plants of all pages read so far. */
    list: (query: ListQuery = {}) =>
      infiniteQueryOptions<ListPage, PlantClientError, Plant[], ListKey, ListQuery>({
        queryKey: plantKeys.list(query),
        queryFn: async ({ pageParam, signal, client: queries }) => {
          const page = await api.listPlants({ query: pageParam, signal })
          return shownPage(queries, { read: page.body, next: nextQuery(page) })
        },
        initialPageParam: query,
        getNextPageParam: ({ next }) => next,
        select: ({ pages }) => pages.flatMap(({ plants }) => plants),
        retry,
      }),

    plant: (id: PlantId) =>
      queryOptions<SeenPlant, PlantClientError, SeenPlant, PlantKey>({
        queryKey: plantKeys.plant(id),
        queryFn: async ({ signal, client: queries }) => {
          const { body, headers } = await api.getPlant({ path: { id }, signal })
          return { plant: changesIn(queries).get(id) ?? body, etag: headers.etag }
        },
        retry,
      }),
  }
}

/** @throws {PagingError} if there is a next page and its link cannot be followed. */
function nextQuery(page: Page): ListQuery | undefined {
  const { call, response } = page
  // A response that did not come from fetch has no URL.
  const current = new URL(response.url || call.url)
  const next = nextPageUrl(page, current)
  if (next === undefined) return undefined
  if (next.pathname !== current.pathname || next.search === current.search) {
    throw new PagingError(call, 'unchanged', 'the Link does not lead to another page of this list')
  }
  // Safe because the service wrote this query for listPlants. It is sent unchanged, so a number can be a string.
  return Object.fromEntries(next.searchParams) as ListQuery
}
