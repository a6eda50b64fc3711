'use client'

// Deletions with an undo. A separate module, so that applications that do not use them do not load them.

import type { DeletionOptions, ItemDeletions } from 'contract-stack/react'
import type { Plant } from '../../generated/api.d.ts'
import type { OperationError } from '../../generated/client.ts'
import { useItemDeletions } from '../../generated/react/deletions.ts'
import type { SeenPlant } from '../query/queries.ts'

export type PlantDeletions = ItemDeletions<Plant, SeenPlant, OperationError<'getPlant' | 'deletePlant'>>

/**
 * Deletes plants with an undo. Call the hook in a component above the list, because its result says which rows are being deleted.
 * It reads the entity tag of the plant, waits, then deletes the plant if no other client has changed it. When its component is
 * unmounted or the page closes, it sends the waiting deletions. If the page closes, that needs a `fetch` with `keepalive`.
 */
export function usePlantDeletions(options?: DeletionOptions<Plant>): PlantDeletions {
  return useItemDeletions('/plants', {}, options)
}
