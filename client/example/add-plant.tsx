// The form that adds a plant. A failed attempt keeps the text; a repeated one cannot add the plant twice.
import type { PlantClient } from '@plant-collection/client'
import { useRef } from 'react'
import { explain } from './explain.ts'
import { Field } from './field.tsx'
import { useNotice } from './notice.tsx'
import { emptyTexts, usePlantForm } from './plant-form.ts'
import { useAddPlant } from './use-add-plant.ts'

export function AddPlant({ client, suggestions }: { client: PlantClient; suggestions: string }) {
  const form = usePlantForm(emptyTexts)
  const nameInput = useRef<HTMLInputElement>(null)
  const create = useAddPlant(client)
  const say = useNotice()

  function submit() {
    if (!form.check() || create.isPending) return
    create.mutate(form.texts, {
      onSuccess: ({ plant }) => {
        say(`Added “${plant.name}”.`)
        form.reset(emptyTexts)
        nameInput.current?.focus()
      },
      onError: form.refuse,
    })
  }

  return (
    <form
      className="card add"
      aria-label="Add a plant"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field form={form} field="name" label="Name" placeholder="Monstera deliciosa" input={nameInput} />
      <Field form={form} field="tag" label="Tag (optional)" placeholder="Araceae" suggestions={suggestions} />
      <button type="submit" className="primary" aria-disabled={create.isPending}>
        {create.isPending ? 'Adding…' : 'Add'}
      </button>
      <div role="alert" className="form-error">
        {create.error && !form.hasErrors && <p>{explain(create.error)} Your text is still here.</p>}
      </div>
    </form>
  )
}
