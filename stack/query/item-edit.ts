// Edits an item while other callers may change or delete it, and overwrites none of their changes.

import { MutationObserver, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/query-core'
import { type ClientError, isNotFound } from '../client/errors.ts'
import { type MutationHookOptions, withOptions } from './mutation-options.ts'
import { type Mutation, mutationFor } from './mutations.ts'
import type { ItemObserver } from './observer.ts'
import type { AnySeen, AnyUpdate, Place } from './place.ts'
import { itemOptions } from './queries.ts'

export interface ItemEdit<Seen, Change, Failure = ClientError> {
  /** The item when the edit started. A later read does not change it. Undefined until the item has been read. */
  seen: Seen | undefined
  /** The current item, if somebody has changed it since `seen`. Found by any read of the item, and after a 412. */
  newer: Seen | undefined
  /** Whether the item does not exist any more. Found by any read of the item, and by a save. */
  isDeleted: boolean
  /** Continues with `newer` as `seen`. */
  acceptNewer: () => void
  /**
   * Sends a change with the entity tag of `seen`. If somebody else has changed the item, the service returns 412 and changes
   * nothing. Does nothing before `seen` is defined, and during a save.
   * @param from `newer`, if the person has seen it and wants to overwrite it.
   */
  save: (change: Change, from?: Seen) => void
  isSaving: boolean
  /** The error of the last save, or of the first read. */
  error: Failure | null
}

export type AnyEditOptions = MutationHookOptions<AnySeen, AnyUpdate>

/** @param place That of the item. */
export function createItemEdit(
  queries: QueryClient,
  client: object,
  place: Place,
  options: AnyEditOptions = {},
): ItemObserver<ItemEdit<AnySeen, unknown>, AnyEditOptions> {
  // Safe because this is what the type of QueryOptions says about it.
  const update = mutationFor(client, 'update', place) as Mutation<AnySeen, AnyUpdate>
  const saving = new MutationObserver(queries, withOptions(update, options))
  const item = new QueryObserver<AnySeen, ClientError, AnySeen, AnySeen, QueryKey>(queries, {
    ...itemOptions(client, place),
    notifyOnChangeProps: ['data', 'error'],
  })
  let seen: AnySeen | undefined

  function read(): ItemEdit<AnySeen, unknown> {
    const { data: latest, error: readError } = item.getCurrentResult()
    const { data: saved, variables: sent, error: saveError, isPending: isSaving } = saving.getCurrentResult()
    seen ??= latest
    if (saved && sent.seen === seen) seen = saved
    const isDeleted = isNotFound(saveError) || isNotFound(readError)
    // During a save, the item of the page may be the saved one already.
    const hasNewer = !isSaving && !isDeleted && latest?.etag !== seen?.etag
    const error = saveError ?? (seen === undefined ? readError : null)
    return { seen, newer: hasNewer ? latest : undefined, isDeleted, acceptNewer, save, isSaving, error }
  }

  function acceptNewer() {
    seen = state.newer ?? seen
    saving.reset()
  }

  function save(change: unknown, from = seen) {
    if (from === undefined || saving.getCurrentResult().isPending) return
    seen = from
    // The state has the error.
    saving.mutate({ seen: from, change }).catch(() => {})
  }

  let state = read()
  return {
    getState: () => state,
    subscribe(listener) {
      const update = () => {
        state = read()
        listener()
      }
      const ends = [item, saving].map((observer) => observer.subscribe(update))
      state = read()
      return () => {
        for (const end of ends) end()
      }
    },
    setOptions: (next) => saving.setOptions(withOptions(update, next)),
  }
}
