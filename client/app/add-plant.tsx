// The form that adds a plant. A failed attempt keeps the text. Trying again after a lost response does not add the plant twice.
import { showCreated } from '@plant-collection/client/query'
import { useCreatePlant } from '@plant-collection/client/react'
import { useEffect } from 'react'
import { useWindowEvent } from './browser-state.ts'
import { getNewPlant, storeNewPlant } from './drafts.ts'
import { explain } from './explain.ts'
import { Field, Form } from './form.tsx'
import { useNotify } from './notice.tsx'
import { usePlantForm } from './plant-form.ts'

/** Adds a plant, and shows it at the top of the list, unless the list has a different sort order or a search. */
export const useAddPlant = () =>
  useCreatePlant({
    onSuccess: ({ plant }, _, __, { client: queryClient }) => showCreated(queryClient, plant),
  })

/** On a narrow screen, the form starts closed, unless it has a draft. */
const isWide = matchMedia('(min-width: 36rem)').matches

export function openAddForm() {
  const details = document.getElementById('add')
  details?.setAttribute('open', '')
  details?.querySelector('input')?.focus()
}

/** @param isHidden Whether to hide the form. A creation in flight still completes. */
export function AddPlant({ isHidden }: { isHidden: boolean }) {
  const form = usePlantForm({ name: '', tag: '' }, getNewPlant())
  const create = useAddPlant()
  const notify = useNotify()
  useEffect(() => storeNewPlant(form.typed), [form.typed])
  useWindowEvent('online', () => create.isError && create.reset()) // The error may say that the user is offline.

  function add() {
    if (!form.check() || create.isPending) return
    create.mutate(form.texts, {
      onSuccess: ({ plant }) => {
        notify(`Added “${plant.name}”.`)
        form.reset()
        form.focus('name')
      },
      onError: form.showErrors,
    })
  }

  return (
    <details id="add" className="card" hidden={isHidden} open={isWide || Object.keys(getNewPlant()).length > 0}>
      <summary>Add a plant</summary>
      <Form form={form} className="add" aria-label="Add a plant" onSend={add}>
        <Field form={form} field="name" label="Name" placeholder="Monstera deliciosa" />
        <Field form={form} field="tag" label="Tag (optional)" placeholder="Araceae" />
        <button type="submit" className="primary" aria-disabled={create.isPending}>
          {create.isPending ? 'Adding…' : 'Add'}
        </button>
        <div role="alert" className="form-error">
          {create.error && !form.hasErrors && <p>{explain(create.error, 'add')} Your text is still here.</p>}
        </div>
      </Form>
    </details>
  )
}
