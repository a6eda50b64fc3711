// Public exports of @plant-collection/client/csv, for any program: adds the rows of a file that are not in the collection yet.
// The other files of this folder are commands.

import { type Client, orThrow, PlantClientError, type PlantDraft, ProblemError } from '../index.ts'

export * from 'contract-stack/csv'

export interface AddMissingOptions {
  /** Stops the import. Rows in flight are still added. */
  signal?: AbortSignal
  /** Called before the first row and after each row. */
  onProgress?: (done: number, total: number) => void
}

/** Number of rows that are added at the same time. */
const concurrency = 6

export interface AddedRows<Row> {
  added: number
  /** Rows whose plant was in the collection. */
  existing: number
  /** Rows that the service has refused with 400. */
  refused: { row: Row; error: ProblemError }[]
  /** Number of rows without a result, because of `error` or the signal. A row that was sent may have been added. */
  left: number
  error?: PlantClientError
}

/** Adds the rows whose plant is not in the collection. A second call adds nothing twice. @throws Only errors of `onProgress`. */
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
  const reportProgress = () => onProgress?.(missing.length - result.left, missing.length)

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
    reportProgress()
  }
  const queue = missing.values()
  async function work() {
    for (const row of queue) {
      if (signal?.aborted || result.error) break
      await add(row)
    }
  }
  reportProgress()
  await Promise.all(Array.from({ length: concurrency }, work))
  return result
}

/**
 * Reads the collection, and returns the rows whose plant is not in it. If a plant is twice in the rows and once in the
 * collection, one of the two rows is returned.
 * @throws {PlantClientError} if the collection cannot be read; or the reason of `signal`.
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
