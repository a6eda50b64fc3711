// One plant of the list: as text, as a form, or while it is being deleted.
import type { Plant, PlantClient } from '@plant-collection/client'
import { usePlantOptions } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Deletion, useDeletions } from './deletions.tsx'
import { EditPlant } from './edit-plant.tsx'
import { explain, getCallError, hasStatus } from './explain.ts'
import { useNotify } from './notice.tsx'
import { PlantTexts } from './plant-texts.tsx'

interface PlantRowProps {
  plant: Plant
  client: PlantClient
  tagListId: string
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  onTag: (tag: string) => void
}

export function PlantRow({ plant, client, tagListId, isEditing, onEdit, onTag }: PlantRowProps) {
  const deletions = useDeletions()
  const deletion = deletions.toDeletion(plant.id)
  const queries = useQueryClient()
  const options = usePlantOptions()
  const notify = useNotify()
  const [isOpening, setOpening] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  const wasDeleted = useRef(false)

  // The focus returns to where the person was.
  useEffect(() => {
    const isBack = (wasEditing.current && !isEditing) || (wasDeleted.current && deletion === undefined)
    if (isBack) editButton.current?.focus()
    wasEditing.current = isEditing
    wasDeleted.current = deletion !== undefined
  }, [isEditing, deletion])

  /** Reads the plant first: the list has no entity tags, and may be older. The form of a plant that is gone says so. */
  async function openEdit() {
    setOpening(true)
    const error = await queries
      .fetchQuery({ ...options.queries.plant(plant.id), staleTime: 0 })
      .then(() => {}, getCallError)
    setOpening(false)
    if (error && !hasStatus(error, 404)) notify(explain(error))
    else onEdit(true)
  }

  if (deletion !== undefined) return <DeletedPlant plant={plant} deletion={deletion} />
  if (isEditing) {
    return <EditPlant plant={plant} client={client} tagListId={tagListId} onClose={() => onEdit(false)} />
  }
  return (
    <div className="plant">
      <div className="texts">
        <bdi className="name">{plant.name}</bdi>
        {plant.tag && (
          <button type="button" className="tag" title="Show only this tag" onClick={() => onTag(plant.tag)}>
            <bdi>{plant.tag}</bdi>
          </button>
        )}
      </div>
      <div className="actions">
        <button
          type="button"
          ref={editButton}
          aria-label={`Edit ${plant.name}`}
          aria-disabled={isOpening}
          onClick={() => void openEdit()}
        >
          Edit
        </button>
        <button type="button" aria-label={`Delete ${plant.name}`} onClick={() => deletions.start(plant)}>
          Delete
        </button>
      </div>
    </div>
  )
}

function DeletedPlant({ plant, deletion }: { plant: Plant; deletion: Deletion }) {
  const { undo, confirm } = useDeletions()
  const row = useRef<HTMLDivElement>(null)
  const { phase } = deletion

  // The button that had the focus may be gone.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const next = row.current?.querySelector('button') ?? row.current
    if (phase) next?.focus()
  }, [phase])

  // When this row disappears, the focus goes to the next one.
  useLayoutEffect(() => {
    const own = row.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const item = own.closest('li')
      const next = item?.nextElementSibling ?? item?.previousElementSibling
      // Later, because StrictMode runs this cleanup although the row stays.
      queueMicrotask(() => {
        if (document.activeElement === document.body) next?.querySelector<HTMLElement>('button, input')?.focus()
      })
    }
  }, [])

  const keep = (label: string) => (
    <button type="button" onClick={() => undo(plant.id)} aria-label={`${label}: keep ${plant.name}`}>
      {label}
    </button>
  )
  const name = <bdi>“{plant.name}”</bdi>
  return (
    <div className={`plant deleted ${phase}`} ref={row} tabIndex={-1}>
      {phase === 'waiting' && (
        <>
          <p role="status">Deleted {name}</p>
          <div className="actions">{keep('Undo')}</div>
        </>
      )}
      {phase === 'sending' && <p role="status">Deleting {name}…</p>}
      {phase === 'changed' && (
        <>
          <p role="alert">
            Somebody else has changed {name}: it is now <PlantTexts plant={deletion.now.plant} />. It is not deleted.
          </p>
          <div className="actions">
            {keep('Keep')}
            <button type="button" onClick={() => confirm(plant)}>
              Delete it anyway
            </button>
          </div>
        </>
      )}
      {phase === 'failed' && (
        <>
          <p role="alert">
            {name} is not deleted. {deletion.text}
          </p>
          <div className="actions">
            {keep('Keep')}
            <button type="button" onClick={() => confirm(plant)}>
              Try again
            </button>
          </div>
        </>
      )}
    </div>
  )
}
