// The form that adds a plant. A failed attempt keeps the text. A repeated attempt cannot add the plant twice.
import { showCreated } from '@plant-collection/client/query'
import { useCreatePlant } from '@plant-collection/client/react'
import { useEffect } from 'react'
import { getNewPlant, storeNewPlant } from './drafts.ts'
import { explain } from './explain.ts'
import { Field, Form } from './form.tsx'
import { useNotify } from './notice.tsx'
import { usePlantForm } from './plant-form.ts'

/** Shows the plant at the top of the list, unless it has another order or is searched. */
export const useAddPlant = () =>
  useCreatePlant({
    onSuccess: ({ plant }, _, __, { client: queries }) => showCreated(queries, plant),
  })

/** Whether the form is open at first. On a phone, the user opens it. */
const isWide = matchMedia('(min-width: 36rem)').matches

export function openAddForm() {
  const details = document.getElementById('add')
  details?.setAttribute('open', '')
  details?.querySelector('input')?.focus()
}

/** @param isHidden Hides the form. A creation that is under way ends as usual. */
export function AddPlant({ isHidden }: { isHidden: boolean }) {
  const form = usePlantForm({ name: '', tag: '' }, getNewPlant())
  const create = useAddPlant()
  const notify = useNotify()
  useEffect(() => storeNewPlant(form.typed), [form.typed])

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
