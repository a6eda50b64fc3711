'use client'

// Deletions with an undo. A module of its own, so that applications without it do not load it.

import type * as generic from 'contract-stack/react'
import { createDeletionHook } from 'contract-stack/react'
import type { Plant } from '../../generated/api.d.ts'
import { contract, type Types } from '../../generated/client.ts'
import type { SeenPlant } from '../query/queries.ts'
import { useClient } from './collection-hooks.ts'

interface Hook extends generic.DeletionHook<Types> {}

export type PlantDeletions = generic.ItemDeletions<Plant, SeenPlant>

const hook: Hook = createDeletionHook(contract, { useClient })

export const useItemDeletions: Hook['useItemDeletions'] = hook.useItemDeletions

/**
 * Deletes plants with an undo. The hook must be above the list: what it returns says which rows are being deleted. It reads the
 * entity tag of the plant, waits, then deletes the plant if nobody has changed it. When its component or the page closes, it
 * sends the waiting deletions. For the latter, the client needs a `fetch` with `keepalive`.
 */
export function usePlantDeletions(options?: generic.DeletionOptions<Plant>): PlantDeletions {
  return useItemDeletions('/plants', {}, options)
}
