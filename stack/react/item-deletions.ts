// Deletes items with an undo: a deletion is sent only after some seconds. So an undo changes nothing at the service, and the
// item keeps its id.

import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Collection, ItemOf, ParentsOf, Seen } from '../client/collections.ts'
import type { ClientContract, ContractTypes } from '../client/contract.ts'
import { type ClientError, isConflict, ProblemError } from '../client/errors.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { showChangedItem, showRemovedItem } from '../query/confirmed-changes.ts'
import type { MutationHookOptions } from '../query/mutation-options.ts'
import { mutationFor } from '../query/mutations.ts'
import { type AnySeen, getId, locate } from '../query/place.ts'
import { itemOptions } from '../query/queries.ts'
import type { Hooks } from './hooks.ts'

/** A deletion that has not ended. */
export type ItemDeletion<Seen> =
  /** It is not sent yet. */
  | { phase: 'waiting' }
  | { phase: 'sending' }
  /** Somebody else has changed the item since it was read for the list. Nothing is deleted. */
  | { phase: 'changed'; newer: Seen }
  /** Nothing is deleted, or the outcome is unknown. */
  | { phase: 'failed'; error: ClientError }

export interface ItemDeletions<Item, Seen> {
  /** The deletion of the item with this id, to show instead of the item. */
  get: (id: string) => ItemDeletion<Seen> | undefined
  /** Starts the deletion of an item as the person sees it. */
  start: (item: Item) => void
  /** Keeps the item, in any phase but `sending`. */
  undo: (id: string) => void
  /** Deletes the `newer` item, or retries a deletion that failed. */
  confirm: (id: string) => void
}

export interface DeletionOptions<Item> extends Pick<MutationHookOptions<void, never>, 'meta'> {
  /** Milliseconds in which the person can undo. Default: 8,000. */
  undoMs?: number
  /** Called when an item is gone, also if somebody else has deleted it. */
  onDeleted?: (item: Item) => void
}

interface Pending {
  item: unknown
  /** The same item, with the entity tag that the deletion sends. */
  seen?: AnySeen
  /** While the deletion is not sent. */
  timer?: ReturnType<typeof setTimeout> | undefined
}

export interface DeletionHook<T extends ContractTypes> {
  /**
   * Deletes items with an undo. The hook must be above the list: what it returns says which rows are being deleted. It reads the
   * entity tag of the item, waits, then deletes the item if nobody has changed it. When its component or the page closes, it sends
   * the waiting deletions. For the latter, the client needs a `fetch` with `keepalive`.
   */
  useItemDeletions<Path extends Collection<T, 'get' | 'delete'>>(
    collection: Path,
    parents: ParentsOf<T, Path>,
    options?: DeletionOptions<ItemOf<T, Path>>,
  ): ItemDeletions<ItemOf<T, Path>, Seen<T, Path>>
}

/**
 * Returns the hook for deletions of a contract. It is not one of createHooks, so that applications without it do not load it. The
 * module that calls this function needs the directive of client components.
 */
