// The plants that the collections of a stateful mock start with: from a file, or generated.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { PlantDraft } from '../../generated/api.d.ts'
import { StartUpError } from '../configuration/start-up-error.ts'
import type { Validator } from '../core/contract/validator.ts'
import { draftError } from '../core/mock/plant-draft.ts'

const maxPlants = 100_000

/** @param file CSV or JSON. @throws {StartUpError} that names the first row that is not valid. */
export function plantsFrom(file: string, validator: Validator): PlantDraft[] {
  const rows = file.endsWith('.json') ? fromJson(file) : fromCsv(file)
  if (rows.length > maxPlants) throw new StartUpError(`SEED=${file} has more than ${maxPlants} plants.`)
  return rows.map(({ draft, where }) => {
    const error = draftError(draft, validator)
    if (error !== undefined)
      throw new StartUpError(`SEED=${file}, ${where}, is not a valid plant: ${error}. Correct it.`)
    // The rules of createPlant allow nothing else.
    return draft as PlantDraft
  })
}

interface Row {
  draft: unknown
  where: string
}

function fromJson(file: string): Row[] {
  const value = parsed(file, (text) => JSON.parse(text))
  if (!Array.isArray(value)) throw new StartUpError(`SEED=${file} must be a JSON array of plants.`)
  // An export of the API has more fields.
  return value.map((plant, index) => {
    const { id: _id, createdAt: _created, updatedAt: _updated, ...draft } = Object(plant)
    return { draft, where: `plant ${index + 1}` }
  })
}

function fromCsv(file: string): Row[] {
  const records: { info: { lines: number }; record: Record<string, string> }[] = parsed(file, (text) =>
    parse(text, { columns: true, bom: true, info: true, skip_empty_lines: true }),
  )
  const columns = Object.keys(records[0]?.record ?? {})
  const nameColumn = ['name', 'scientific_name'].find((column) => columns.includes(column))
  if (nameColumn === undefined) throw new StartUpError(`SEED=${file} needs a first line with the columns name and tag.`)
  return records.map(({ info, record }) => ({
    draft: { name: record[nameColumn], tag: record.tag ?? record.family ?? '' },
    where: `line ${info.lines}`,
  }))
}

function parsed<T>(file: string, parseText: (text: string) => T): T {
  try {
    return parseText(readFileSync(file, 'utf8'))
  } catch (error) {
    const { message } = error as Error
    throw new StartUpError(`SEED=${file} cannot be read: ${message.replaceAll('\n', ' ')}.`)
  }
}

const rooms = ['balcony', 'bathroom', 'bedroom', 'kitchen', 'living room', '']

/** @throws {StartUpError} */
export function generatedPlants(text: string): PlantDraft[] {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= maxPlants)) throw new StartUpError(`PLANTS=${text} must be a whole number from 0 to ${maxPlants}.`)
  return Array.from({ length: count }, (_, index) => ({
    name: `Plant ${index + 1}`,
    tag: rooms[index % rooms.length] ?? '',
  }))
}
