// One plant of the list: as text, as a form, or while it is being deleted.
import { type Plant, PlantClientError } from '@plant-collection/client'
import { type PlantDeletions, usePlantOptions } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { choose } from './browser-state.ts'
import { Button } from './button.tsx'
import { explain, isGone, notLoaded } from './explain.ts'
import { useNotify } from './notice.tsx'
import { Ago } from './texts.tsx'

const loadForm = () => import('./edit-plant.tsx')
const EditPlant = lazy(loadForm)

interface PlantRowProps {
  plant: Plant
  deletions: PlantDeletions
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

export function PlantRow({ plant, deletions, isEditing, onEdit }: PlantRowProps) {
  const isDeleted = deletions.get(plant.id) !== undefined
  const queries = useQueryClient()
  const options = usePlantOptions()
  const notify = useNotify()
  const [isOpening, setOpening] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasAway = useRef(isEditing || isDeleted)

  // The focus returns to where the person was.
  useEffect(() => {
    const isAway = isEditing || isDeleted
    if (wasAway.current && !isAway) editButton.current?.focus()
    wasAway.current = isAway
  }, [isEditing, isDeleted])

  /** Reads the plant first: the list has no entity tags, and may be older. The form of a plant that is gone says so. */
  async function openEdit() {
    setOpening(true)
    try {
      await loadForm()
      await queries.fetchQuery({ ...options.queries.plant(plant.id), staleTime: 0 })
      onEdit(true)
    } catch (error) {
      if (isGone(error)) onEdit(true)
      else notify(error instanceof PlantClientError ? explain(error) : notLoaded)
    }
    setOpening(false)
  }

  if (isDeleted) return <DeletedPlant plant={plant} deletions={deletions} />
  if (isEditing) {
    return (
      <Suspense fallback={<div className="plant" />}>
        <EditPlant plant={plant} onClose={() => onEdit(false)} />
      </Suspense>
    )
  }
  return (
    <div className="plant">
      <span className="name">
        <bdi>{plant.name}</bdi>
      </span>
      <Ago at={plant.createdAt} />
      <span>
        {plant.tag && (
          <Button className="tag" title="Show only this tag" onClick={() => choose('tag', plant.tag)}>
            <bdi>{plant.tag}</bdi>
          </Button>
        )}
      </span>
      <div className="actions">
        <Button
          ref={editButton}
          className="quiet edit-button"
          aria-label={`Edit ${plant.name}`}
          aria-disabled={isOpening}
          onClick={() => void openEdit()}
        >
          Edit
        </Button>
        <Button
          className="quiet delete-button"
          aria-label={`Delete ${plant.name}`}
          onClick={() => deletions.start(plant)}
        >
          Delete
        </Button>
      </div>
    </div>
  )
}

function DeletedPlant({ plant, deletions }: Pick<PlantRowProps, 'plant' | 'deletions'>) {
  const row = useRef<HTMLDivElement>(null)
  const deletion = deletions.get(plant.id)
  const phase = deletion?.phase

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
    <Button onClick={() => deletions.undo(plant.id)} aria-label={`${label}: keep ${plant.name}`}>
      {label}
    </Button>
  )
  const confirm = (label: string) => <Button onClick={() => deletions.confirm(plant.id)}>{label}</Button>
  const name = <bdi>“{plant.name}”</bdi>
  return (
    <div className={`plant deleted ${phase}`} ref={row} tabIndex={-1}>
      {phase === 'waiting' && <p role="status">Deleted {name}</p>}
      {phase === 'sending' && <p role="status">Deleting {name}…</p>}
      {deletion?.phase === 'changed' && (
        <p role="alert">
          Somebody else has changed {name}: it is now <bdi>“{deletion.newer.plant.name}”</bdi>
          {deletion.newer.plant.tag && <bdi> with the tag “{deletion.newer.plant.tag}”</bdi>}. It is not deleted.
        </p>
      )}
      {deletion?.phase === 'failed' && (
        <p role="alert">
          {name} is not deleted. {explain(deletion.error, 'delete')}
        </p>
      )}
      <div className="actions">
        {phase === 'waiting' && keep('Undo')}
        {(phase === 'changed' || phase === 'failed') && (
          <>
            {keep('Keep')}
            {confirm(phase === 'changed' ? 'Delete it anyway' : 'Try again')}
          </>
        )}
      </div>
    </div>
  )
}
