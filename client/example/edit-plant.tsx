// Renames and retags a plant in place. It sends the entity tag of the plant that the person saw, so it overwrites nothing.
import { orThrow, type Plant, type PlantClient, type PlantClientError } from '@plant-collection/client'
import { type SeenPlant, usePlantOptions } from '@plant-collection/client/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { explain, hasStatus } from './explain.ts'
import { Field } from './field.tsx'
import { fieldNames, hasSameTexts } from './field-rules.ts'
import { prependToLists, removeFromLists, updateLists } from './lists.ts'
import { useNotice } from './notice.tsx'
import { usePlantForm } from './plant-form.ts'
import { PlantTexts } from './plant-texts.tsx'

interface EditPlantProps {
  plant: Plant
  client: PlantClient
  suggestions: string
  onClose: () => void
}

type Conflict = { kind: 'changed'; now: SeenPlant } | { kind: 'deleted' }

export function EditPlant({ plant, client, suggestions, onClose }: EditPlantProps) {
  const form = usePlantForm({ name: plant.name, tag: plant.tag })
  const queries = useQueryClient()
  const options = usePlantOptions()
  const say = useNotice()
  const [seen, setSeen] = useState<SeenPlant>()
  const [conflict, setConflict] = useState<Conflict>()
  const [error, setError] = useState<PlantClientError>()
  const nameInput = useRef<HTMLInputElement>(null)
  // The list stays as it is: to read all its pages again would take long for a large collection.
  const update = useMutation({ ...options.mutations.update, onSettled: () => {} })
  const addAgain = useMutation({
    mutationKey: ['add again', plant.id],
    mutationFn: () => orThrow(client).createPlant({ body: form.texts }),
  })
  const isBusy = update.isPending || addAgain.isPending

  const read = () => queries.fetchQuery({ ...options.queries.plant(plant.id), staleTime: 0 })

  const open = useEffectEvent(async () => {
    try {
      const now = await read()
      if (hasSameTexts(now.plant, plant)) setSeen(now)
      else setConflict({ kind: 'changed', now })
    } catch (reason) {
      // The client throws no other errors.
      await fail(reason as PlantClientError)
    }
  })

  useEffect(() => {
    nameInput.current?.select()
    void open()
  }, [])

  async function save(base = seen) {
    if (isBusy || !form.check()) return
    setError(undefined)
    try {
      const from = base ?? (await read())
      if (base === undefined && !hasSameTexts(from.plant, plant)) return setConflict({ kind: 'changed', now: from })
      setConflict(undefined)
      if (hasSameTexts(from.plant, form.texts)) return finish(from.plant, 'Nothing to change.')
      const changed = fieldNames.filter((name) => form.texts[name] !== from.plant[name])
      const change = Object.fromEntries(changed.map((name) => [name, form.texts[name]]))
      const { plant: saved } = await update.mutateAsync({ seen: from, change })
      finish(saved, `Saved “${saved.name}”.`)
    } catch (reason) {
      await fail(reason as PlantClientError)
    }
  }

  async function fail(reason: PlantClientError) {
    if (hasStatus(reason, 404)) return setConflict({ kind: 'deleted' })
    if (hasStatus(reason, 412)) {
      const now = await read().catch((other: PlantClientError) => void (hasStatus(other, 404) || setError(other)))
      return setConflict(now ? { kind: 'changed', now } : { kind: 'deleted' })
    }
    form.refuse(reason)
    setError(reason)
  }

  function finish(now: Plant, text: string) {
    updateLists(queries, now)
    say(text)
    onClose()
  }

  return (
    <form
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
      <Field form={form} field="name" label="Name" input={nameInput} />
      <Field form={form} field="tag" label="Tag" suggestions={suggestions} />
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
            Somebody else has changed this plant. It is now <PlantTexts of={conflict.now.plant} />. Your text is still
            here.
          </p>
        )}
        {conflict?.kind === 'deleted' && <p>Somebody else has deleted this plant. Your text is still here.</p>}
      </div>
      {conflict?.kind === 'changed' && (
        <NextSteps>
          <button type="button" className="primary" onClick={() => void save(conflict.now)}>
            Save my text
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
              addAgain.mutate(undefined, {
                onSuccess: ({ body }) => {
                  removeFromLists(queries, plant.id)
                  prependToLists(queries, body)
                  say(`Added “${body.name}” as a new plant.`)
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
              removeFromLists(queries, plant.id)
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
