// Deletes items with an undo: a deletion is sent only after some seconds. So an undo changes nothing at the service, and the
// item keeps its id.

import { hashKey, type QueryClient } from '@tanstack/query-core'
import { type ClientError, isConflict, isNotFound } from '../client/errors.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { showChangedItem, showRemovedItem } from './confirmed-changes.ts'
import type { MutationHookOptions } from './mutation-options.ts'
import { mutationFor } from './mutations.ts'
import { createObserver, type ItemObserver } from './observer.ts'
import { isOwnChange, isUpdating, subscribeToUpdates } from './own-updates.ts'
import { type AnySeen, type AnyUpdate, getId, type Place } from './place.ts'
import { itemOptions } from './queries.ts'

/** A deletion that has not ended. */
export type ItemDeletion<Seen, Failure = ClientError> =
  /** It is not sent yet. */
  | { phase: 'waiting' }
  | { phase: 'sending' }
  /** Another client has changed the item since it was read for the list. Nothing is deleted. */
  | { phase: 'changed'; newer: Seen }
  /** Nothing is deleted, or the outcome is unknown. */
  | { phase: 'failed'; error: Failure }

export interface ItemDeletions<Item, Seen, Failure = ClientError> {
  /** Every deletion, also of an item that has left the list: for a toast. */
  all: readonly { item: Item; deletion: ItemDeletion<Seen, Failure> }[]
  /** The deletion of the item with this id, to show instead of the item. */
  get: (id: string) => ItemDeletion<Seen, Failure> | undefined
  /** Starts the deletion of an item as the person sees it. Does nothing if it is being deleted. */
  start: (item: Item) => void
  /** Keeps the item, in any phase but `sending`. */
  undo: (id: string) => void
  /** Sends a waiting deletion at once, deletes the `newer` item, or retries a deletion that failed. */
  confirm: (id: string) => void
}

export interface DeletionOptions<Item> extends Pick<MutationHookOptions<void, never>, 'meta'> {
  /** Milliseconds in which the person can undo. Default: 8,000. */
  undoMs?: number
  /** Called when an item is gone, also if another client has deleted it. */
  onDeleted?: (item: Item) => void
}

interface Pending {
  item: unknown
  deletion: ItemDeletion<AnySeen>
  /** The same item, with the entity tag that the deletion sends. */
  seen?: AnySeen
  timer?: ReturnType<typeof setTimeout>
}

