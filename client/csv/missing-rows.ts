// Compares rows with a collection, so that a second import adds nothing twice.
import type { PlantClient, PlantDraft } from '../index.ts'

/**
 * Returns the rows whose plant is not in the collection. If a plant is twice in the file and once in the collection, one
 * row is missing.
 */
export async function missingRows<Row extends { plant: PlantDraft }>(
  client: PlantClient,
  rows: Row[],
  signal: AbortSignal,
): Promise<Row[]> {
  const existing = new Map<string, number>()
  for await (const plant of client.allPlants({ limit: 100, signal })) {
    const key = keyOf(plant)
    existing.set(key, (existing.get(key) ?? 0) + 1)
  }
  return rows.filter(({ plant }) => {
    const key = keyOf(plant)
    const left = existing.get(key) ?? 0
    existing.set(key, left - 1)
    return left <= 0
  })
}

function keyOf({ name, tag = '' }: PlantDraft): string {
  return JSON.stringify([name, tag])
}
