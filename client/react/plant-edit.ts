'use client'

// Edits a plant while other callers may change it, and overwrites none of their changes.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlantId, PlantPatch } from '../../generated/api.d.ts'
import type { PlantClientError } from '../errors.ts'
import { usePlant, usePlantOptions } from './hooks.ts'
import { type MutationHookOptions, withOptions } from './mutation-options.ts'
import type { PlantUpdate } from './mutations.ts'
import type { SeenPlant } from './queries.ts'

/** An edit of one plant. */
export interface PlantEdit {
  /** The plant when the edit started. A later read does not change it. Undefined until the plant has been read. */
  seen: SeenPlant | undefined
  /** The current plant, if somebody has changed it since `seen`. Found by any read of `usePlant`, and after a 412. */
  newer: SeenPlant | undefined
  /** Continues with `newer` as `seen`. */
  acceptNewer: () => void
  /**
   * Sends a change with the entity tag of `seen`. If somebody else has changed the plant, the service returns 412 and changes
   * nothing. Does nothing before `seen` is defined, and during a save. @param from `newer`, if the person has seen it and wants to overwrite it.
   */
  save: (change: PlantPatch, from?: SeenPlant) => void
  isSaving: boolean
  /** The error of the last save, or of the first read. */
  error: PlantClientError | null
}

/**
 * Keeps the version of a plant that the person sees in a form. `usePlant` does not: TanStack Query reads the plant again, for
 * example when the window gets the focus. A save with that entity tag would overwrite changes that the person has not seen.
 */
export function usePlantEdit<T>(id: PlantId, options: MutationHookOptions<SeenPlant, PlantUpdate, T> = {}): PlantEdit {
  const { data: latest, error } = usePlant(id)
  const [frozen, freeze] = useState<{ id: PlantId; seen: SeenPlant }>()
  const seen = frozen?.id === id ? frozen.seen : latest
  if (seen !== undefined && seen !== frozen?.seen) freeze({ id, seen })

  const update = withOptions(usePlantOptions().mutations.update, {
    onSuccess: (saved, sent) =>
      freeze((before) => (before && 'seen' in sent && sent.seen === before.seen ? { ...before, seen: saved } : before)),
  })
  const saving = useMutation(withOptions(update, options))
  // During a save, the plant of the page may be the saved one already.
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
