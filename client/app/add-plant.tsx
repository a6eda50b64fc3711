// The form that adds a plant. A failed attempt keeps the text; a repeated one cannot add the plant twice.
import type { PlantClient } from '@plant-collection/client'
import { explain } from './explain.ts'
import { Field } from './field.tsx'
import { useNotify } from './notice.tsx'
import { emptyTexts, usePlantForm } from './plant-form.ts'
import { useAddPlant } from './use-add-plant.ts'

export function AddPlant({ client, tagListId }: { client: PlantClient; tagListId: string }) {
  const form = usePlantForm(emptyTexts)
  const create = useAddPlant(client)
  const notify = useNotify()

  function submit() {
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
    <form
      ref={form.element}
      className="card add"
      aria-label="Add a plant"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field form={form} field="name" label="Name" placeholder="Monstera deliciosa" />
      <Field form={form} field="tag" label="Tag (optional)" placeholder="Araceae" tagListId={tagListId} />
      <button type="submit" className="primary" aria-disabled={create.isPending}>
        {create.isPending ? 'Adding…' : 'Add'}
      </button>
      <div role="alert" className="form-error">
        {create.error && !form.hasErrors && <p>{explain(create.error, 'add')} Your text is still here.</p>}
      </div>
    </form>
  )
}
