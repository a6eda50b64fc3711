// Compares rows with a collection, so that a second import adds nothing twice.
import type { Client, PlantDraft } from '../index.ts'

/**
 * Reads the collection, and returns the rows whose plant is not in it. If a plant is twice in the file and once in the
 * collection, one row is missing.
 * @throws {PlantClientError} If the collection cannot be read, or the reason of `signal`.
 */
export async function missingRows<Row extends { plant: PlantDraft }>(
  client: Client,
  rows: Row[],
  signal?: AbortSignal,
): Promise<Row[]> {
  const existing = new Map<string, number>()
  for await (const plant of client.allItems('listPlants', { query: { limit: 100 }, signal })) {
    const key = getKey(plant)
    existing.set(key, (existing.get(key) ?? 0) + 1)
  }
  return rows.filter(({ plant }) => {
    const key = getKey(plant)
    const left = existing.get(key) ?? 0
    existing.set(key, left - 1)
    return left <= 0
  })
}

function getKey({ name, tag = '' }: PlantDraft): string {
  return JSON.stringify([name, tag])
}
