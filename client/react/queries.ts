// The reads, as options for the hooks and methods of TanStack Query, for example useInfiniteQuery(listOptions(…)) or
// queryClient.prefetchQuery(itemOptions(…)).

import type {
  DataTag,
  InfiniteData,
  QueryKey,
  UnusedSkipTokenInfiniteOptions,
  UnusedSkipTokenOptions,
  UseInfiniteQueryOptions,
  UseQueryOptions,
} from '@tanstack/react-query'
import type { Client } from '../client.ts'
import type { Collection, ItemOf, ItemPathOf, NameOf, ParentsOf, QueryOf, Seen } from '../collections.ts'
import { PagingError, type PlantClientError } from '../errors.ts'
import { callOrThrow } from '../or-throw.ts'
import { nextPageUrl } from '../paging.ts'
import type { AnySuccess } from '../success.ts'
import { type AnyPage, shownItem, shownPage } from './lists.ts'
import { type AnySeen, entryOf, type ItemKey, type ListKey, type Place, placeOf } from './place.ts'

/**
 * A page of a list in the cache of TanStack Query. `read` is what the service returned, and `next` the query of the next page.
 * The items under the name of the collection are shown: without those that are being deleted, and with changes that are not
 * confirmed yet.
 */
export type PageOf<Path extends Collection<'list'>> = {
  [Name in NameOf<Path, 'items'> | 'read' | 'next']: Name extends 'next' ? QueryOf<Path> | undefined : ItemOf<Path>[]
}

/** Options of TanStack Query for `useItems`. */
export type ListHookOptions<Path extends Collection<'list'>> = Omit<
  UseInfiniteQueryOptions<PageOf<Path>, PlantClientError, ItemOf<Path>[], ListKey<Path>, QueryOf<Path>>,
  'getNextPageParam' | 'getPreviousPageParam' | 'initialPageParam' | 'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

/** Options of TanStack Query for `useItem`. */
export type ItemHookOptions<Path extends Collection<'get'>> = Omit<
  UseQueryOptions<Seen<Path>, PlantClientError, Seen<Path>, ItemKey<Path>>,
  'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

export type ListOptions<Path extends Collection<'list'>> = UnusedSkipTokenInfiniteOptions<
  PageOf<Path>,
  PlantClientError,
  ItemOf<Path>[],
  ListKey<Path>,
  QueryOf<Path>
> & { queryKey: DataTag<ListKey<Path>, InfiniteData<PageOf<Path>>, PlantClientError> }

export type ItemOptions<Path extends Collection<'get'>> = UnusedSkipTokenOptions<
  Seen<Path>,
  PlantClientError,
  Seen<Path>,
  ItemKey<Path>
> & { queryKey: DataTag<ItemKey<Path>, Seen<Path>, PlantClientError> }

// Each query has `retry: false`, because the client already retries where that is safe.
// The first signature of each function says for one collection what the function does for any.

/** The items of all pages read so far. Rejects like `orThrow`. */
export function listOptions<Path extends Collection<'list'>>(
  client: Client,
  collection: Path,
  parents: ParentsOf<Path>,
  query?: QueryOf<Path>,
): ListOptions<Path>
export function listOptions(client: Client, collection: Collection, path: object, query: object = {}): object {
  const place = placeOf(collection, path)
  return {
    queryKey: [place.path, 'list', query],
    queryFn: async ({ pageParam, signal, client: queries }) => {
      const page = await callOrThrow(client, place.list, { path, query: pageParam, signal })
      return shownPage(queries, place, page.body as unknown[], nextQuery(page))
    },
    initialPageParam: query,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page[place.items]),
    retry: false,
  } satisfies UnusedSkipTokenInfiniteOptions<AnyPage, PlantClientError, unknown[], QueryKey, object>
}

/** An item. Rejects like `orThrow`. */
export function itemOptions<Path extends Collection<'get'>>(
  client: Client,
  collection: Path,
  path: ItemPathOf<Path>,
): ItemOptions<Path>
export function itemOptions(client: Client, collection: Collection, path: object): object {
  const place = placeOf(collection, path)
  return {
    ...entryOf(place, (path as Record<string, string>)[place.parameter] ?? ''),
    queryFn: async ({ signal, client: queries }) => {
      const read = await callOrThrow(client, place.get, { path, signal })
      return seenIn(place, { ...read, body: shownItem(queries, place, read.body) ?? read.body })
    },
    retry: false,
  } satisfies UnusedSkipTokenOptions<AnySeen, PlantClientError>
}

export function seenIn({ item }: Place, { body, headers }: AnySuccess): AnySeen {
  return { [item]: body, etag: headers.etag }
}

/** @throws {PagingError} if there is a next page and its link cannot be followed. */
function nextQuery(page: AnySuccess): object | undefined {
  const { call, response } = page
  // A response that did not come from fetch has no URL.
  const current = new URL(response.url || call.url)
  const next = nextPageUrl(page, current)
  if (next && (next.pathname !== current.pathname || next.search === current.search)) {
    throw new PagingError(call, 'unchanged', 'the Link leads to another list or an earlier page')
  }
  // It is sent unchanged, so a number can be a string.
  return next && Object.fromEntries(next.searchParams)
}
