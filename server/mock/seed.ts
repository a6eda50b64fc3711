// The items that the first collection of a mock with state starts with: from a file, or generated.
import { readFileSync, statSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { mockSeeds } from '../../generated/mock-seeds.ts'
import type { FirstDraft } from '../../generated/resources.ts'
import { lineOf, StartUpError } from '../configuration/start-up-error.ts'
import type { Validator } from '../core/contract/validator.ts'
import { draftCollection, draftError, draftViolations, fieldOf } from '../core/mock/item-draft.ts'

const maxItems = 100_000
const maxBytes = 100_000_000
const { noun = 'item', path, fields = {} } = draftCollection ?? {}
const given = Object.keys(fields).filter((name) => fields[name]?.create)
const special = mockSeeds.find((seed) => seed.path === path)

/** @param file CSV or JSON. @throws {StartUpError} that names the first row that is not valid. */
export function draftsFrom(file: string, validator: Validator): FirstDraft[] {
  const rows = file.endsWith('.json') ? fromJson(file) : fromCsv(file, validator)
  if (rows.length > maxItems) throw new StartUpError(`SEED=${file} has more than ${maxItems} rows.`)
  return rows.map(({ draft, where }) => {
    const error = draftError(draft, validator)
    if (error !== undefined)
      throw new StartUpError(`SEED=${file}, ${where}, is not a valid ${noun}: ${error}. Correct it.`)
    // The rules of a creation allow nothing else.
    return draft as FirstDraft
  })
}

interface Row {
  draft: unknown
  where: string
}

function fromJson(file: string): Row[] {
  const value = parsed(file, (text) => JSON.parse(text))
  if (!Array.isArray(value)) throw new StartUpError(`SEED=${file} must be a JSON array.`)
  return value.map((item, index) => {
    // An export of the API has more fields.
    const known = Object.entries(Object(item)).filter(([name]) => given.includes(name) || !(name in fields))
    return { draft: Object.fromEntries(known), where: `number ${index + 1}` }
  })
}

interface Line {
  info: { lines: number }
  record: string[]
}

function fromCsv(file: string, validator: Validator): Row[] {
  const [first, ...lines] = parsed(file, (text) => {
    // With `info`, a row is an object. The types of csv-parse do not say so.
    return parse(text, { bom: true, info: true, skip_empty_lines: true }) as unknown as Line[]
  })
  const columns = (first?.record ?? []).map((name) => special?.columns[name] ?? name)
  const empty = Object.fromEntries(columns.map((name) => [name, '']))
  const missing = draftViolations(empty, validator).find(({ keyword }) => keyword === 'required')
  if (missing !== undefined) {
    throw new StartUpError(`SEED=${file} needs a first line with the column ${fieldOf(missing)}. Add it.`)
  }
  return lines.map(({ info, record }) => {
    const cells = columns.flatMap((name, index) => (given.includes(name) ? [[name, record[index] ?? '']] : []))
    return { draft: withValues(Object.fromEntries(cells), validator), where: `line ${info.lines}` }
  })
}

/** A cell is a text if the field can be one, or else JSON. An empty cell that cannot be a text is not a value. */
function withValues(cells: Record<string, string>, validator: Validator): Record<string, unknown> {
  const draft: Record<string, unknown> = { ...cells }
  const wrongFields = () => draftViolations(draft, validator).map(fieldOf)
  for (const name of wrongFields()) {
    const text = cells[name]
    if (text === '') delete draft[name]
    else if (text !== undefined) {
      draft[name] = jsonOr(text)
      if (wrongFields().includes(name)) draft[name] = text
    }
  }
  return draft
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
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

/** @throws {StartUpError} */
export function generatedDrafts(text: string): FirstDraft[] {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= maxItems)) throw new StartUpError(`PLANTS=${text} must be a whole number from 0 to ${maxItems}.`)
  if (special === undefined) throw new StartUpError(`Nothing generates a ${noun}. Use SEED= instead of PLANTS=.`)
  return Array.from({ length: count }, (_, index) => special.generate(index))
}
