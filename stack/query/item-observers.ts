// The observers of a contract for editing and deleting items, for any framework.

import type { QueryClient } from '@tanstack/query-core'
import type { Client } from '../client/client.ts'
import type { BodyOf, Collection, ErrorOf, ItemOf, ItemPathOf, ParentsOf, Seen } from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import { type CollectionRef, locate } from './collection-ref.ts'
import { createItemDeletions, type DeletionOptions, type ItemDeletions } from './item-deletions.ts'
import { createItemEdit, type ItemEdit, type ItemEditOptions } from './item-edit.ts'
import type { ItemObserver } from './observer.ts'

export interface ItemObservers<T extends ContractTypes> {
  /**
   * Keeps the version of an item that the user sees in a form. A query of the item does not: TanStack Query reads it again,
   * for example when the window gets the focus. A save with that entity tag would overwrite changes that the user has not seen.
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
   * Deletes items with an undo. The observer must outlive the rows: its state says which of them are being deleted. It reads the
   * entity tag of the item, waits, then deletes the item if no other client has changed it. When its last listener or the page
   * goes, it sends the waiting deletions. For the latter, the client needs a `fetch` with `keepalive`.
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
  const forAny =
    <Options, State>(
      create: (queryClient: QueryClient, client: object, collection: CollectionRef, options?: Options) => State,
    ) =>
    (queryClient: QueryClient, client: object, collection: string, parameters: object, options?: Options) =>
      create(queryClient, client, locate(contract, collection, parameters), options)
  const observers: object = { createItemEdit: forAny(createItemEdit), createItemDeletions: forAny(createItemDeletions) }
  // Safe because the types say for one collection what the functions do for any.
  return observers as ItemObservers<T>
}
