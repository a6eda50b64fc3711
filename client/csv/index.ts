// The public names of @plant-collection/client/csv: adds the rows of a file that are not in the collection yet. For programs with
// a page: the other files of this folder are commands.

import { type Client, orThrow, PlantClientError, type PlantDraft, ProblemError } from '../index.ts'

export * from 'contract-stack/csv'

export interface AddMissingOptions {
  /** Stops after the row that is being added. */
  signal?: AbortSignal
  /** Called before each row. */
  onProgress?: (done: number, total: number) => void
}

export interface AddedRows<Row> {
  added: number
  /** Rows whose plant was in the collection. */
  existing: number
  /** Rows that the service has refused. */
  refused: { row: Row; error: ProblemError }[]
  /** Rows that were not tried, because of `error` or the signal. */
  left: number
  error?: PlantClientError
}

/** A second call with the same rows adds nothing twice. @throws Only errors of `onProgress`. */
export async function addMissing<Row extends { plant: PlantDraft }>(
  client: Client,
  rows: Row[],
  { signal, onProgress }: AddMissingOptions = {},
): Promise<AddedRows<Row>> {
  const result: AddedRows<Row> = { added: 0, existing: 0, refused: [], left: rows.length }
  try {
    const missing = await missingRows(client, rows, signal)
    result.existing = rows.length - missing.length
    result.left = missing.length
    for (const row of missing) {
      onProgress?.(missing.length - result.left, missing.length)
      if (signal?.aborted) break
      try {
        await orThrow(client).createPlant({ body: row.plant })
        result.added++
      } catch (error) {
        // The other rows may be valid.
        if (!(error instanceof ProblemError) || error.status !== 400) throw error
        result.refused.push({ row, error })
      }
      result.left--
    }
  } catch (error) {
    if (error instanceof PlantClientError) result.error = error
    else if (!signal?.aborted) throw error
  }
  return result
}

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
    const count = existing.get(key) ?? 0
    existing.set(key, count - 1)
    return count <= 0
  })
}

function getKey({ name, tag = '' }: PlantDraft): string {
  return JSON.stringify([name, tag])
}
