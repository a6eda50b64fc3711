// Edits an item while other callers may change or delete it, and overwrites none of their changes.

import {
  MutationObserver,
  type QueryCacheNotifyEvent,
  type QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/query-core'
import type { AnyCollection, Seen } from '../client/collections.ts'
import type { ContractTypes } from '../client/contract.ts'
import { type ClientError, isNotFound } from '../client/errors.ts'
import type { AnySeen, AnyUpdate, CollectionRef } from './collection-ref.ts'
import { shownItem } from './lists.ts'
import { type MutationHookOptions, withOptions } from './mutation-options.ts'
import { type ItemMutationOptions, type Mutation, mutationFor } from './mutations.ts'
import { createObserver, type ItemObserver } from './observer.ts'
import { isOwnChange, isUpdating, subscribeToUpdates } from './own-updates.ts'
import { itemOptions } from './queries.ts'

export interface ItemEdit<Seen, Change, Failure = ClientError> {
  /**
   * The item as the form has it: that of the first read that ends after the edit has started, not an older one of the cache. It is
   * undefined until then. A later read does not change it. A save does, and so does another update of this QueryClient.
   */
  seen: Seen | undefined
  /** The current item, if another client has changed it since `seen`. Found by any read of the item, and after a 412. */
  newer: Seen | undefined
  /** Whether the item does not exist any more. Found by any read, by a save, and by a deletion of this QueryClient. */
  isDeleted: boolean
  /** Continues with `newer` as `seen`. */
  acceptNewer: () => void
  /**
   * Sends a change with the entity tag of `seen`. If another client has changed the item, the service returns 412 and changes
   * nothing. Does nothing before `seen` is defined, and during a save.
   * @param from `newer`, if the user has seen it and wants to overwrite it.
   */
  save: (change: Change, from?: Seen) => void
  isSaving: boolean
  /** The error of the last save, or of the first read. */
  error: Failure | null
}

/** Options of TanStack Query for the mutation, and where the edit starts. */
export type ItemEditOptions<
  T extends ContractTypes,
  Path extends AnyCollection<T>,
  OnMutateResult = unknown,
> = ItemMutationOptions<T, Path, 'update', OnMutateResult> & {
  /** The item that the form starts with, such as that of a draft. Default: that of the first read. */
  seen?: Seen<T, Path>
}

export type AnyEditOptions = MutationHookOptions<AnySeen, AnyUpdate> & { seen?: AnySeen }

export function createItemEdit(
  queryClient: QueryClient,
  client: object,
  collection: CollectionRef,
  options: AnyEditOptions = {},
): ItemObserver<ItemEdit<AnySeen, unknown>, AnyEditOptions> {
  // Safe because this is what the type of QueryOptions says about it.
  const update = mutationFor(client, 'update', collection) as Mutation<AnySeen, AnyUpdate>
  const saving = new MutationObserver(queryClient, withOptions(update, options))
  const item = new QueryObserver<AnySeen, ClientError, AnySeen, AnySeen, QueryKey>(queryClient, {
    ...itemOptions(client, collection),
    refetchOnMount: 'always',
    notifyOnChangeProps: ['data', 'error', 'fetchStatus'],
  })
  const id = collection.parameters[collection.parameter] ?? ''
  let { seen } = options
  let isRemoved = false
  const observer = createObserver(getState, connect)

  function getState(): ItemEdit<AnySeen, unknown> {
    const { data: latest, error: readError } = item.getCurrentResult()
    const { error: saveError, isPending: isSaving } = saving.getCurrentResult()
    const isDeleted = isRemoved || isNotFound(saveError) || isNotFound(readError)
    // During an update, the latest item may be the updated one already.
    const isSettled = seen && !isDeleted && !isUpdating(queryClient, collection)
    const newer = isSettled && latest?.etag !== seen?.etag ? latest : undefined
    const error = saveError ?? (seen === undefined ? readError : null)
    return { seen, newer, isDeleted, acceptNewer, save, isSaving, error }
  }

  function onRead() {
    const { data, isSuccess, isFetchedAfterMount, fetchStatus } = item.getCurrentResult()
    const isNew = isSuccess && isFetchedAfterMount && fetchStatus === 'idle'
    // With the same entity tag, the item has gained or lost an unconfirmed change.
    if (data && (seen ? seen.etag === data.etag : isNew)) seen = data
    observer.update()
  }

  function onUpdate(updatedId: string, cause: AnyUpdate, updated?: AnySeen) {
    if (seen && updated && updatedId === id && isOwnChange(collection, seen, cause, updated)) seen = updated
    observer.update()
  }

  function onCacheEvent({ type, query }: QueryCacheNotifyEvent) {
    if (type !== 'removed' || query !== item.getCurrentQuery()) return
    // False after `queryClient.clear()`.
    isRemoved = shownItem(queryClient, collection, { [collection.idField]: id }) === null
    observer.update()
  }

  function acceptNewer() {
    seen = observer.getState().newer ?? seen
    saving.reset()
    observer.update()
  }

  function save(change: unknown, from = seen) {
    if (from === undefined || saving.getCurrentResult().isPending) return
    seen = from
    // The state has the error.
    saving.mutate({ seen: from, change }).catch(() => {})
  }

  function connect() {
    const ends = [
      item.subscribe(onRead),
      // Its results arrive by onUpdate. Without a listener, a mutation that has ended stays in the cache.
      saving.subscribe(() => {}),
      subscribeToUpdates(queryClient, collection, onUpdate),
      queryClient.getQueryCache().subscribe(onCacheEvent),
    ]
    return () => {
      for (const end of ends) end()
    }
  }

  return { ...observer, setOptions: (next) => saving.setOptions(withOptions(update, next)) }
}
