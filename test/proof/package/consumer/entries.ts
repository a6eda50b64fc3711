// A program that uses the optional entries, and so has React, TanStack Query and Mock Service Worker.
import type { PlantDraft, PlantId } from '@plant-collection/client'
import { plantHandlers } from '@plant-collection/client/msw'
import { useCreatePlant, usePlant, usePlants } from '@plant-collection/client/react'

const { handlers, override } = plantHandlers({ baseUrl: 'http://plants.example', mode: 'stateful' })

export const all = [...handlers, override.deletePlant({ status: 204 })]

// @ts-expect-error deletePlant documents no 201
override.deletePlant({ status: 201 })

export function usePage(id: PlantId): string[] {
  const plants = usePlants({ tag: 'Araceae' })
  const plant = usePlant(id)
  const create = useCreatePlant()
  if (plants.isPending || plant.isPending) {
    // @ts-expect-error there is no plant yet
    plant.data.plant satisfies object
    return []
  }
  create.mutate({ name: 'Hoya' } satisfies PlantDraft)
  return (plants.data ?? []).map(({ name }) => name satisfies string)
}
