// The form that adds a plant. A failed attempt keeps the text; a repeated one cannot add the plant twice.
import { showCreated } from '@plant-collection/client/query'
import { useCreatePlant } from '@plant-collection/client/react'
import type { FormEvent } from 'react'
import { Button } from './button.tsx'
import { explain } from './explain.ts'
import { Field } from './field.tsx'
import { useNotify } from './notice.tsx'
import { emptyTexts, usePlantForm } from './plant-form.ts'

/** Shows the plant at the top of the list, unless it is sorted or searched. To read all pages of a large collection again takes long. */
export const useAddPlant = () =>
  useCreatePlant({
    meta: { refreshLists: false },
    onSuccess: ({ plant }, _, __, { client: queries }) => showCreated(queries, plant),
  })

/** @param isOpen On a phone, the form is behind a button. */
export function AddPlant({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const form = usePlantForm(emptyTexts)
  const create = useAddPlant()
  const notify = useNotify()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.check() || create.isPending) return
    create.mutate(form.texts, {
      onSuccess: ({ plant }) => {
        notify(`Added “${plant.name}”.`)
        form.reset()
        form.focus('name')
      },
      onError: form.refuse,
    })
  }

  return (
    <section className="adding" aria-label="Add">
      <Button className="primary toggle" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? 'Close the form' : 'Add a plant'}
      </Button>
      <form
        id="add"
        ref={form.element}
        className={isOpen ? 'card add open' : 'card add'}
        aria-label="Add a plant"
        noValidate
        onSubmit={submit}
      >
        <Field form={form} field="name" label="Name" placeholder="Monstera deliciosa" />
        <Field form={form} field="tag" label="Tag (optional)" placeholder="Araceae" />
        <button type="submit" className="primary" aria-disabled={create.isPending}>
          {create.isPending ? 'Adding…' : 'Add'}
        </button>
        <div role="alert" className="form-error">
          {create.error && !form.hasErrors && <p>{explain(create.error, 'add')} Your text is still here.</p>}
        </div>
      </form>
    </section>
  )
}
