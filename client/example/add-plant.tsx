// The form that adds a plant. A failed attempt keeps the text; a repeated one cannot add the plant twice.
import { orThrow, type PlantClient, type PlantClientError } from '@plant-collection/client'
import { type SeenPlant, usePlantOptions } from '@plant-collection/client/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { explain } from './explain.ts'
import { Field } from './field.tsx'
import type { FieldTexts } from './field-rules.ts'
import { prependToLists } from './lists.ts'
import { useNotice } from './notice.tsx'
import { emptyTexts, usePlantForm } from './plant-form.ts'

export function AddPlant({ client, suggestions }: { client: PlantClient; suggestions: string }) {
  const form = usePlantForm(emptyTexts)
  const nameInput = useRef<HTMLInputElement>(null)
  const create = useCreatePlant(client)
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

function useCreatePlant(client: PlantClient) {
  const queries = useQueryClient()
  const key = useRef({ of: '', value: '' })
  return useMutation<SeenPlant, PlantClientError, FieldTexts>({
    mutationKey: usePlantOptions().mutations.create.mutationKey ?? [],
    mutationFn: async (plant) => {
      // The same text again is a retry: with the same key, it adds nothing twice.
      const of = JSON.stringify(plant)
      if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() }
      const header = { 'Idempotency-Key': key.current.value }
      const { body, headers } = await orThrow(client).createPlant({ body: plant, header })
      return { plant: body, etag: headers.etag }
    },
    onSuccess: ({ plant }) => {
      key.current = { of: '', value: '' }
      // To read all pages again would take long for a large collection.
      prependToLists(queries, plant)
    },
  })
}
