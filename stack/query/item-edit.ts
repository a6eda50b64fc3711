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
   * The version of the item in the form: the result of the first fetch that ends after the edit has started, not an older
   * version in the cache. It is undefined until then. Later fetches do not change it, but updates of this QueryClient do.
   */
  seen: Seen | undefined
  /** The current item, if another client has changed it since `seen`. Any fetch detects it, such as the one after a 412. */
  newer: Seen | undefined
  /** Whether the item no longer exists. Any fetch, a save, and a deletion of this QueryClient detect it. */
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
  /** The error of the last save, or of the first fetch. */
  error: Failure | null
}

/** Options of TanStack Query for the mutation, and where the edit starts. */
export type ItemEditOptions<
  T extends ContractTypes,
  Path extends AnyCollection<T>,
  OnMutateResult = unknown,
> = ItemMutationOptions<T, Path, 'update', OnMutateResult> & {
  /** The item that the form starts with, such as a stored draft. Default: the item of the first fetch. */
  seen?: Seen<T, Path>
}

export type AnyEditOptions = MutationHookOptions<AnySeen, AnyUpdate> & { seen?: AnySeen }

export function createItemEdit(
  queryClient: QueryClient,
  client: object,
  collection: CollectionRef,
  options: AnyEditOptions = {},
): ItemObserver<ItemEdit<AnySeen, unknown>, AnyEditOptions> {
  // Safe because the type of QueryOptions says so.
  const update = mutationFor(client, 'update', collection) as Mutation<AnySeen, AnyUpdate>
  const saveMutation = new MutationObserver(queryClient, withOptions(update, options))
  const itemQuery = new QueryObserver<AnySeen, ClientError, AnySeen, AnySeen, QueryKey>(queryClient, {
    ...itemOptions(client, collection),
    refetchOnMount: 'always',
    notifyOnChangeProps: ['data', 'error', 'fetchStatus'],
  })
  const id = collection.parameters[collection.parameter] ?? ''
  let { seen } = options
  let isRemoved = false
  const observer = createObserver(getState, connect)

  function getState(): ItemEdit<AnySeen, unknown> {
    const { data: latest, error: readError } = itemQuery.getCurrentResult()
    const { error: saveError, isPending: isSaving } = saveMutation.getCurrentResult()
    const isDeleted = isRemoved || isNotFound(saveError) || isNotFound(readError)
    // During an update, the latest item may already be the updated one.
    const isSettled = seen && !isDeleted && !isUpdating(queryClient, collection)
    const newer = isSettled && latest?.etag !== seen?.etag ? latest : undefined
    const error = saveError ?? (seen === undefined ? readError : null)
    return { seen, newer, isDeleted, acceptNewer, save, isSaving, error }
  }

  function onRead() {
    const { data, isSuccess, isFetchedAfterMount, fetchStatus } = itemQuery.getCurrentResult()
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
    if (type !== 'removed' || query !== itemQuery.getCurrentQuery()) return
    // It is false after `queryClient.clear()`.
    isRemoved = shownItem(queryClient, collection, { [collection.idField]: id }) === null
    observer.update()
  }

  function acceptNewer() {
    seen = observer.getState().newer ?? seen
    saveMutation.reset()
    observer.update()
  }

  function save(change: unknown, from = seen) {
    if (from === undefined || saveMutation.getCurrentResult().isPending) return
    seen = from
    // The state has the error.
    saveMutation.mutate({ seen: from, change }).catch(() => {})
  }

  function connect() {
    const unsubscribers = [
      itemQuery.subscribe(onRead),
      // The results arrive in onUpdate. Without a listener, a mutation that has ended stays in the cache.
      saveMutation.subscribe(() => {}),
      subscribeToUpdates(queryClient, collection, onUpdate),
      queryClient.getQueryCache().subscribe(onCacheEvent),
    ]
    return () => {
      for (const end of unsubscribers) end()
    }
  }

  return { ...observer, setOptions: (next) => saveMutation.setOptions(withOptions(update, next)) }
}
