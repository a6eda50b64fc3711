// Adds a plant. `useCreatePlant` of the client does not fit here, because it uses a new idempotency key for each attempt of the
// person.
import { orThrow, type PlantClient, type PlantClientError } from '@plant-collection/client'
import { plantKeys, type SeenPlant, showCreated } from '@plant-collection/client/query'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldTexts } from './field-rules.ts'

export function useAddPlant(client: PlantClient) {
  const lastAttempt = useRef({ texts: '', key: '' })
  return useMutation<SeenPlant, PlantClientError, FieldTexts>({
    mutationKey: plantKeys.create,
    mutationFn: async (plant) => {
      // The same texts again are a retry: with the same key, the service adds nothing twice.
      const texts = JSON.stringify(plant)
      if (lastAttempt.current.texts !== texts) lastAttempt.current = { texts, key: crypto.randomUUID() }
      const header = { 'Idempotency-Key': lastAttempt.current.key }
      const { body, headers } = await orThrow(client).createPlant({ body: plant, header })
      return { plant: body, etag: headers.etag }
    },
    onSuccess: async ({ plant }, _, __, { client: queries }) => {
      lastAttempt.current = { texts: '', key: '' }
      await showCreated(queries, plant)
    },
  })
}
