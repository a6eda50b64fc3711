// A CSV file as a table.
import {
  type CsvRecord,
  type DecodedCsv,
  decodeCsv,
  fromCell,
  type Place,
  parseCsv,
} from '@plant-collection/client/csv'
import { errorsIn, type FieldTexts } from './field-rules.ts'

const mostBytes = 10_000_000

export interface CsvTable {
  header: string[]
  records: CsvRecord[]
  encoding: DecodedCsv['encoding']
}

/** Positions in the header; -1 for no column. */
export interface Columns {
  name: number
  tag: number
}

export interface CsvRow extends Place {
  plant: FieldTexts
  /** Why it cannot be added. */
  reason: string | undefined
}

/** @throws {Error} with a sentence for the person. */
export async function readTable(file: File): Promise<CsvTable> {
  if (file.size > mostBytes) throw new Error(`The file is larger than ${mostBytes / 1e6} MB. Split it.`)
  const decoded = decodeCsv(new Uint8Array(await file.arrayBuffer()))
  if (decoded === undefined) {
    throw new Error('This is not a CSV file. Open it in your spreadsheet, and save it as "CSV UTF-8".')
  }
  const { text, encoding } = decoded
  const [first, ...records] = parseCsv(text)
  if (first === undefined) throw new Error('The file is empty.')
  if ('reason' in first) throw new Error(`Line ${first.line} is not valid CSV: ${first.reason}.`)
  if (records.length === 0) throw new Error('The file has column names, but no rows.')
  return { header: first.fields, records, encoding }
}

/** The columns whose names say what they contain. */
export function columnsIn(header: string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase())
  return { name: names.indexOf('name'), tag: names.indexOf('tag') }
}

export function toRows({ header, records }: CsvTable, { name, tag }: Columns): CsvRow[] {
  return records.map((record) => {
    const { line, lastLine } = record
    if ('reason' in record)
      return { line, lastLine, plant: { name: '', tag: '' }, reason: `${capitalised(record.reason)}.` }
    const { fields } = record
    const plant = { name: fromCell(fields[name] ?? ''), tag: fromCell(fields[tag] ?? '') }
    const count = `This row has ${formatCount(fields.length, 'field')}, but the header has ${header.length}.`
    const errors = errorsIn(plant)
    const inTag = errors.tag && `Tag: ${errors.tag}`
    return { line, lastLine, plant, reason: fields.length === header.length ? (errors.name ?? inTag) : count }
  })
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Such as `1 row` and `2 rows`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
