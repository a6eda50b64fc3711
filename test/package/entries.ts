// A program that uses the optional entries, and so has React, TanStack Query and Mock Service Worker.
import type { PlantClient, PlantDraft, PlantId } from '@plant-collection/client'
import { csvLine, fromCell, missingRows, parseCsv } from '@plant-collection/client/csv'
import { plantHandlers } from '@plant-collection/client/msw'
import { plantKeys, type SeenPlant } from '@plant-collection/client/query'
import { useCreatePlant, usePlant, usePlants } from '@plant-collection/client/react'

const { handlers, override } = plantHandlers({ baseUrl: 'http://plants.example', mode: 'stateful' })

export const all = [...handlers, override.deletePlant({ status: 204 })]

// @ts-expect-error deletePlant documents no 201
override.deletePlant({ status: 201 })

export const key = plantKeys.plant('a') satisfies readonly ['plants', 'plant', string]
// @ts-expect-error a plant has no colour
export const getColour = ({ plant }: SeenPlant) => plant.colour

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

export async function missingNames(client: PlantClient, text: string): Promise<string> {
  const rows = parseCsv(text).map((record) => {
    // @ts-expect-error a record that is not valid has no fields
    record.fields satisfies string[]
    const cell = 'reason' in record ? record.reason : record.fields[0]
    return { line: record.line satisfies number, plant: { name: fromCell(cell ?? '') } }
  })
  // @ts-expect-error a plant needs a name
  await client.createPlant({ body: { tag: 'Araceae' } })
  // @ts-expect-error a row needs a plant
  await missingRows(client, ['Fern'])
  const missing = await missingRows(client, rows, AbortSignal.timeout(1_000))
  return csvLine(missing.map(({ plant }) => plant.name))
}
