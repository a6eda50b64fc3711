// Adds what a CSV file has and the collection has not, through the client as anybody would.
import type { Environment } from '../configuration/configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'
import { addPlants, placeOf, type Tally } from './add-plants.ts'
import { adviceOnError } from './advice.ts'
import { missingFrom } from './collection.ts'
import { connect } from './connect.ts'
import type { Place } from './csv-records.ts'
import { readPlantRows } from './plant-rows.ts'
import { type Output, progressOn } from './progress.ts'

export interface Surroundings {
  stdout: Output
  stderr: Output
  /** Ends the import after the row that is under way. */
  stop: AbortSignal
}

const allDone = 0
const notAll = 1

/** @returns The exit code. @throws {StartUpError} where nothing can be added at all. */
export async function importPlants(environment: Environment, { stdout, stderr, stop }: Surroundings): Promise<number> {
  const { FILE, NAME_COLUMN, TAG_COLUMN, DELIMITER } = environment
  if (!FILE) throw new StartUpError('Say which file: make import FILE=plants.csv')
  const layout = { name: NAME_COLUMN || undefined, tag: TAG_COLUMN || undefined, delimiter: delimiterOf(DELIMITER) }
  const { plants, bad, hasTags } = await readPlantRows(FILE, layout)

  const progress = progressOn(stderr)
  const client = await connect(environment, { say: progress.say, stop })
  if (!hasTags) progress.say('There is no column "tag", so the plants get no tag: TAG_COLUMN= says where it is.')
  for (const row of bad) progress.say(`${placeOf(row)}: ${row.reason}.`)

  const missing = await missingFrom(client, plants, stop).catch((error: unknown) => {
    const reason = stop.aborted ? 'Stopped.' : adviceOnError(error)
    throw new StartUpError(`${reason} Nothing was added.`, { cause: error })
  })
  const tally = await addPlants(client, missing, { progress, stop })
  tally.refused.unshift(...bad)
  stdout.write(`${summaryOf(tally, plants.length - missing.length)}\n`)
  return tally.refused.length + tally.unknown.length + tally.notAdded > 0 ? notAll : allDone
}

function delimiterOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (text === 'tab' || text === '\\t') return '\t'
  if (/^[^"\r\n]$/.test(text)) return text
  throw new StartUpError(`DELIMITER=${text} is no delimiter: use one character, or the word tab.`)
}

function summaryOf({ added, refused, unknown, notAdded }: Tally, there: number): string {
  const parts = [
    `Added ${added}`,
    `already there ${there}`,
    `refused ${refused.length}${listOf(refused)}`,
    unknown.length > 0 && `not known ${unknown.length}${listOf(unknown)}`,
    notAdded > 0 && `not added ${notAdded}`,
  ]
  const again = unknown.length + notAdded > 0 ? ' Import again to add the rest: what is there is not added twice.' : ''
  return `${parts.filter(Boolean).join(', ')}.${again}`
}

function listOf(places: Place[]): string {
  if (places.length === 0) return ''
  const most = 20
  const lines = places.map(({ line }) => line).toSorted((a, b) => a - b)
  const more = lines.length > most ? ` and ${lines.length - most} more` : ''
  return ` (line${lines.length > 1 ? 's' : ''} ${lines.slice(0, most).join(', ')}${more})`
}
