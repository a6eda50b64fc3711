// Changes the lists and items in the cache of TanStack Query, for mutations that do not refetch the lists, or that show a
// change before the service has confirmed it.

import type { QueryClient } from '@tanstack/query-core'
import type { AnyCollection, Collection, ItemOf, ParentsOf } from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import { type AnyUpdate, type CollectionRef, getRef } from './collection-ref.ts'
import { showChangedItem, showCreatedItem, showRemovedItem } from './confirmed-changes.ts'
import { showUpdatedItem, type Update } from './mutations.ts'
import { shareChanges } from './share-changes.ts'

export interface CacheUpdates<T extends ContractTypes> {
  /**
   * Shows a created item first in each list that it belongs to, until that list is refetched. A list whose query has more
   * than filters, `limit`, `count` and an order with the newest item first is refetched instead.
   */
  showCreatedItem<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    item: ItemOf<T, Path>,
  ): Promise<void>

  /**
   * Shows the current version of an item, and removes it from lists whose filters it no longer matches. A list in which its
   * position may have changed is refetched: for example, a list that is sorted by a field that has changed.
   */
  showChangedItem<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    item: ItemOf<T, Path>,
  ): Promise<void>

  /** Removes a deleted item from the lists, even from lists that are fetched later. */
  showRemovedItem<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    id: string,
  ): void

  /**
   * Shows an update before the service has confirmed it, for `onMutate` of a mutation. Until the update has ended, no fetch
   * shows the old values. @returns A function that reverts the change at once, for `onError`.
   */
  showUpdatedItem<Path extends Collection<T, 'update'>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    update: Update<T, Path>,
  ): Promise<() => void>

  /**
   * Tells the other tabs of this browser what the mutations of this QueryClient create, change and delete, and shows their
   * changes. Each user needs a channel with a different name. @returns A function that stops both.
   */
  shareChanges<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    channel: BroadcastChannel,
  ): () => void
}

export function createCacheUpdates<T extends ContractTypes>(contract: ClientContract<T>): CacheUpdates<T> {
  const bind =
    <Change, Result>(show: (queryClient: QueryClient, collection: CollectionRef, change: Change) => Result) =>
    (queryClient: QueryClient, collection: string, parents: object, change: Change) =>
      show(queryClient, getRef(contract, collection, parents), change)
  const updates: object = {
    showCreatedItem: bind(showCreatedItem),
    showChangedItem: bind(showChangedItem),
    showRemovedItem: bind(showRemovedItem),
    showUpdatedItem: bind<AnyUpdate, Promise<() => void>>(showUpdatedItem),
    shareChanges: bind(shareChanges),
  }
  // Safe because the signatures in the type differ from these functions only in the types of one collection.
  return updates as CacheUpdates<T>
}
