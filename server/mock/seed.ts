// The plants that the collections of a stateful mock start with: from a file, or generated.
import { readFileSync, statSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { PlantDraft } from '../../generated/api.d.ts'
import { lineOf, StartUpError } from '../configuration/start-up-error.ts'
import type { Validator } from '../core/contract/validator.ts'
import { draftError } from '../core/mock/item-draft.ts'

const maxPlants = 100_000
const maxBytes = 100_000_000

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

interface Line {
  info: { lines: number }
  record: string[]
}

function fromCsv(file: string): Row[] {
  const [first, ...records] = parsed(file, (text) => {
    // With `info`, a row is an object. The types of csv-parse do not say so.
    return parse(text, { bom: true, info: true, skip_empty_lines: true }) as unknown as Line[]
  })
  // As in data/plants.csv.
  const [name, tag] = [columnOf(first, 'name', 'scientific_name'), columnOf(first, 'tag', 'family')]
  if (name === -1) {
    throw new StartUpError(
      `SEED=${file} needs a first line with the column name, and the column tag if plants have tags.`,
    )
  }
  return records.map(({ info, record }) => ({
    draft: { name: record[name], tag: record[tag] ?? '' },
    where: `line ${info.lines}`,
  }))
}

function columnOf(first: Line | undefined, ...names: string[]): number {
  return names.map((name) => first?.record.indexOf(name)).find((index) => index !== -1) ?? -1
}

function parsed<T>(file: string, parseText: (text: string) => T): T {
  try {
    if (statSync(file).size > maxBytes) throw new Error(`it has more than ${maxBytes / 1_000_000} MB`)
    return parseText(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
  } catch (error) {
    const reason = Object(error).code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : lineOf(error)
    throw new StartUpError(`SEED=${file} cannot be read: ${reason}.`)
  }
}

const rooms = ['balcony', 'bathroom', 'bedroom', 'kitchen', 'living room']

/** @throws {StartUpError} */
export function generatedPlants(text: string): PlantDraft[] {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= maxPlants)) throw new StartUpError(`PLANTS=${text} must be a whole number from 0 to ${maxPlants}.`)
  return Array.from({ length: count }, (_, index) => ({
    name: `Plant ${index + 1}`,
    // Every sixth plant has none.
    tag: rooms[index % (rooms.length + 1)] ?? '',
  }))
}
