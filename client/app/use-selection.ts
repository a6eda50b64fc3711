// The plants that the person has selected, and what is done with all of them.
import type { Plant } from '@plant-collection/client'
import { showChanged } from '@plant-collection/client/query'
import { type PlantDeletions, useUpdatePlant } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from './explain.ts'

/** Each plant is a request or two. */
export const maxSelected = 100
/** So many requests are sent at the same time. */
const workers = 6

export type Selection = ReturnType<typeof useSelection>

export function useSelection(plants: Plant[], deletions: PlantDeletions) {
  const queries = useQueryClient()
  const [ids, setIds] = useState<readonly string[]>([])
  /** Why the last action has not changed a plant, by id. */
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [deletedIds, setDeleted] = useState<string[]>([])
  const [tagging, setTagging] = useState<{ done: number; total: number }>()
  /** The id that was selected last, where a range begins. */
  const anchor = useRef<string>(undefined)
  const update = useUpdatePlant({ onSuccess: ({ plant }) => void showChanged(queries, plant) })
  const selected = plants.filter(({ id }) => ids.includes(id) && !deletions.get(id))
  const inPhase = (...phases: string[]) => deletedIds.filter((id) => phases.includes(deletions.get(id)?.phase ?? ''))
  const waiting = inPhase('waiting')

  function select(next: string[]) {
    setIds(next.slice(0, maxSelected))
    setFailures(new Map())
    setTagging(undefined)
  }

  /** @param isRange Whether the plants from the last one to this one are selected, too. */
  function toggle(id: string, isRange: boolean) {
    const all = plants.map((plant) => plant.id)
    const [from = -1, to = -1] = [anchor.current ?? '', id].map((end) => all.indexOf(end)).sort((a, b) => a - b)
    const range = isRange && from >= 0 ? all.slice(from, to + 1) : [id]
    anchor.current = id
    const others = selected.map((plant) => plant.id).filter((other) => !range.includes(other))
    select(ids.includes(id) ? others : [...others, ...range])
  }

  function remove() {
    setDeleted(selected.map(({ id }) => id))
    for (const plant of selected) deletions.start(plant)
    select([])
  }

  /** Those that failed stay selected, for another attempt. */
  async function setTag(tag: string) {
    const failed = new Map<string, string>()
    const queue = selected.values()
    let done = 0
    const show = () => setTagging({ done, total: selected.length })
    async function work() {
      for (const { id } of queue) {
        await update.mutateAsync({ id, change: { tag } }).catch((error) => {
          failed.set(id, `Tagging failed. ${explain(error)}`)
        })
        done++
        show()
      }
    }
    setDeleted([])
    show()
    await Promise.all(Array.from({ length: workers }, work))
    setIds([...failed.keys()])
    setFailures(failed)
  }

  return {
    ...{ selected, select, toggle, remove, setTag, tagging, failures },
    has: (id: string) => ids.includes(id),
    /** The plants of the last deletion that can be kept, and those that are not deleted. */
    waiting,
    refused: inPhase('changed', 'failed'),
    undo: () => waiting.forEach(deletions.undo),
  }
}
