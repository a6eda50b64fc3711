// The reads, as options for the hooks and methods of TanStack Query, for example useInfiniteQuery(listOptions(…)) or
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
import { type AnySeen, type CollectionRef, getEntry, type ItemKey, type ListKey } from './collection-ref.ts'
import { type AnyPage, shownPage, shownSeen } from './lists.ts'

/**
 * A page of a list in the cache of TanStack Query. `read` is what the service returned, `next` the query of the next page, and
 * `totalCount` the header `Total-Count` of a request with `count`. The items under the name of the collection are shown:
 * without those that are being deleted, and with changes that are not
 * confirmed yet.
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

/** Options of a list that is read page by page. */
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

/** The items of all pages read so far. */
export function listOptions(
  client: object,
  collection: CollectionRef,
  query: object = {},
): PagedOptions<AnyPage, unknown, QueryKey, object> {
  return {
    queryKey: [collection.path, 'list', query],
    queryFn: async ({ pageParam, signal, client: queryClient }) => {
      const page = await callOrThrow(client, collection.list, { path: collection.parameters, query: pageParam, signal })
      const [items, next] = [page.body as unknown[], nextQuery(page, pageParam, collection)]
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
    ...getEntry(collection, collection.parameters[collection.parameter] ?? ''),
    queryFn: async ({ signal, client: queryClient }) => {
      const result = await callOrThrow(client, collection.get, { path: collection.parameters, signal })
      return shownSeen(queryClient, collection, seenIn(collection, result))
    },
    retry: false,
  }
}

export function seenIn({ item }: CollectionRef, { body, headers }: AnySuccess): AnySeen {
  return { [item]: body, etag: headers.etag }
}

/** @throws {PagingError} if there is a next page and its link cannot be followed. */
function nextQuery(page: AnySuccess, query: object, { styles = {} }: CollectionRef): object | undefined {
  const { call, response } = page
  // A response that did not come from fetch has no URL.
  const current = new URL(response.url || call.url)
  const next = nextPageUrl(page, current)
  if (!next) return undefined
  if (next.pathname !== current.pathname || next.search === current.search) {
    throw new PagingError(call, 'unchanged', 'the Link leads to another list or an earlier page')
  }
  // A string is sent unchanged, also that of a number. That of an array or an object could not be sent so.
  const objects = Object.entries(query).filter(([, value]) => typeof value === 'object')
  return { ...readQuery(next, styles), ...Object.fromEntries(objects) }
}

/** An array that is a default of the contract is only in the link: in several pairs, or in one with commas. */
function readQuery({ search }: URL, styles: Styles): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const pair of search.slice(1).split('&')) {
    const [[name = '', text = ''] = []] = new URLSearchParams(pair)
    // An encoded comma is a part of a value. Other separators may be encoded.
    const parts = styles[name]?.separator === ',' ? pair.split(',').map(decode) : [text]
    const all = [query[name] ?? [], parts].flat()
    query[name] = all.length > 1 ? all : text
  }
  return query
}

/** @param part Of a pair: the first one begins with the name. */
function decode(part: string): string {
  return new URLSearchParams(`=${part.replace(/^[^=]*=/, '')}`).get('') ?? ''
}
