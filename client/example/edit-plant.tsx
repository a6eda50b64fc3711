// Renames and retags a plant in place. It sends the entity tag of the plant that the person saw, so it overwrites nothing.
import type { Plant, PlantClient, PlantClientError } from '@plant-collection/client'
import { type SeenPlant, showChanged, showRemoved, usePlantOptions } from '@plant-collection/client/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { callErrorOf, explain, hasStatus } from './explain.ts'
import { Field } from './field.tsx'
import { hasSameTexts } from './field-rules.ts'
import { useNotify } from './notice.tsx'
import { usePlantForm } from './plant-form.ts'
import { PlantTexts } from './plant-texts.tsx'
import { useAddPlant } from './use-add-plant.ts'

interface EditPlantProps {
  plant: Plant
  client: PlantClient
  tagListId: string
  onClose: () => void
}

type Conflict = { kind: 'changed'; now: SeenPlant } | { kind: 'deleted' }

export function EditPlant({ plant, client, tagListId, onClose }: EditPlantProps) {
  const form = usePlantForm({ name: plant.name, tag: plant.tag })
  const queries = useQueryClient()
  const options = usePlantOptions()
  const notify = useNotify()
  const [seen, setSeen] = useState<SeenPlant>()
  const [conflict, setConflict] = useState<Conflict>()
  const [error, setError] = useState<PlantClientError>()
  // Like `useUpdatePlant`, but it does not read all pages of the list again: that takes long for a large collection.
  const update = useMutation({ ...options.mutations.update, onSettled: () => {} })
  const addAgain = useAddPlant(client)
  const hasChanges = Object.keys(form.changes).length > 0
  const isBusy = update.isPending || addAgain.isPending

  const read = () => queries.fetchQuery({ ...options.queries.plant(plant.id), staleTime: 0 })

  const onFirstRead = useEffectEvent((now: SeenPlant) => {
    if (hasSameTexts(now.plant, form.original)) setSeen(now)
    else showNewer(now)
  })

  const open = useEffectEvent(async () => {
    form.element.current?.querySelector('input')?.select()
    try {
      onFirstRead(await read())
    } catch (reason) {
      await fail(reason)
    }
  })

  useEffect(() => {
    void open()
  }, [])

  async function save() {
    if (isBusy || !form.check()) return
    setError(undefined)
    try {
      const from = seen ?? (await read())
      if (!hasSameTexts(from.plant, form.original)) return showNewer(from)
      if (!hasChanges) return finish(from.plant, 'Nothing to change.')
      const { plant: saved } = await update.mutateAsync({ seen: from, change: form.changes })
      finish(saved, `Saved “${saved.name}”.`)
    } catch (reason) {
      await fail(reason)
    }
  }

  /** Shows what somebody else has changed. The fields that the person has not changed get the newer texts. */
  function showNewer(now: SeenPlant) {
    // An earlier attempt has saved it, but its response was lost.
    if (hasChanges && hasSameTexts(now.plant, form.texts)) return finish(now.plant, `Saved “${now.plant.name}”.`)
    setSeen(now)
    form.showNewer(now.plant)
    if (hasChanges) return setConflict({ kind: 'changed', now })
    void showChanged(queries, now.plant)
    notify('Somebody else has changed this plant. You see it as it is now.')
  }

  async function fail(reason: unknown): Promise<void> {
    const failure = callErrorOf(reason)
    if (hasStatus(failure, 404)) return setConflict({ kind: 'deleted' })
    if (hasStatus(failure, 412)) return read().then(showNewer, fail)
    setConflict(undefined)
    form.refuse(failure)
    setError(failure)
  }

  function finish(now: Plant, text: string) {
    void showChanged(queries, now)
    notify(text)
    onClose()
  }

  return (
    <form
      ref={form.element}
      className="edit"
      aria-label={`Edit ${plant.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (conflict === undefined) void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Field form={form} field="name" label="Name" />
      <Field form={form} field="tag" label="Tag" tagListId={tagListId} />
      {conflict === undefined && (
        <div className="actions">
          <button type="submit" className="primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      )}
      <div role="alert" className="form-error">
        {error && !conflict && !form.hasErrors && <p>{explain(error)} Your text is still here.</p>}
        {conflict?.kind === 'changed' && (
          <p>
            Somebody else has changed this plant. It is now <PlantTexts plant={conflict.now.plant} />. Your change is
            still here.
          </p>
        )}
        {conflict?.kind === 'deleted' && <p>Somebody else has deleted this plant. Your text is still here.</p>}
        {addAgain.error && !form.hasErrors && <p>{explain(addAgain.error, 'add')}</p>}
      </div>
      {conflict?.kind === 'changed' && (
        <NextSteps>
          <button type="button" className="primary" onClick={() => void save()}>
            Save my change
          </button>
          <button type="button" onClick={() => finish(conflict.now.plant, 'The other change is kept.')}>
            Keep the other change
          </button>
        </NextSteps>
      )}
      {conflict?.kind === 'deleted' && (
        <NextSteps>
          <button
            type="button"
            className="primary"
            onClick={() => {
              if (isBusy || !form.check()) return
              addAgain.mutate(form.texts, {
                onError: form.refuse,
                onSuccess: ({ plant: added }) => {
                  showRemoved(queries, plant.id)
                  notify(`Added “${added.name}” as a new plant.`)
                  onClose()
                },
              })
            }}
          >
            Add it as a new plant
          </button>
          <button
            type="button"
            onClick={() => {
              showRemoved(queries, plant.id)
              onClose()
            }}
          >
            Remove it from the list
          </button>
        </NextSteps>
      )}
    </form>
  )
}

function NextSteps({ children }: { children: ReactNode }) {
  const steps = useRef<HTMLDivElement>(null)
  useEffect(() => steps.current?.querySelector('button')?.focus(), [])
  return (
    <div className="actions" ref={steps}>
      {children}
    </div>
  )
}
