// Changes of the lists and items in the cache of TanStack Query, for mutations that do not read the lists again, or that show a
// change before the service has confirmed it.

import type { QueryClient } from '@tanstack/query-core'
import type { AnyCollection, Collection, ItemOf, ParentsOf } from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import { type AnyUpdate, type CollectionRef, locate } from './collection-ref.ts'
import { showChangedItem, showCreatedItem, showRemovedItem } from './confirmed-changes.ts'
import { showUpdatedItem, type Update } from './mutations.ts'
import { shareChanges } from './share-changes.ts'

export interface CacheUpdates<T extends ContractTypes> {
  /**
   * Shows a created item first in each list that it belongs to, until that list is read again. A list whose query has more than
   * filters, `limit` and an order that begins with the newest item is read again instead.
   */
  showCreatedItem<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    item: ItemOf<T, Path>,
  ): Promise<void>

  /**
   * Shows an item as it is now, and removes it from lists with other filters. A list in which its position may have changed is read
   * again: for example, a list in the order of a field that has changed.
   */
  showChangedItem<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    item: ItemOf<T, Path>,
  ): Promise<void>

  /** Removes a deleted item from the lists, also from those that are read later. */
  showRemovedItem<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    id: string,
  ): void

  /**
   * Shows an update before the service has confirmed it, for `onMutate` of a mutation. Until the update has ended, no read shows
   * the earlier values. @returns A function that takes the change back at once, for `onError`.
   */
  showUpdatedItem<Path extends Collection<T, 'update'>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    update: Update<T, Path>,
  ): Promise<() => void>

  /**
   * Tells the other tabs of this browser what the mutations of this QueryClient create, change and delete, and shows what they
   * tell. The name of the channel must be another one for each user. @returns Ends that.
   */
  shareChanges<Path extends AnyCollection<T>>(
    queryClient: QueryClient,
    collection: Path,
    parents: ParentsOf<T, Path>,
    channel: BroadcastChannel,
  ): () => void
}

export function createCacheUpdates<T extends ContractTypes>(contract: ClientContract<T>): CacheUpdates<T> {
  const forAny =
    <Change, Result>(show: (queryClient: QueryClient, collection: CollectionRef, change: Change) => Result) =>
    (queryClient: QueryClient, collection: string, parents: object, change: Change) =>
      show(queryClient, locate(contract, collection, parents), change)
  const updates: object = {
    showCreatedItem: forAny(showCreatedItem),
    showChangedItem: forAny(showChangedItem),
    showRemovedItem: forAny(showRemovedItem),
    showUpdatedItem: forAny<AnyUpdate, Promise<() => void>>(showUpdatedItem),
    shareChanges: forAny(shareChanges),
  }
  // Safe because the types say for one collection what the functions do for any.
  return updates as CacheUpdates<T>
}
