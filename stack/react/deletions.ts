// The hook for deletions with an undo.

import { useQueryClient } from '@tanstack/react-query'
import type { Collection, ErrorOf, ItemOf, ParentsOf, Seen } from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import { getRef } from '../query/collection-ref.ts'
import { createItemDeletions, type DeletionOptions, type ItemDeletions } from '../query/item-deletions.ts'
import type { Hooks } from './hooks.ts'
import { useObserver } from './observer.ts'

export interface DeletionHook<T extends ContractTypes> {
  /**
   * Deletes items with an undo. The hook must be above the list: its result says which rows are being deleted. It fetches
   * the entity tag of the item, waits, then deletes the item if no other client has changed it. When its component unmounts or
   * the page closes, it sends the waiting deletions. A page that closes needs a `fetch` with `keepalive`.
   */
  useItemDeletions<Path extends Collection<T, 'get' | 'delete'>>(
    collection: Path,
    parents: ParentsOf<T, Path>,
    options?: DeletionOptions<ItemOf<T, Path>>,
  ): ItemDeletions<ItemOf<T, Path>, Seen<T, Path>, ErrorOf<T, Path, 'get' | 'delete'>>
}

/**
 * Returns the hook for deletions of a contract. createHooks does not return it, so that applications without deletions do
 * not load it. The module that calls this function needs the directive 'use client'.
 */
export function createDeletionHook<T extends ContractTypes>(
  contract: ClientContract<T>,
  { useClient }: Pick<Hooks<T>, 'useClient'>,
): DeletionHook<T> {
  const hook: object = {
    useItemDeletions(collection: string, parents: object, options: DeletionOptions<unknown> = {}) {
      const [client, queryClient] = [useClient(), useQueryClient()]
      const ref = getRef(contract, collection, parents)
      return useObserver((initialOptions) => createItemDeletions(queryClient, client, ref, initialOptions), options, [
        client,
        queryClient,
        ref.path,
      ])
    },
  }
  // Safe because the signature in the type differs from this function only in the types of one collection.
  return hook as DeletionHook<T>
}
