// Edits an item while other callers may change it, and overwrites none of their changes.

import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientError } from '../client/errors.ts'
import { type MutationHookOptions, withOptions } from '../query/mutation-options.ts'
import type { AnySeen, AnyUpdate } from '../query/place.ts'

export interface ItemEdit<Seen, Change> {
  /** The item when the edit started. A later read does not change it. Undefined until the item has been read. */
  seen: Seen | undefined
  /** The current item, if somebody has changed it since `seen`. Found by any read of `useItem`, and after a 412. */
  newer: Seen | undefined
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
  error: ClientError | null
}

/** @param useItem As in Hooks, for any collection. */
export function itemEditHook(
  useItem: (collection: string, path: object) => UseQueryResult<AnySeen, ClientError>,
  useItemMutation: (
    kind: 'update',
    collection: string,
    path: object,
    options: object,
  ) => UseMutationResult<unknown, ClientError, unknown>,
) {
  return function useItemEdit(collection: string, path: object, options: object = {}): ItemEdit<AnySeen, unknown> {
    const id = JSON.stringify([collection, path])
    const { data, error } = useItem(collection, path)
    const latest: AnySeen | undefined = data
    const [frozen, freeze] = useState<{ id: string; seen: AnySeen }>()
    const seen = frozen?.id === id ? frozen.seen : latest
    if (seen !== undefined && seen !== frozen?.seen) freeze({ id, seen })

    const showSaved: MutationHookOptions<AnySeen, AnyUpdate> = {
      onSuccess: (saved, sent) =>
        freeze((before) => (before && sent.seen === before.seen ? { ...before, seen: saved } : before)),
    }
    const saving = useItemMutation('update', collection, path, withOptions(showSaved, options))
    // During a save, the item of the page may be the saved one already.
    const newer = saving.isPending || latest?.etag === seen?.etag ? undefined : latest

    return {
      seen,
      newer,
      acceptNewer: () => {
        if (newer !== undefined) freeze({ id, seen: newer })
        saving.reset()
      },
      save: (change, from = seen) => {
        if (from === undefined || saving.isPending) return
        freeze({ id, seen: from })
        saving.mutate({ seen: from, change })
      },
      isSaving: saving.isPending,
      error: saving.error ?? (seen === undefined ? error : null),
    }
  }
}
