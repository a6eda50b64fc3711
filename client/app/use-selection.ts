// The plants that the user has selected, and the actions on all of them.
import type { Plant } from '@plant-collection/client'
import { showChanged } from '@plant-collection/client/query'
import { type PlantDeletions, useUpdatePlant } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from './explain.ts'

/** Limit of a selection: each plant is a request or two, and all are sent at once. */
export const maxSelected = 100

export type Selection = ReturnType<typeof useSelection>

export function useSelection(plants: Plant[], deletions: PlantDeletions) {
  const queryClient = useQueryClient()
  const [ids, setIds] = useState<readonly string[]>([])
  /** Reasons why the last attempt to tag a plant has failed, by plant id. */
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [deletedIds, setDeleted] = useState<string[]>([])
  const [tagging, setTagging] = useState<{ done: number; total: number }>()
  /** Id of the plant that was selected or deselected last, where a range starts. */
  const anchor = useRef<string>(undefined)
  const update = useUpdatePlant({ onSuccess: ({ plant }) => void showChanged(queryClient, plant) })
  const selected = plants.filter(({ id }) => ids.includes(id) && !deletions.get(id))
  const inPhase = (...phases: string[]) => deletedIds.filter((id) => phases.includes(deletions.get(id)?.phase ?? ''))
  const waiting = inPhase('waiting')

  function select(next: string[]) {
    setIds(next.slice(0, maxSelected))
    setFailures(new Map())
    setTagging(undefined)
  }

  /** Selects or deselects a plant. @param isRange Whether to do so with all plants from the anchor to this one. */
  function toggle(id: string, isRange: boolean) {
    const all = plants.map((plant) => plant.id)
    const [from = -1, to = -1] = [anchor.current ?? '', id].map((end) => all.indexOf(end)).sort((a, b) => a - b)
    const range = isRange && from >= 0 ? all.slice(from, to + 1) : [id]
    anchor.current = id
    const rest = selected.map((plant) => plant.id).filter((selectedId) => !range.includes(selectedId))
    select(ids.includes(id) ? rest : [...rest, ...range])
  }

  function remove() {
    setDeleted(selected.map(({ id }) => id))
    for (const plant of selected) deletions.start(plant)
    select([])
  }

  /** Tags the selected plants. Those that failed stay selected, for another attempt. */
  async function setTag(tag: string) {
    const failed = new Map<string, string>()
    const total = selected.length
    setDeleted([])
    setTagging({ done: 0, total })
    const updates = selected.map(async ({ id }) => {
      const fail = (error: unknown) => failed.set(id, `Tagging failed. ${explain(error)}`)
      await update.mutateAsync({ id, change: { tag } }).catch(fail)
      setTagging(({ done } = { done: 0, total }) => ({ done: done + 1, total }))
    })
    await Promise.all(updates)
    setIds([...failed.keys()])
    setFailures(failed)
  }

  return {
    ...{ selected, select, toggle, remove, setTag, tagging, failures },
    has: (id: string) => ids.includes(id),
    /** Ids of the last deletion that the user can undo. `refused`: ids that are not deleted. */
    waiting,
    refused: inPhase('changed', 'failed'),
    undo: () => waiting.forEach(deletions.undo),
  }
}
