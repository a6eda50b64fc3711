// The public names of @plant-collection/client/csv: adds the rows of a file that are not in the collection yet. For programs with
// a page: the other files of this folder are commands.

import { type Client, orThrow, PlantClientError, type PlantDraft, ProblemError } from '../index.ts'

export * from 'contract-stack/csv'

export interface AddMissingOptions {
  /** Stops after the rows that are being added. */
  signal?: AbortSignal
  /** Called before the first row and after each row. */
  onProgress?: (done: number, total: number) => void
}

/** Number of rows that are added at the same time. */
const workers = 6

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
  const fail = (error: unknown) => {
    if (error instanceof PlantClientError) result.error ??= error
    else if (!signal?.aborted) throw error
  }
  const missing = await missingRows(client, rows, signal).catch(fail)
  if (missing === undefined) return result
  result.existing = rows.length - missing.length
  result.left = missing.length
  const sayProgress = () => onProgress?.(missing.length - result.left, missing.length)

  async function add(row: Row) {
    try {
      await orThrow(client).createPlant({ body: row.plant })
      result.added++
    } catch (error) {
      // The other rows may be valid.
      if (!(error instanceof ProblemError) || error.status !== 400) return fail(error)
      result.refused.push({ row, error })
    }
    result.left--
    sayProgress()
  }
  const queue = missing.values()
  async function work() {
    for (const row of queue) {
      if (signal?.aborted || result.error) break
      await add(row)
    }
  }
  sayProgress()
  await Promise.all(Array.from({ length: workers }, work))
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