export function createDeletionHook<T extends ContractTypes>(
  contract: ClientContract<T>,
  { useClient }: Pick<Hooks<T>, 'useClient'>,
): DeletionHook<T> {
  function useItemDeletions(
    collection: string,
    parents: object,
    { undoMs = 8_000, onDeleted, meta }: DeletionOptions<unknown> = {},
  ): ItemDeletions<unknown, AnySeen> {
    const place = locate(contract, collection, parents)
    const client = useClient()
    const queries = useQueryClient()
    const [deletions, setDeletions] = useState<ReadonlyMap<string, ItemDeletion<AnySeen>>>(new Map())
    const pending = useRef(new Map<string, Pending>())
    const getPath = (id: string) => ({ ...place.parameters, [place.parameter]: id })

    function show(id: string, deletion?: ItemDeletion<AnySeen>) {
      setDeletions((before) => {
        const others = [...before].filter(([other]) => other !== id)
        return new Map(deletion === undefined ? others : [...others, [id, deletion]])
      })
    }

    function start(item: unknown) {
      const id = getId(place, item)
      const one: Pending = { item }
      one.timer = setTimeout(() => void send(id, one), undoMs)
      pending.current.set(id, one)
      show(id, { phase: 'waiting' })
      // An error shows when the deletion is sent.
      void isUnchanged(id, one).catch(() => {})
    }

    /** Reads the entity tag, so that only the item that the person sees is deleted. */
    async function isUnchanged(id: string, one: Pending): Promise<boolean> {
      const seen = await queries.fetchQuery({
        ...itemOptions(client, { ...place, parameters: getPath(id) }),
        staleTime: 0,
      })
      one.seen = seen
      if (hashKey([seen[place.item]]) === hashKey([one.item])) return true
      if (pending.current.get(id) !== one) return false
      stopTimer(one)
      show(id, { phase: 'changed', newer: seen })
      return false
    }

    function stopTimer(one: Pending) {
      clearTimeout(one.timer)
      one.timer = undefined
    }

    async function send(id: string, one: Pending) {
      stopTimer(one)
      show(id, { phase: 'sending' })
      try {
        if (!one.seen && !(await isUnchanged(id, one))) return
        // Not useMutation: that would use the collection of the last render.
        const options = { ...mutationFor(client, 'delete', place), ...(meta && { meta }) }
        await queries
          .getMutationCache()
          .build<unknown, ClientError, object, unknown>(queries, options)
          .execute({ seen: one.seen })
        end(id, one)
      } catch (error) {
        await fail(id, one, error as ClientError) // The client throws no other errors.
      }
    }

    async function fail(id: string, one: Pending, error: ClientError): Promise<void> {
      if (error instanceof ProblemError && error.status === 404) {
        showRemovedItem(queries, place, id)
        return end(id, one)
      }
      if (isConflict(error) && !(await isUnchanged(id, one).catch(() => true))) return
      show(id, { phase: 'failed', error })
    }

    function end(id: string, { item }: Pending) {
      pending.current.delete(id)
      show(id)
      onDeleted?.(item)
    }

    function undo(id: string) {
      const one = pending.current.get(id)
      const deletion = deletions.get(id)
      if (one === undefined || deletion?.phase === 'sending') return
      stopTimer(one)
      pending.current.delete(id)
      if (deletion?.phase === 'changed') void showChangedItem(queries, place, deletion.newer[place.item])
      show(id)
    }

    function confirm(id: string) {
      const one = pending.current.get(id)
      if (one === undefined) return
      if (one.seen) one.item = one.seen[place.item]
      void showChangedItem(queries, place, one.item)
      void send(id, one)
    }

    useEffect(() => {
      const waiting = () => [...pending.current].filter(([, { timer }]) => timer !== undefined)
      // A page that closes has no time to read an entity tag. Without one, it deletes nothing.
      const sendAtClose = () => {
        for (const [id, one] of waiting()) {
          stopTimer(one)
          if (!one.seen?.etag) continue
          const header = { 'If-Match': one.seen.etag }
          callOrThrow(client, place.delete, { path: getPath(id), header, retry: false }).catch(() => {})
        }
      }
      // The browser may show the same page again.
      const readAgain = ({ persisted }: PageTransitionEvent) => {
        if (!persisted) return
        pending.current.clear()
        setDeletions(new Map())
        void queries.invalidateQueries(place.lists)
      }
      addEventListener('pagehide', sendAtClose)
      addEventListener('pageshow', readAgain)
      return () => {
        removeEventListener('pagehide', sendAtClose)
        removeEventListener('pageshow', readAgain)
        // Without this component, nobody can undo.
        for (const [id, one] of waiting()) void send(id, one)
      }
    }, [client, queries, place.path])

    return { get: (id) => deletions.get(id), start, undo, confirm }
  }
  // Safe because the types say for one collection what the function does for any.
  return { useItemDeletions } as object as DeletionHook<T>
}
