// The items that the first collection of a mock with state starts with: from a file, or generated.
import { fromCell } from '../../client/csv/formula.ts'
import { columnIn, readTable } from '../../client/csv/read-table.ts'
import { readTextFile } from '../../client/csv/text-file.ts'
import { UsageError } from '../../client/csv/usage-error.ts'
import { mockSeeds } from '../../generated/mock-seeds.ts'
import type { FirstDraft } from '../../generated/resources.ts'
import { lineOf, StartUpError } from '../configuration/start-up-error.ts'
import { contract } from '../core/contract/default-contract.ts'
import type { Validator } from '../core/contract/validator.ts'
import { draftError, draftViolations, fieldOf } from '../core/mock/item-draft.ts'

const maxItems = 100_000
const { noun = 'item', path, fields = {} } = contract.draftCollection ?? {}
const given = Object.keys(fields).filter((name) => fields[name]?.create)
const special = mockSeeds.find((seed) => seed.path === path)

/** @param file CSV or JSON. @throws {StartUpError} that names the first row that is not valid. */
export async function draftsFrom(file: string, validator: Validator): Promise<FirstDraft[]> {
  const rows = await (file.endsWith('.json') ? fromJson(file) : fromCsv(file, validator)).catch((error: unknown) => {
    throw error instanceof UsageError ? new StartUpError(`SEED=${file}: ${error.message}`) : error
  })
  if (rows.length > maxItems) throw new StartUpError(`SEED=${file} has more than ${maxItems} rows.`)
  return rows.map(({ draft, where }) => {
    const error = draftError(contract, draft, validator)
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

async function fromJson(file: string): Promise<Row[]> {
  const { text, encoding } = await readTextFile(file)
  if (encoding !== 'UTF-8') throw new UsageError('The file is not UTF-8. Save it as UTF-8.')
  const value = parsed(text)
  if (!Array.isArray(value)) throw new StartUpError(`SEED=${file} must be a JSON array.`)
  return value.map((item, index) => {
    // An export of the API has more fields.
    const known = Object.entries(Object(item)).filter(([name]) => given.includes(name) || !(name in fields))
    return { draft: Object.fromEntries(known), where: `number ${index + 1}` }
  })
}

async function fromCsv(file: string, validator: Validator): Promise<Row[]> {
  const { header, rows } = await readTable(file, given[0] ?? '')
  const columns = header.map((name) => special?.columns[name] ?? name)
  const positions = given.map((name) => [name, columnIn(file, columns, name)] as const).filter(([, at]) => at >= 0)
  const empty = Object.fromEntries(positions.map(([name]) => [name, '']))
  const missing = draftViolations(contract, empty, validator).find(({ keyword }) => keyword === 'required')
  if (missing !== undefined) {
    throw new StartUpError(`SEED=${file} needs a first line with the column ${fieldOf(missing)}. Add it.`)
  }
  return rows.map((row) => {
    const where = `line ${row.line}`
    if ('reason' in row) throw new StartUpError(`SEED=${file}, ${where}: ${row.reason}.`)
    const cells = positions.map(([name, at]) => [name, fromCell(row.fields[at] ?? '')])
    return { draft: withValues(Object.fromEntries(cells), validator), where }
  })
}

/** A cell is a text if the field can be one, or else JSON. An empty cell that cannot be a text is not a value. */
function withValues(cells: Record<string, string>, validator: Validator): Record<string, unknown> {
  const draft: Record<string, unknown> = { ...cells }
  const wrongFields = () => draftViolations(contract, draft, validator).map(fieldOf)
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The file is not valid JSON: ${lineOf(error)}.`)
  }
}

/** @throws {StartUpError} */
export function generatedDrafts(text: string): FirstDraft[] {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= maxItems)) throw new StartUpError(`PLANTS=${text} must be a whole number from 0 to ${maxItems}.`)
  if (special === undefined) throw new StartUpError(`Nothing generates a ${noun}. Use SEED= instead of PLANTS=.`)
  return Array.from({ length: count }, (_, index) => special.generate(index))
}
