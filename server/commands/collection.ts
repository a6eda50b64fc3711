// What a collection has already, so that adding can be done again and adds nothing twice.
import type { NewPlant, PlantClient } from '@plant-collection/client'

/** Those of `rows` whose plant the collection does not have yet, equal ones counted. */
export async function missingFrom<Row extends { plant: NewPlant }>(
  client: PlantClient,
  rows: Row[],
  signal?: AbortSignal,
): Promise<Row[]> {
  const had = new Map<string, number>()
  for await (const plant of client.allPlants({ limit: 100, signal })) {
    const key = keyOf(plant)
    had.set(key, (had.get(key) ?? 0) + 1)
  }
  return rows.filter(({ plant }) => {
    const key = keyOf(plant)
    const left = had.get(key) ?? 0
    had.set(key, left - 1)
    return left <= 0
  })
}

function keyOf({ name, tag = '' }: NewPlant): string {
  return JSON.stringify([name, tag])
}
