// The React hooks for the collections of a contract. They use the client of the nearest ClientProvider.

import type { InfiniteData, UseInfiniteQueryOptions, UseQueryOptions } from '@tanstack/react-query'
import {
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { Client } from '../client/client.ts'
import type {
  BodyOf,
  Collection,
  ErrorOf,
  ItemOf,
  ItemPathOf,
  ParentsOf,
  QueryOf,
  Seen,
} from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import type { ClientError } from '../client/errors.ts'
import type { ItemKey, ListKey } from '../query/collection-ref.ts'
import { type AnySeen, getRef } from '../query/collection-ref.ts'
import { type AnyEditOptions, createItemEdit, type ItemEdit, type ItemEditOptions } from '../query/item-edit.ts'
import { type AnyPage, shownTotal } from '../query/lists.ts'
import { withOptions } from '../query/mutation-options.ts'
import {
  type ItemMutationOptions,
  type Mutation,
  type MutationData,
  type MutationKind,
  type MutationVariables,
  mutationFor,
} from '../query/mutations.ts'
import type { PageOf } from '../query/queries.ts'
import { itemOptions, listOptions } from '../query/queries.ts'
import { useObserver } from './observer.ts'

export interface ClientProviderProps<T extends ContractTypes> {
  client: Client<T>
  children?: ReactNode
}

export type ItemsHookOptions<T extends ContractTypes, Path extends Collection<T, 'list'>> = Omit<
  UseInfiniteQueryOptions<
    PageOf<T, Path>,
    ErrorOf<T, Path, 'list'>,
    ItemOf<T, Path>[],
    ListKey<T, Path>,
    QueryOf<T, Path>
  >,
  'getNextPageParam' | 'getPreviousPageParam' | 'initialPageParam' | 'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

/** Options of TanStack Query for `useItem`. */
export type ItemHookOptions<T extends ContractTypes, Path extends Collection<T, 'get'>> = Omit<
  UseQueryOptions<Seen<T, Path>, ErrorOf<T, Path, 'get'>, Seen<T, Path>, ItemKey<T, Path>>,
  'queryFn' | 'queryHash' | 'queryKey' | 'select'
>

export type ItemMutation<Data, Variables, Failure = ClientError> = UseMutationResult<Data, Failure, Variables, unknown>

export interface Hooks<T extends ContractTypes> {
  /** Provides a client to the hooks of its descendants. Must be inside a QueryClientProvider of TanStack Query. */
  ClientProvider(props: ClientProviderProps<T>): ReactElement

  /** The client, for options such as `listOptions(useClient(), …)`. */
  useClient(): Client<T>

  /**
   * A list. `data` has the items of all pages so far; while `hasNextPage` is true, `fetchNextPage` fetches the next. If a
   * later fetch fails, `error` is set, and `data` stays.
   */
  useItems<Path extends Collection<T, 'list'>>(
    collection: Path,
    parents: ParentsOf<T, Path>,
    query?: QueryOf<T, Path>,
    options?: ItemsHookOptions<T, Path>,
  ): UseInfiniteQueryResult<ItemOf<T, Path>[], ErrorOf<T, Path, 'list'>>

  /**
   * The header `Total-Count` of a list with the parameter `count`, such as `17` or `1000+`, updated with the creations and
   * deletions of this QueryClient since. `useItems` with the same query and options shares its request.
   */
  useTotalCount<Path extends Collection<T, 'list'>>(
    collection: Path,
    parents: ParentsOf<T, Path>,
    query?: QueryOf<T, Path>,
    options?: ItemsHookOptions<T, Path>,
  ): string | undefined

  /** One item with its entity tag. */
  useItem<Path extends Collection<T, 'get'>>(
    collection: Path,
    path: ItemPathOf<T, Path>,
    options?: ItemHookOptions<T, Path>,
  ): UseQueryResult<Seen<T, Path>, ErrorOf<T, Path, 'get'>>

  /**
   * Creates, updates or deletes an item, then refetches the lists. With `seen`, the service returns 412 if the item has
   * changed since; for a form, use `useItemEdit`. A deleted item disappears from the lists at once, and comes back if the
   * deletion fails. A row of a list that uses this hook disappears together with its `error`: use `options.onError`.
   */
  useItemMutation<Kind extends MutationKind, Path extends Collection<T, Kind>, OnMutateResult>(
    kind: Kind,
    collection: Path,
    parents: ParentsOf<T, Path>,
    options?: ItemMutationOptions<T, Path, Kind, OnMutateResult>,
  ): ItemMutation<MutationData<T, Path>[Kind], MutationVariables<T, Path>[Kind], ErrorOf<T, Path, Kind>>

  /**
   * Keeps the version of an item that the user sees in a form. `useItem` does not: TanStack Query refetches the item, for
   * example on window focus. A save with the new entity tag would overwrite changes that the user has not seen.
   */
  useItemEdit<Path extends Collection<T, 'get' | 'update'>, OnMutateResult>(
    collection: Path,
    path: ItemPathOf<T, Path>,
    options?: ItemEditOptions<T, Path, OnMutateResult>,
  ): ItemEdit<Seen<T, Path>, BodyOf<T, Path, 'update'>, ErrorOf<T, Path, 'get' | 'update'>>
}

/** Returns the hooks of a contract. The module that calls it needs the directive 'use client'. */
export function createHooks<T extends ContractTypes>(contract: ClientContract<T>): Hooks<T> {
  const Context = createContext<object | undefined>(undefined)

  function useClient(): object {
    const client = useContext(Context)
    if (client === undefined) throw new Error('There is no ClientProvider')
    return client
  }

  function useItem(collection: string, path: object, options?: object) {
    return useQuery<AnySeen, ClientError>({
      ...itemOptions(useClient(), getRef(contract, collection, path)),
      ...options,
    })
  }

  function useItemMutation(kind: MutationKind, collection: string, parents: object, options: object = {}) {
    const mutation = mutationFor(useClient(), kind, getRef(contract, collection, parents))
    return useMutation(withOptions(mutation as Mutation<unknown, unknown>, options))
  }

  const hooks: object = {
    ClientProvider: ({ client, children }: ClientProviderProps<T>) =>
      createElement(Context.Provider, { value: client }, children),
    useClient,
    useItems: (collection: string, parents: object, query?: object, options?: object) =>
      useInfiniteQuery({ ...listOptions(useClient(), getRef(contract, collection, parents), query), ...options }),
    useTotalCount(collection: string, parents: object, query?: object, options?: object) {
      const ref = getRef(contract, collection, parents)
      const select = ({ pages }: InfiniteData<AnyPage>) => shownTotal(ref, pages)
      return useInfiniteQuery({ ...listOptions(useClient(), ref, query), ...options, select }).data
    },
    useItem,
    useItemMutation,
    useItemEdit(collection: string, path: object, options: AnyEditOptions = {}) {
      const [client, queryClient] = [useClient(), useQueryClient()]
      const ref = getRef(contract, collection, path)
      const keys = [client, queryClient, JSON.stringify([collection, path])]
      return useObserver((initialOptions) => createItemEdit(queryClient, client, ref, initialOptions), options, keys)
    },
  }
  // Safe because the signatures in the type differ from these functions only in the types of one collection.
  return hooks as Hooks<T>
}
