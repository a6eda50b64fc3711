// Reads the initial items of a stateful mock from a file.

import { findSeedableCollection } from '../../core/contract/collections.ts'
import type { Contract } from '../../core/contract/contract.ts'
import { compiledValidator, type Validator } from '../../core/contract/validator.ts'
import { textsIn, UsageError } from '../../csv/parse-csv.ts'
import { columnIn, readTable, readTextFile } from '../../csv/read-table.ts'
import { getMessage, StartUpError } from '../../server/configuration/start-up-error.ts'
import { draftViolations, findInvalid, getFieldName } from '../core/fixtures.ts'
import { parseJsonOrText } from '../core/request-log.ts'
import type { MockedApi } from './mock.ts'

export const maxItems = 100_000

/** @param file CSV or JSON. @throws {StartUpError} that names the first row that is not valid. */
export async function fixturesFrom({ contract, server, seedColumns }: MockedApi, file: string): Promise<object[]> {
  const validator = compiledValidator(server.validators)
  const isJson = file.endsWith('.json')
  const readRows = isJson ? fromJson(file) : fromCsv(contract, validator, file, seedColumns)
  const rows = await readRows.catch((error: unknown) => {
    throw error instanceof UsageError ? new StartUpError(`The seed ${file}: ${error.message}`) : error
  })
  const itemName = getItemName(contract)
  if (rows.length > maxItems) throw new StartUpError(`The seed ${file} has more than ${maxItems} rows.`)
  const fixtures = rows.map(({ fixture }) => fixture)
  const invalid = findInvalid(contract, fixtures, validator)
  if (invalid === undefined) return fixtures
  const location = rows[invalid.index]?.location
  throw new StartUpError(`The seed ${file}, ${location}, is not a valid ${itemName}: ${invalid.error}. Correct it.`)
}

const getItemName = (contract: Contract) => findSeedableCollection(contract)?.itemName ?? 'item'

function getInputFields(contract: Contract): string[] {
  const { fields = {} } = findSeedableCollection(contract) ?? {}
  return Object.keys(fields).filter((name) => fields[name]?.create)
}

interface SeedRow {
  fixture: object
  location: string
}

async function fromJson(file: string): Promise<SeedRow[]> {
  const text = await readTextFile(file)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The file is not valid JSON: ${getMessage(error)}.`)
  }
  if (!Array.isArray(value)) throw new StartUpError(`The seed ${file} must be a JSON array.`)
  return value.map((item, index) => ({ fixture: { ...item }, location: `item ${index + 1}` }))
}

async function fromCsv(
  contract: Contract,
  validator: Validator,
  file: string,
  fieldsOfColumns: Record<string, string> = {},
): Promise<SeedRow[]> {
  const inputFields = getInputFields(contract)
  const { header, rows } = await readTable(file, inputFields[0] ?? '')
  const columns = header.map((name) => fieldsOfColumns[name] ?? name)
  const fields = Object.keys(findSeedableCollection(contract)?.fields ?? {})
  const columnIndexes = fields.map((name) => [name, columnIn(file, columns, name)] as const)
  const positions = Object.fromEntries(columnIndexes.filter(([, at]) => at >= 0))
  const empty = textsIn([], positions)
  const missing = draftViolations(contract, empty, validator).find(({ keyword }) => keyword === 'required')
  if (missing !== undefined)
    throw new StartUpError(`The seed ${file} needs a first line with the column ${getFieldName(missing)}. Add it.`)
  return rows.map((row) => {
    const location = `line ${row.line}`
    if ('reason' in row) throw new StartUpError(`The seed ${file}, ${location}: ${row.reason}.`)
    return { fixture: parseCells(contract, validator, textsIn(row.fields, positions)), location }
  })
}

/** Parses a cell as a string if the field can be one, or else as JSON. Omits an empty cell that cannot be a string. */
function parseCells(contract: Contract, validator: Validator, cells: Record<string, string>): Record<string, unknown> {
  const draft: Record<string, unknown> = { ...cells }
  const wrongFields = () => draftViolations(contract, draft, validator).map(getFieldName)
  const inputFields = getInputFields(contract)
  for (const name of [...wrongFields(), ...Object.keys(cells).filter((name) => !inputFields.includes(name))]) {
    const text = cells[name]
    if (text === '') delete draft[name]
    else if (text !== undefined) {
      draft[name] = parseJsonOrText(text)
      if (wrongFields().includes(name)) draft[name] = text
    }
  }
  return draft
}
