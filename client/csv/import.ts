// `make import`: adds the plants of a CSV file that are not in the collection yet.

import type { Place } from 'contract-stack/csv'
import {
  type CommandIo,
  connect,
  isDelimiter,
  messageForError,
  progressOn,
  runCommand,
  UsageError,
} from 'contract-stack/csv/command'
import { contract } from '../../generated/contract-types.ts'
import { addPlants, describeLines, type Tally } from './add-plants.ts'
import { missingRows } from './index.ts'
import { readPlantRows } from './plant-rows.ts'

/** The program of the service, which prints a token. */
const program = new URL('../../server/main.ts', import.meta.url)
const completeExitCode = 0
const incompleteExitCode = 1

/** @returns The exit code. @throws {UsageError} if the import fails before the first row is added. */
export async function importPlants(
  environment: NodeJS.ProcessEnv,
  { stdout, stderr, stop }: CommandIo,
): Promise<number> {
  const { FILE, NAME_COLUMN, TAG_COLUMN, DELIMITER } = environment
  if (!FILE) throw new UsageError('Set FILE= to a CSV file. Example: make import FILE=plants.csv')
  const layout = { name: NAME_COLUMN || undefined, tag: TAG_COLUMN || undefined, delimiter: parseDelimiter(DELIMITER) }
  const { plants, bad, hasTags } = await readPlantRows(FILE, layout)

  const progress = progressOn(stderr)
  const client = await connect(contract, program, environment, { say: progress.say, stop })
  if (!hasTags) {
    progress.say(
      'The file has no "tag" column, so plants are added without a tag. To use another column, set TAG_COLUMN=.',
    )
  }
  for (const row of bad) progress.say(`${describeLines(row)}: ${row.reason}.`)

  const missing = await missingRows(client, plants, stop).catch((error: unknown) => {
    const reason = stop.aborted ? 'Stopped.' : messageForError(error)
    throw new UsageError(`${reason} Nothing was added.`)
  })
  const tally = await addPlants(client, missing, { progress, stop })
  tally.refused.unshift(...bad)
  stdout.write(`${summarize(tally, plants.length - missing.length)}\n`)
  return tally.refused.length + tally.unknown.length + tally.notAdded > 0 ? incompleteExitCode : completeExitCode
}

function parseDelimiter(value: string | undefined): string | undefined {
  if (!value) return undefined
  if (value === 'tab' || value === '\\t') return '\t'
  if (isDelimiter(value)) return value
  throw new UsageError(`DELIMITER=${value} is not a valid delimiter: use one character, or the word tab.`)
}

function summarize({ added, refused, unknown, notAdded }: Tally, existing: number): string {
  const parts = [
    `Added ${added}`,
    `already there ${existing}`,
    `refused ${refused.length}${listLines(refused)}`,
    unknown.length > 0 && `unknown ${unknown.length}${listLines(unknown)}`,
    notAdded > 0 && `not added ${notAdded}`,
  ]
  const retryAdvice = ' Run the import again to add the rest. It adds no plant twice.'
  return `${parts.filter(Boolean).join(', ')}.${unknown.length + notAdded > 0 ? retryAdvice : ''}`
}

function listLines(rows: Place[]): string {
  if (rows.length === 0) return ''
  const maxShown = 20
  const lines = rows.map(({ line }) => line).toSorted((a, b) => a - b)
  const more = lines.length > maxShown ? ` and ${lines.length - maxShown} more` : ''
  return ` (line${lines.length > 1 ? 's' : ''} ${lines.slice(0, maxShown).join(', ')}${more})`
}

// Stryker disable next-line ConditionalExpression: only a process runs it
if (import.meta.main) await runCommand(importPlants)
