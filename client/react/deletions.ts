'use client'

// Deletions with an undo. A module of its own, so that applications without it do not load it.

import type { DeletionOptions, ItemDeletions } from 'contract-stack/react'
import type { Plant } from '../../generated/api.d.ts'
import type { OperationError } from '../../generated/client.ts'
import { useItemDeletions } from '../../generated/react/deletions.ts'
import type { SeenPlant } from '../query/queries.ts'

export type PlantDeletions = ItemDeletions<Plant, SeenPlant, OperationError<'getPlant' | 'deletePlant'>>

/**
 * Deletes plants with an undo. The hook must be above the list: what it returns says which rows are being deleted. It reads the
 * entity tag of the plant, waits, then deletes the plant if no other client has changed it. When its component or the page
 * closes, it sends the waiting deletions. For the latter, the client needs a `fetch` with `keepalive`.
 */
export function usePlantDeletions(options?: DeletionOptions<Plant>): PlantDeletions {
  return useItemDeletions('/plants', {}, options)
}
