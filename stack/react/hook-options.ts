// The options of TanStack Query that the hooks for reads take. The hooks set the rest.

import type { UseInfiniteQueryOptions, UseQueryOptions } from '@tanstack/react-query'
import type { Collection, ItemOf, QueryOf, Seen } from '../client/collections.ts'
import type { ContractTypes } from '../client/contract.ts'
import type { ClientError } from '../client/errors.ts'
import type { ItemKey, ListKey } from '../query/place.ts'
import type { PageOf } from '../query/queries.ts'

/** Options of TanStack Query for `useItems`. */
export type ListHookOptions<T extends ContractTypes, Path extends Collection<T, 'list'>> = Omit<
  UseInfiniteQueryOptions<PageOf<T, Path>, ClientError, ItemOf<T, Path>[], ListKey<T, Path>, QueryOf<T, Path>>,
  'getNextPageParam' | 'getPreviousPageParam' | 'initialPageParam' | 'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

/** Options of TanStack Query for `useItem`. */
export type ItemHookOptions<T extends ContractTypes, Path extends Collection<T, 'get'>> = Omit<
  UseQueryOptions<Seen<T, Path>, ClientError, Seen<T, Path>, ItemKey<T, Path>>,
  'queryFn' | 'queryHash' | 'queryKey' | 'select'
>
