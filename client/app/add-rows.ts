// Adds the rows of a CSV file that are not in the collection yet, one by one.
import { orThrow, type PlantClient } from '@plant-collection/client'
import { missingRows } from '@plant-collection/client/csv'
import type { CsvRow } from './csv-table.ts'
import { explain, getCallError, hasStatus } from './explain.ts'

export interface ImportResult {
  added: number
  existing: number
  refused: { line: number; reason: string }[]
  /** Why it ended before the last row. */
  end?: string
}

interface AddOptions {
  stop: AbortSignal
  onProgress: (done: number, total: number) => void
}

export async function addRows(
  client: PlantClient,
  rows: CsvRow[],
  { stop, onProgress }: AddOptions,
): Promise<ImportResult> {
  const refused = rows.flatMap(({ line, reason }) => (reason === undefined ? [] : [{ line, reason }]))
  const result: ImportResult = { added: 0, existing: 0, refused }
  try {
    const valid = rows.filter(({ reason }) => reason === undefined)
    const missing = await missingRows(client, valid, stop)
    result.existing = valid.length - missing.length
    for (const [index, { line, plant }] of missing.entries()) {
      onProgress(index, missing.length)
      stop.throwIfAborted()
      try {
        await orThrow(client).createPlant({ body: plant })
        result.added++
      } catch (error) {
        // The service refuses this row; the others may be valid.
        if (!hasStatus(error, 400)) throw error
        refused.push({ line, reason: explain(getCallError(error)) })
      }
    }
    return result
  } catch (error) {
    return { ...result, end: stop.aborted ? 'Stopped.' : explain(getCallError(error), 'add') }
  }
}
