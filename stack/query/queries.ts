// Options for reads with the hooks and methods of TanStack Query, for example useInfiniteQuery(listOptions(…)) or
// queryClient.prefetchQuery(itemOptions(…)). The types have only the members that are set, so that every framework accepts them.

import type {
  DataTag,
  InfiniteData,
  InfiniteQueryObserverOptions,
  QueryFunction,
  QueryKey,
  QueryObserverOptions,
} from '@tanstack/query-core'
import type { Collection, ErrorOf, ItemOf, NameOf, QueryOf, Seen } from '../client/collections.ts'
import type { ContractTypes } from '../client/contract.ts'
import { type ClientError, PagingError } from '../client/errors.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { nextPageUrl } from '../client/paging.ts'
import type { AnySuccess } from '../client/result.ts'
import type { Styles } from '../core/pipeline/write-styles.ts'
import { type AnySeen, type CollectionRef, type ItemKey, itemFilters, type ListKey } from './collection-ref.ts'
import { type AnyPage, shownPage, shownSeen } from './lists.ts'

/**
 * A page of a list in the cache of TanStack Query. `read` is what the service returned, `next` the query of the next page, and
 * `totalCount` the header `Total-Count` of a request with `count`. The items under the name of the collection are those to
 * show: without items that are being deleted, and with changes that are not confirmed yet.
 */
export type PageOf<T extends ContractTypes, Path extends Collection<T, 'list'>> = {
  [Name in NameOf<T, Path, 'items'> | 'read' | 'next']: Name extends 'next'
    ? QueryOf<T, Path> | undefined
    : ItemOf<T, Path>[]
} & { totalCount?: string | undefined }

export interface ReadOptions<Data, Key extends QueryKey, Failure = ClientError> {
  queryKey: Key
  queryFn: QueryFunction<Data, Key>
  retry: NonNullable<QueryObserverOptions<Data, Failure>['retry']>
}

/** Options of a list that is fetched page by page. */
interface PagedOptions<Page, Item, Key extends QueryKey, Query, Failure = ClientError> {
  queryKey: Key
  queryFn: QueryFunction<Page, Key, Query>
  initialPageParam: Query
  getNextPageParam: (page: Page) => Query | undefined
  select: (list: InfiniteData<Page, Query>) => Item[]
  retry: NonNullable<InfiniteQueryObserverOptions<Page, Failure>['retry']>
}

export type ListOptions<T extends ContractTypes, Path extends Collection<T, 'list'>> = PagedOptions<
  PageOf<T, Path>,
  ItemOf<T, Path>,
  DataTag<ListKey<T, Path>, InfiniteData<PageOf<T, Path>>, ErrorOf<T, Path, 'list'>>,
  QueryOf<T, Path>,
  ErrorOf<T, Path, 'list'>
>

export type ItemOptions<T extends ContractTypes, Path extends Collection<T, 'get'>> = ReadOptions<
  Seen<T, Path>,
  DataTag<ItemKey<T, Path>, Seen<T, Path>, ErrorOf<T, Path, 'get'>>,
  ErrorOf<T, Path, 'get'>
>

// Each query has `retry: false`, because the client already retries where that is safe.

/** The items of all pages fetched so far. */
export function listOptions(
  client: object,
  collection: CollectionRef,
  query: object = {},
): PagedOptions<AnyPage, unknown, QueryKey, object> {
  return {
    queryKey: [collection.path, 'list', query],
    queryFn: async ({ pageParam, signal, client: queryClient }) => {
      const page = await callOrThrow(client, collection.list, { path: collection.parameters, query: pageParam, signal })
      const [items, next] = [page.body as unknown[], getNextQuery(page, pageParam, collection)]
      return shownPage(queryClient, collection, { read: items, next, totalCount: page.headers['total-count'] })
    },
    initialPageParam: query,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page[collection.items]),
    retry: false,
  }
}

export function itemOptions(client: object, collection: CollectionRef): ReadOptions<AnySeen, QueryKey> {
  return {
    ...itemFilters(collection, collection.parameters[collection.parameter] ?? ''),
    queryFn: async ({ signal, client: queryClient }) => {
      const result = await callOrThrow(client, collection.get, { path: collection.parameters, signal })
      return shownSeen(queryClient, collection, toSeen(collection, result))
    },
    retry: false,
  }
}

export function toSeen({ item }: CollectionRef, { body, headers }: AnySuccess): AnySeen {
  return { [item]: body, etag: headers.etag }
}

/** @throws {PagingError} if there is a next page and its link cannot be followed. */
function getNextQuery(page: AnySuccess, query: object, { styles = {} }: CollectionRef): object | undefined {
  const { call, response } = page
  // A response that did not come from fetch has no URL.
  const currentUrl = new URL(response.url || call.url)
  const nextUrl = nextPageUrl(page, currentUrl)
  if (!nextUrl) return undefined
  if (nextUrl.pathname !== currentUrl.pathname || nextUrl.search === currentUrl.search) {
    throw new PagingError(call, 'unchanged', 'the Link leads to a different list or an earlier page')
  }
  // The string of a number is sent unchanged. That of an array or object would not be, so these keep their values.
  const objects = Object.entries(query).filter(([, value]) => typeof value === 'object')
  return { ...parseQuery(nextUrl, styles), ...Object.fromEntries(objects) }
}

/** Parses the query of a link. An array that is a default is only there: in several pairs, or in one with commas. */
function parseQuery({ search }: URL, styles: Styles): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const pair of search.slice(1).split('&')) {
    const [[name = '', value = ''] = []] = new URLSearchParams(pair)
    // An encoded comma is a part of a value. Other separators may be encoded.
    const values = styles[name]?.separator === ',' ? pair.split(',').map(decodePart) : [value]
    const all = [query[name] ?? [], values].flat()
    query[name] = all.length > 1 ? all : value
  }
  return query
}

/** @param part A part of a pair between commas. The first part starts with the name. */
function decodePart(part: string): string {
  return new URLSearchParams(`=${part.replace(/^[^=]*=/, '')}`).get('') ?? ''
}
