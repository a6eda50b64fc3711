// A CSV text as a table: its first record has the names of the columns.
import { type CsvRecord, detectDelimiter, parseCsv } from './parse-csv.ts'

export interface CsvTable {
  header: string[]
  /** Each has as many fields as the header, or a reason. */
  rows: CsvRecord[]
  delimiter: string
}

/**
 * @param name The name of a column that the file probably has.
 * @param delimiter Default: detected.
 * @returns If the text has no header, a `reason` that goes on after the name of the file.
 */
export function csvTable(
  text: string,
  name?: string,
  delimiter = detectDelimiter(text, name),
): CsvTable | { reason: string } {
  const [first, ...records] = parseCsv(text, delimiter)
  if (first === undefined) return { reason: 'is empty' }
  if ('reason' in first) return { reason: `is not a valid CSV file: line ${first.line}: ${first.reason}` }
  const { fields: header } = first
  const rows = records.map((record): CsvRecord => {
    if ('reason' in record || record.fields.length === header.length) return record
    const { line, lastLine, fields } = record
    return { line, lastLine, reason: `the number of fields is ${fields.length}, but the header has ${header.length}` }
  })
  return { header, rows, delimiter }
}
