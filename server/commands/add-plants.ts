// Adds plants one after the other, in the order of their rows, and keeps count of what became of each.
import { randomUUID } from 'node:crypto'
import type { PlantClient } from '@plant-collection/client'
import { adviceOnError, adviceOnStatus, detailOf } from './advice.ts'
import type { Place } from './csv-records.ts'
import type { PlantRow } from './plant-rows.ts'
import type { Progress } from './progress.ts'

export interface Tally {
  added: number
  refused: Place[]
  /** There was no answer that says whether they were added. */
  unknown: Place[]
  notAdded: number
}

// One row may be what the service fails at; more are a service that fails.
const mostUnknown = 5

/** @param stop Ends the run after the row that is under way. */
export async function addPlants(
  client: PlantClient,
  rows: PlantRow[],
  { progress, stop }: { progress: Progress; stop: AbortSignal },
): Promise<Tally> {
  const run = randomUUID()
  const tally: Tally = { added: 0, refused: [], unknown: [], notAdded: 0 }
  for (const [index, row] of rows.entries()) {
    const end = stop.aborted ? 'Stopped.' : await add(row)
    if (end !== undefined) {
      progress.say(end)
      tally.notAdded = rows.length - tally.added - tally.refused.length - tally.unknown.length
      break
    }
    progress.at(index + 1, rows.length)
  }
  progress.end()
  return tally

  /** @returns Why nothing more can be added. */
  async function add(row: PlantRow): Promise<string | undefined> {
    const header = { 'Idempotency-Key': `${run}-${row.line}` }
    const result = await client.createPlant({ header, body: row.plant }).catch(adviceOnError)
    if (typeof result === 'string') {
      tally.unknown.push(row)
      return result
    }
    if (result.ok) {
      tally.added++
      return undefined
    }
    const { status } = result.response
    const detail = wordsOf(result)
    switch (status) {
      case 400:
      case 413:
      case 422:
        tally.refused.push(row)
        progress.say(`${placeOf(row)}: ${detail}`)
        return undefined
      case 500:
        tally.unknown.push(row)
        progress.say(`${placeOf(row)}: whether it was added is not known. (500: ${detail})`)
        return tally.unknown.length < mostUnknown ? undefined : adviceOnStatus(status, detail)
      case 502:
      case 504:
        // A gateway may have passed it on.
        tally.unknown.push(row)
        return adviceOnStatus(status, detail)
      default:
        return adviceOnStatus(status, detail)
    }
  }
}

export function placeOf({ line, lastLine }: Place): string {
  return lastLine > line ? `lines ${line} to ${lastLine}` : `line ${line}`
}

type Refused = Exclude<Awaited<ReturnType<PlantClient['createPlant']>>, { ok: true }>

// Of a validation problem each field: `name: is not of the documented form`.
function wordsOf(result: Refused): string {
  if (result.status === 'unexpected') return result.problem ? detailOf(result.problem) : result.detail
  if (result.status !== 400) return detailOf(result.problem)
  return result.problem.errors
    .map(({ pointer, parameter, header, detail }) => `${pointer?.replace(/^\//, '') ?? parameter ?? header}: ${detail}`)
    .join('; ')
}
