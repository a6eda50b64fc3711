// Deletions that can be undone: the page sends a deletion only after some seconds, or when the page closes. So an undo changes
// nothing at the service, and the plant keeps its id. `useDeletePlant` of the client does not fit here, because it removes the
// row, which must show the undo and the errors.
import { orThrow, type Plant, type PlantClient } from '@plant-collection/client'
import { type SeenPlant, showChanged, showRemoved } from '@plant-collection/client/query'
import { usePlantOptions } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { explain, getCallError, hasStatus } from './explain.ts'
import { hasSameTexts } from './field-rules.ts'
import { useNotify } from './notice.tsx'

const undoMs = 8_000

export type Deletion =
  | { phase: 'waiting' }
  | { phase: 'sending' }
  /** Somebody else has changed the plant since this page has read it. */
  | { phase: 'changed'; now: SeenPlant }
  | { phase: 'failed'; text: string }

export interface Deletions {
  toDeletion: (id: string) => Deletion | undefined
  start: (plant: Plant) => void
  /** Keeps the plant. */
  undo: (id: string) => void
  /** Deletes it as it is now, or tries again. */
  confirm: (plant: Plant) => void
}

const Context = createContext<Deletions | undefined>(undefined)

export function useDeletions(): Deletions {
  const deletions = useContext(Context)
  if (deletions === undefined) throw new Error('This component must be inside a DeletionsProvider')
  return deletions
}

interface Waiting {
  plant: Plant
  timer: ReturnType<typeof setTimeout>
}

export function DeletionsProvider({ client, children }: { client: PlantClient; children: ReactNode }) {
  const [deletions, setDeletions] = useState<ReadonlyMap<string, Deletion>>(new Map())
  const waiting = useRef(new Map<string, Waiting>())
  const seen = useRef(new Map<string, SeenPlant>())
  const queries = useQueryClient()
  const options = usePlantOptions()
  const notify = useNotify()

  function show(id: string, deletion: Deletion | undefined) {
    setDeletions((before) => {
      const next = new Map(before)
      if (deletion === undefined) next.delete(id)
      else next.set(id, deletion)
      return next
    })
  }

  function stopTimer(id: string) {
    clearTimeout(waiting.current.get(id)?.timer)
    waiting.current.delete(id)
  }

  function start(plant: Plant) {
    const { id } = plant
    seen.current.delete(id)
    waiting.current.set(id, { plant, timer: setTimeout(() => void send(plant), undoMs) })
    show(id, { phase: 'waiting' })
    // Later failures are reported when the deletion is sent.
    void checkUnchanged(plant).catch(() => {})
  }

  /** Reads the entity tag, so that only the plant that the person sees is deleted. @returns Whether it is that plant. */
  async function checkUnchanged(plant: Plant): Promise<boolean> {
    const now = await queries.fetchQuery({ ...options.queries.plant(plant.id), staleTime: 0 })
    seen.current.set(plant.id, now)
    if (hasSameTexts(now.plant, plant)) return true
    stopTimer(plant.id)
    show(plant.id, { phase: 'changed', now })
    return false
  }

  async function send(plant: Plant) {
    const { id } = plant
    stopTimer(id)
    show(id, { phase: 'sending' })
    try {
      if (!seen.current.has(id) && !(await checkUnchanged(plant))) return
      const etag = seen.current.get(id)?.etag ?? ''
      await orThrow(client).deletePlant({ path: { id }, header: { 'If-Match': etag } })
      finish(plant, `Deleted “${plant.name}”.`)
    } catch (error) {
      await fail(plant, error)
    }
  }

  async function fail(plant: Plant, reason: unknown): Promise<void> {
    const error = getCallError(reason)
    const { id } = plant
    if (hasStatus(error, 404)) return finish(plant, `“${plant.name}” was already deleted.`)
    if (!hasStatus(error, 412)) return show(id, { phase: 'failed', text: explain(error, 'delete') })
    seen.current.delete(id)
    await checkUnchanged(plant).then(
      (isUnchanged) => isUnchanged && show(id, { phase: 'failed', text: explain(error, 'delete') }),
      (second) => fail(plant, second),
    )
  }

  // The deletion stays: the lists lose the plant some moments later, and without it the row would show the plant again.
  function finish({ id }: Plant, text: string) {
    notify(text, { isOnlyRead: true })
    showRemoved(queries, id)
  }

  function undo(id: string) {
    stopTimer(id)
    const now = seen.current.get(id)
    if (now !== undefined) void showChanged(queries, now.plant)
    show(id, undefined)
  }

  function confirm(plant: Plant) {
    const now = seen.current.get(plant.id)?.plant ?? plant
    void showChanged(queries, now)
    void send(now)
  }

  useEffect(() => {
    function sendAll() {
      for (const [id, { plant }] of waiting.current) {
        const etag = seen.current.get(id)?.etag
        // The date is all that the list says about the version of a plant.
        const unchanged = { 'If-Unmodified-Since': new Date(plant.updatedAt).toUTCString() }
        const header = etag === undefined ? unchanged : { 'If-Match': etag }
        client.deletePlant({ path: { id }, header, retry: false }).catch(() => {})
        stopTimer(id)
      }
    }
    // The browser may show the same page again.
    function showAgain({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      setDeletions(new Map())
      void queries.invalidateQueries()
    }
    addEventListener('pagehide', sendAll)
    addEventListener('pageshow', showAgain)
    return () => {
      removeEventListener('pagehide', sendAll)
      removeEventListener('pageshow', showAgain)
    }
  }, [client, queries])

  return <Context value={{ toDeletion: (id) => deletions.get(id), start, undo, confirm }}>{children}</Context>
}