/** @param place That of the collection. */
export function createItemDeletions(
  queries: QueryClient,
  client: object,
  place: Place,
  options: DeletionOptions<unknown> = {},
): ItemObserver<ItemDeletions<unknown, AnySeen>, DeletionOptions<unknown>> {
  const pending = new Map<string, Pending>()
  const getPath = (id: string) => ({ ...place.parameters, [place.parameter]: id })
  const { update, ...observer } = createObserver(read, connect)

  function read(): ItemDeletions<unknown, AnySeen> {
    const all = [...pending.values()].map(({ item, deletion }) => ({ item, deletion }))
    const get = (id: string) => all.find(({ item }) => getId(place, item) === id)?.deletion
    return { all, get, start, undo, confirm }
  }

  function show(id: string, one: Pending, deletion: ItemDeletion<AnySeen>) {
    clearTimeout(one.timer)
    one.deletion = deletion
    // An undo has removed another one.
    if (pending.get(id) === one) update()
  }

  function remove(id: string) {
    clearTimeout(pending.get(id)?.timer)
    pending.delete(id)
    update()
  }

  function start(item: unknown) {
    const id = getId(place, item)
    if (pending.has(id)) return
    const one: Pending = { item, deletion: { phase: 'waiting' } }
    pending.set(id, one)
    show(id, one, one.deletion)
    one.timer = setTimeout(() => void send(id, one), options.undoMs ?? 8_000)
    // An error shows when the deletion is sent.
    void isUnchanged(id, one).catch(() => {})
  }

  /** Reads the entity tag, so that only the item that the person sees is deleted. */
  async function isUnchanged(id: string, one: Pending): Promise<boolean> {
    const item = itemOptions(client, { ...place, parameters: getPath(id) })
    const seen = await queries.fetchQuery({ ...item, staleTime: 0 })
    one.seen = seen
    const isOwn = isUpdating(queries, place) && isOwnChange(place, { [place.item]: one.item }, {}, seen)
    if (isOwn || hashKey([seen[place.item]]) === hashKey([one.item])) return true
    show(id, one, { phase: 'changed', newer: seen })
    return false
  }

  async function send(id: string, one: Pending) {
    show(id, one, { phase: 'sending' })
    let sent: AnySeen | undefined
    try {
      if (!one.seen && !(await isUnchanged(id, one))) return
      const { meta } = options
      sent = one.seen
      const deletion = { ...mutationFor(client, 'delete', place), ...(meta && { meta }) }
      await queries
        .getMutationCache()
        .build<unknown, ClientError, object, unknown>(queries, deletion)
        .execute({ seen: sent })
      end(id, one)
    } catch (error) {
      await fail(id, one, error as ClientError, sent) // The client throws no other errors.
    }
  }

  async function fail(id: string, one: Pending, error: ClientError, sent?: AnySeen): Promise<void> {
    if (isNotFound(error)) {
      showRemovedItem(queries, place, id)
      return end(id, one)
    }
    if (isConflict(error)) {
      if (!(await isUnchanged(id, one).catch(() => true))) return
      // An update of this QueryClient has arrived before the deletion.
      if (one.seen?.etag !== sent?.etag) return send(id, one)
    }
    show(id, one, { phase: 'failed', error })
  }

  function end(id: string, { item }: Pending) {
    remove(id)
    options.onDeleted?.(item)
  }

  function undo(id: string) {
    const deletion = pending.get(id)?.deletion
    if (deletion === undefined || deletion.phase === 'sending') return
    if (deletion.phase === 'changed') void showChangedItem(queries, place, deletion.newer[place.item])
    remove(id)
  }

  function confirm(id: string) {
    const one = pending.get(id)
    if (one === undefined || one.deletion.phase === 'sending') return
    if (one.seen) one.item = one.seen[place.item]
    void showChangedItem(queries, place, one.item)
    void send(id, one)
  }

  /** Continues with the item that an update of this QueryClient has returned. */
  function onUpdate(id: string, cause: AnyUpdate, updated?: AnySeen) {
    const one = pending.get(id)
    if (!one || !updated || one.deletion.phase === 'changed') return
    if (!isOwnChange(place, one.seen ?? { [place.item]: one.item }, cause, updated)) return
    one.seen = updated
    one.item = updated[place.item]
    update()
  }

  function connect() {
    const waiting = () => [...pending].filter(([, { deletion }]) => deletion.phase === 'waiting')
    // A page that closes has no time to read an entity tag. Without one, it deletes nothing.
    const sendAtClose = () => {
      for (const [id, { seen, timer }] of waiting()) {
        clearTimeout(timer)
        pending.delete(id)
        if (!seen?.etag) continue
        const header = { 'If-Match': seen.etag }
        callOrThrow(client, place.delete, { path: getPath(id), header, retry: false }).catch(() => {})
      }
    }
    // The browser may show the same page again.
    const readAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      pending.clear()
      update()
      void queries.invalidateQueries(place.lists)
    }
    addEventListener('pagehide', sendAtClose)
    addEventListener('pageshow', readAgain)
    const end = subscribeToUpdates(queries, place, onUpdate)
    return () => {
      end()
      removeEventListener('pagehide', sendAtClose)
      removeEventListener('pageshow', readAgain)
      // Without listeners, nobody can undo.
      for (const [id, one] of waiting()) void send(id, one)
    }
  }

  return {
    ...observer,
    setOptions(next) {
      options = next
    },
  }
}
