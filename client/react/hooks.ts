'use client'

// The React hooks for any collection. They use the client of the nearest ClientProvider.

import { type UseMutationResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { Client } from '../client.ts'
import type { Collection, ItemPathOf, ParentsOf, QueryOf } from '../collections.ts'
import type { PlantClientError } from '../errors.ts'
import { type MutationHookOptions, withOptions } from './mutation-options.ts'
import { type MutationData, type MutationKind, type MutationVariables, mutationFor } from './mutations.ts'
import { type ItemHookOptions, itemOptions, type ListHookOptions, listOptions } from './queries.ts'

const Context = createContext<Client | undefined>(undefined)

export interface ClientProviderProps {
  client: Client
  children?: ReactNode
}

/** Provides a client to the hooks below it. Must be inside a QueryClientProvider of TanStack Query. */
export function ClientProvider({ client, children }: ClientProviderProps): ReactElement {
  return createElement(Context.Provider, { value: client }, children)
}

/** The client, for options such as `listOptions(useClient(), …)`. */
export function useClient(): Client {
  const client = useContext(Context)
  if (client === undefined) throw new Error('There is no ClientProvider')
  return client
}

/**
 * A list. `data` has the items of all pages so far; while `hasNextPage` is true, `fetchNextPage` reads the next. If a later
 * read fails, `error` is set, and `data` stays.
 */
export function useItems<Path extends Collection<'list'>>(
  collection: Path,
  parents: ParentsOf<Path>,
  query?: QueryOf<Path>,
  options?: ListHookOptions<Path>,
) {
  return useInfiniteQuery({ ...listOptions(useClient(), collection, parents, query), ...options })
}

/** One item with its entity tag. */
export function useItem<Path extends Collection<'get'>>(
  collection: Path,
  path: ItemPathOf<Path>,
  options?: ItemHookOptions<Path>,
) {
  return useQuery({ ...itemOptions(useClient(), collection, path), ...options })
}

/** The result of a mutation hook. */
export type ItemMutation<Data, Variables> = UseMutationResult<Data, PlantClientError, Variables, unknown>

/**
 * Creates an item, then refreshes the lists. Or changes one: with `seen`, the service returns 412 if somebody else has changed
 * the item since; for a form, use `useItemEdit`. Or deletes one: it disappears from the lists at once, and comes back if the
 * deletion fails. A row of a list that uses this hook disappears together with its `error`: use `options.onError`, or the hook
 * above the list.
 */
export function useItemMutation<Kind extends MutationKind, Path extends Collection<Kind>, T>(
  kind: Kind,
  collection: Path,
  parents: ParentsOf<Path>,
  options?: MutationHookOptions<MutationData<Path>[Kind], MutationVariables<Path>[Kind], T>,
): ItemMutation<MutationData<Path>[Kind], MutationVariables<Path>[Kind]>
export function useItemMutation(
  kind: 'update',
  collection: Collection<'update'>,
  parents: object,
  options: object = {},
): object {
  return useMutation(withOptions(mutationFor(useClient(), kind, collection, parents as never), options))
}
