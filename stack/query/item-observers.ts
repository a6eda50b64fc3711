// The observers of a contract for editing and deleting items, for any framework.

import type { QueryClient } from '@tanstack/query-core'
import type { Client } from '../client/client.ts'
import type { BodyOf, Collection, ErrorOf, ItemOf, ItemPathOf, ParentsOf, Seen } from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import { type CollectionRef, getRef } from './collection-ref.ts'
import { createItemDeletions, type DeletionOptions, type ItemDeletions } from './item-deletions.ts'
import { createItemEdit, type ItemEdit, type ItemEditOptions } from './item-edit.ts'
import type { ItemObserver } from './observer.ts'

export interface ItemObservers<T extends ContractTypes> {
  /**
   * Keeps the version of an item that the user sees in a form. A query of the item does not: TanStack Query refetches it,
   * for example on window focus. A save with the new entity tag would overwrite changes that the user has not seen.
   */
  createItemEdit<Path extends Collection<T, 'get' | 'update'>>(
    queryClient: QueryClient,
    client: Client<T>,
    collection: Path,
    path: ItemPathOf<T, Path>,
    options?: ItemEditOptions<T, Path>,
  ): ItemObserver<
    ItemEdit<Seen<T, Path>, BodyOf<T, Path, 'update'>, ErrorOf<T, Path, 'get' | 'update'>>,
    ItemEditOptions<T, Path>
  >

  /**
   * Deletes items with an undo. The observer must outlive the rows: its state says which of them are being deleted. It
   * fetches the entity tag of the item, waits, then deletes the item if no other client has changed it. When its last
   * listener is removed or the page closes, it sends the waiting deletions. A page that closes needs a `fetch` with `keepalive`.
   */
  createItemDeletions<Path extends Collection<T, 'get' | 'delete'>>(
    queryClient: QueryClient,
    client: Client<T>,
    collection: Path,
    parents: ParentsOf<T, Path>,
    options?: DeletionOptions<ItemOf<T, Path>>,
  ): ItemObserver<
    ItemDeletions<ItemOf<T, Path>, Seen<T, Path>, ErrorOf<T, Path, 'get' | 'delete'>>,
    DeletionOptions<ItemOf<T, Path>>
  >
}

export function createItemObservers<T extends ContractTypes>(contract: ClientContract<T>): ItemObservers<T> {
  const bind =
    <Options, State>(
      create: (queryClient: QueryClient, client: object, collection: CollectionRef, options?: Options) => State,
    ) =>
    (queryClient: QueryClient, client: object, collection: string, parameters: object, options?: Options) =>
      create(queryClient, client, getRef(contract, collection, parameters), options)
  const observers: object = { createItemEdit: bind(createItemEdit), createItemDeletions: bind(createItemDeletions) }
  // Safe because the signatures in the type differ from these functions only in the types of one collection.
  return observers as ItemObservers<T>
}
