// Adds plants one at a time, in the order of their rows, and counts the outcomes.

import type { Place } from 'contract-stack/csv'
import { getDetail, messageForError, messageForStatus, type Progress } from 'contract-stack/csv/command'
import type { Client } from '../index.ts'
import type { PlantRow } from './plant-rows.ts'

export interface Tally {
  added: number
  refused: Place[]
  /** Rows that may have been added: no response says so. */
  unknown: Place[]
  notAdded: number
}

// One row can make the service fail. If it fails at several rows, the cause is not the rows.
const maxUnknown = 5

/** @param stop Ends the run. A wait before a retry ends at once. */
export async function addPlants(
  client: Client,
  rows: PlantRow[],
  { progress, stop }: { progress: Progress; stop: AbortSignal },
): Promise<Tally> {
  const tally: Tally = { added: 0, refused: [], unknown: [], notAdded: 0 }
  for (const [index, row] of rows.entries()) {
    const end = stop.aborted ? 'Stopped.' : await add(row)
    if (end !== undefined) {
      progress.say(stop.aborted ? 'Stopped.' : end)
      tally.notAdded = rows.length - tally.added - tally.refused.length - tally.unknown.length
      break
    }
    progress.at(index + 1, rows.length)
  }
  progress.end()
  return tally

  /** @returns The reason to end the run; `undefined` to continue. */
  async function add(row: PlantRow): Promise<string | undefined> {
    const result = await client.createPlant({ body: row.plant }).catch(messageForError)
    if (typeof result === 'string') {
      tally.unknown.push(row)
      return result
    }
    if (result.ok) {
      tally.added++
      return undefined
    }
    const { status } = result.response
    const detail = describeFailure(result)
    switch (status) {
      case 400:
      case 413:
      case 422:
        tally.refused.push(row)
        progress.say(`${describeLines(row)}: ${detail}`)
        return undefined
      case 500:
        tally.unknown.push(row)
        progress.say(
          `${describeLines(row)}: the service failed, so this row may or may not have been added (500: ${detail})`,
        )
        return tally.unknown.length < maxUnknown ? undefined : messageForStatus(status, detail)
      case 502:
      case 504:
        // A gateway may have forwarded the request.
        tally.unknown.push(row)
        return messageForStatus(status, detail)
      default:
        return messageForStatus(status, detail)
    }
  }
}

export function describeLines({ line, lastLine }: Place): string {
  return lastLine > line ? `lines ${line} to ${lastLine}` : `line ${line}`
}

type Failure = Exclude<Awaited<ReturnType<Client['createPlant']>>, { ok: true }>

// Lists every field of a validation problem: `name must not be empty`.
function describeFailure(result: Failure): string {
  if (result.status === 'unexpected') return getDetail(result.problem, result.detail)
  if (result.status !== 400) return getDetail(result.problem)
  return result.problem.errors
    .map(({ pointer, parameter, header, detail }) => `${pointer?.slice(1) ?? parameter ?? header} ${detail}`)
    .join('; ')
}
