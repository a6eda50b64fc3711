// Reads a CSV file as a table.
import type { DecodedCsv } from './decode-csv.ts'
import { type CsvRecord, detectDelimiter, parseCsv } from './parse-csv.ts'
import { readTextFile } from './text-file.ts'
import { UsageError } from './usage-error.ts'

export interface CsvTable {
  header: string[]
  /** Each has as many fields as the header, or a reason. */
  rows: CsvRecord[]
  delimiter: string
  encoding: DecodedCsv['encoding']
}

/**
 * @param name The name of a column that the file probably has.
 * @param given The delimiter. Default: detected.
 * @throws {UsageError} if the file is not a CSV file.
 */
export async function readTable(file: string, name: string, given?: string): Promise<CsvTable> {
  const { text, encoding } = await readTextFile(file)
  const delimiter = given ?? detectDelimiter(text, name)
  const [first, ...records] = parseCsv(text, delimiter)
  if (first === undefined) throw new UsageError(`${file} is empty.`)
  if ('reason' in first) throw new UsageError(`${file} is not a valid CSV file: line ${first.line}: ${first.reason}.`)
  const { fields: header } = first
  const rows = records.map((record): CsvRecord => {
    if ('reason' in record || record.fields.length === header.length) return record
    const { line, lastLine, fields } = record
    return { line, lastLine, reason: `the number of fields is ${fields.length}, but the header has ${header.length}` }
  })
  return { header, rows, delimiter, encoding }
}

/** The position of a column; -1 if there is none. @throws {UsageError} if there are several. */
export function columnIn(file: string, columns: string[], name: string): number {
  const found = columns.indexOf(name)
  if (columns.lastIndexOf(name) === found) return found
  throw new UsageError(`${file} has more than one column ${shown(name)}. Rename or remove the others.`)
}

/** A file from elsewhere must not send control sequences to the terminal. */
export function shown(text: string): string {
  const cut = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(cut).replace(/\p{Cc}/gu, '?')
}
