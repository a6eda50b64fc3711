// Deletes items with an undo: a deletion is sent only after some seconds. So an undo changes nothing at the service, and the
// item keeps its id.

import { hashKey, type QueryClient } from '@tanstack/query-core'
import { type ClientError, isConflict, isNotFound } from '../client/errors.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { type AnySeen, type AnyUpdate, type CollectionRef, getId } from './collection-ref.ts'
import { showChangedItem, showRemovedItem } from './confirmed-changes.ts'
import type { MutationHookOptions } from './mutation-options.ts'
import { mutationFor } from './mutations.ts'
import { createObserver, type ItemObserver } from './observer.ts'
import { isOwnChange, isUpdating, subscribeToUpdates } from './own-updates.ts'
import { itemOptions } from './queries.ts'

/** A deletion that has not ended. */
export type ItemDeletion<Seen, Failure = ClientError> =
  /** The deletion is not sent yet. */
  | { phase: 'waiting' }
  | { phase: 'sending' }
  /** Another client has changed the item since it was read for the list. Nothing is deleted. */
  | { phase: 'changed'; newer: Seen }
  /** Nothing is deleted, or the outcome is unknown. */
  | { phase: 'failed'; error: Failure }

export interface ItemDeletions<Item, Seen, Failure = ClientError> {
  /** All deletions, even of items that have left the list: for a toast. */
  all: readonly { item: Item; deletion: ItemDeletion<Seen, Failure> }[]
  /** The deletion of the item with this id, to show instead of the item. */
  get: (id: string) => ItemDeletion<Seen, Failure> | undefined
  /** Starts the deletion of the item that the user sees. Does nothing if it is being deleted. */
  start: (item: Item) => void
  /** Cancels the deletion, in any phase but `sending`. */
  undo: (id: string) => void
  /** Sends a waiting deletion at once, deletes the `newer` item, or retries a deletion that failed. */
  confirm: (id: string) => void
}

export interface DeletionOptions<Item> extends Pick<MutationHookOptions<void, never>, 'meta'> {
  /** Milliseconds in which the user can undo. Default: 8,000. */
  undoMs?: number
  /** Called when an item is gone, even if another client has deleted it. */
  onDeleted?: (item: Item) => void
}

interface PendingDeletion {
  item: unknown
  deletion: ItemDeletion<AnySeen>
  /** The same item, with the entity tag that the deletion sends. */
  seen?: AnySeen
  timer?: ReturnType<typeof setTimeout>
}

