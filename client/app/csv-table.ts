// A CSV file as a table of plants.
import { type CsvTable, csvTable, textsIn } from '@plant-collection/client/csv'
import { errorsIn, type FieldName, type FieldTexts } from './plant-form.ts'

const maxBytes = 10_000_000

/** Index of the column of each field; -1 for no column. */
export type Columns = Record<FieldName, number>

export interface PlantRow {
  line: number
  plant: FieldTexts
  /** Reason why the plant cannot be added. */
  reason?: string | undefined
}

/** Reads a CSV file. @throws {Error} whose message is a sentence for the user. */
export async function readTable(file: File): Promise<CsvTable> {
  if (file.size > maxBytes) throw new Error(`The file is larger than ${maxBytes / 1e6} MB. Split it.`)
  const table = csvTable(new Uint8Array(await file.arrayBuffer()))
  if ('reason' in table) throw new Error(`The file ${table.reason}.`)
  if (table.rows.length === 0) throw new Error('The file has column names, but no rows.')
  return table
}

/** Returns the columns that are named `name` and `tag`, ignoring case and surrounding spaces. */
export function columnsIn(header: string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase())
  return { name: names.indexOf('name'), tag: names.indexOf('tag') }
}

export function toRow(record: CsvTable['rows'][number], columns: Columns): PlantRow {
  const isValid = 'fields' in record
  const plant = textsIn(isValid ? record.fields : [], columns)
  const { name, tag } = errorsIn(plant)
  return { line: record.line, plant, reason: isValid ? (name ?? tag) : `Not valid: ${record.reason}.` }
}