export function createItemDeletions(
  queryClient: QueryClient,
  client: object,
  collection: CollectionRef,
  options: DeletionOptions<unknown> = {},
): ItemObserver<ItemDeletions<unknown, AnySeen>, DeletionOptions<unknown>> {
  const pending = new Map<string, PendingDeletion>()
  const getPath = (id: string) => ({ ...collection.parameters, [collection.parameter]: id })
  const { update, ...observer } = createObserver(getState, connect)

  function getState(): ItemDeletions<unknown, AnySeen> {
    const all = [...pending.values()].map(({ item, deletion }) => ({ item, deletion }))
    const get = (id: string) => all.find(({ item }) => getId(collection, item) === id)?.deletion
    return { all, get, start, undo, confirm }
  }

  function show(id: string, entry: PendingDeletion, deletion: ItemDeletion<AnySeen>) {
    clearTimeout(entry.timer)
    entry.deletion = deletion
    // After an undo, a second deletion of the same item may have replaced this one.
    if (pending.get(id) === entry) update()
  }

  function remove(id: string) {
    clearTimeout(pending.get(id)?.timer)
    pending.delete(id)
    update()
  }

  function start(item: unknown) {
    const id = getId(collection, item)
    if (pending.has(id)) return
    const entry: PendingDeletion = { item, deletion: { phase: 'waiting' } }
    pending.set(id, entry)
    show(id, entry, entry.deletion)
    entry.timer = setTimeout(() => void send(id, entry), options.undoMs ?? 8_000)
    // An error shows when the deletion is sent.
    void checkUnchanged(id, entry).catch(() => {})
  }

  /** Reads the entity tag, so that only the item that the user sees is deleted. */
  async function checkUnchanged(id: string, entry: PendingDeletion): Promise<boolean> {
    const item = itemOptions(client, { ...collection, parameters: getPath(id) })
    const fetched = await queryClient.fetchQuery({ ...item, staleTime: 0 })
    entry.seen = fetched
    const isOwnUpdate =
      isUpdating(queryClient, collection) && isOwnChange(collection, { [collection.item]: entry.item }, {}, fetched)
    if (isOwnUpdate || hashKey([fetched[collection.item]]) === hashKey([entry.item])) return true
    show(id, entry, { phase: 'changed', newer: fetched })
    return false
  }

  async function send(id: string, entry: PendingDeletion) {
    show(id, entry, { phase: 'sending' })
    let sentSeen: AnySeen | undefined
    try {
      if (!entry.seen && !(await checkUnchanged(id, entry))) return
      const { meta } = options
      sentSeen = entry.seen
      const deletion = { ...mutationFor(client, 'delete', collection), ...(meta && { meta }) }
      await queryClient
        .getMutationCache()
        .build<unknown, ClientError, object, unknown>(queryClient, deletion)
        .execute({ seen: sentSeen })
      end(id, entry)
    } catch (error) {
      await fail(id, entry, error as ClientError, sentSeen) // The client throws no other errors.
    }
  }

  async function fail(id: string, entry: PendingDeletion, error: ClientError, sentSeen?: AnySeen): Promise<void> {
    if (isNotFound(error)) {
      showRemovedItem(queryClient, collection, id)
      return end(id, entry)
    }
    if (isConflict(error)) {
      if (!(await checkUnchanged(id, entry).catch(() => true))) return
      // An update of this QueryClient has arrived before the deletion.
      if (entry.seen?.etag !== sentSeen?.etag) return send(id, entry)
    }
    show(id, entry, { phase: 'failed', error })
  }

  function end(id: string, { item }: PendingDeletion) {
    remove(id)
    options.onDeleted?.(item)
  }

  function undo(id: string) {
    const deletion = pending.get(id)?.deletion
    if (deletion === undefined || deletion.phase === 'sending') return
    if (deletion.phase === 'changed') void showChangedItem(queryClient, collection, deletion.newer[collection.item])
    remove(id)
  }

  function confirm(id: string) {
    const entry = pending.get(id)
    if (entry === undefined || entry.deletion.phase === 'sending') return
    if (entry.seen) entry.item = entry.seen[collection.item]
    void showChangedItem(queryClient, collection, entry.item)
    void send(id, entry)
  }

  /** Continues with the item that an update of this QueryClient has returned. */
  function onUpdate(id: string, cause: AnyUpdate, updated?: AnySeen) {
    const entry = pending.get(id)
    if (!entry || !updated || entry.deletion.phase === 'changed') return
    if (!isOwnChange(collection, entry.seen ?? { [collection.item]: entry.item }, cause, updated)) return
    entry.seen = updated
    entry.item = updated[collection.item]
    update()
  }

  function connect() {
    const getWaiting = () => [...pending].filter(([, { deletion }]) => deletion.phase === 'waiting')
    // A page that closes has no time to fetch an entity tag. An item without one is not deleted.
    const onPageHide = () => {
      for (const [id, { seen, timer }] of getWaiting()) {
        clearTimeout(timer)
        pending.delete(id)
        if (!seen?.etag) continue
        const header = { 'If-Match': seen.etag }
        callOrThrow(client, collection.delete, { path: getPath(id), header, retry: false }).catch(() => {})
      }
    }
    // The browser may restore the page from its back/forward cache.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      pending.clear()
      update()
      void queryClient.invalidateQueries(collection.lists)
    }
    addEventListener('pagehide', onPageHide)
    addEventListener('pageshow', onPageShow)
    const unsubscribe = subscribeToUpdates(queryClient, collection, onUpdate)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
      // Without listeners, no user can undo.
      for (const [id, entry] of getWaiting()) void send(id, entry)
    }
  }

  return {
    ...observer,
    setOptions(next) {
      options = next
    },
  }
}
