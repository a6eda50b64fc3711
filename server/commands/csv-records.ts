// CSV as it comes: csv-parse takes it apart, and here each record is given its lines in the file. After a record that is
// none, reading goes on with the line below the one it began with.
import { CsvError, type CsvErrorCode, type Options, parse } from 'csv-parse/sync'
import { StartUpError } from '../configuration/start-up-error.ts'

export const mostRecords = 200_000

/** Where something stands in the file; the first line is 1. A quoted field may have line ends of its own. */
export interface Place {
  line: number
  lastLine: number
}

export type CsvRecord = Place & ({ fields: string[] } | { reason: string })

const reasons: Partial<Record<CsvErrorCode, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'a quoted field goes on after its closing quote; within it, a quote is written twice',
  CSV_QUOTE_NOT_CLOSED: 'a quoted field has no closing quote',
  INVALID_OPENING_QUOTE: 'a quote stands in a field that does not begin with one: quote the field, and write it twice',
}

export const delimiters = [',', ';', '\t', '|']

/** The fields of the first record, if it can be read with that delimiter. */
export function headerBy(delimiter: string, bytes: Buffer): string[] {
  try {
    return parse(bytes, { ...options(delimiter), to: 1 })[0] ?? []
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** All records, the header too, in their order. @throws {StartUpError} where there are too many. */
export function readRecords(bytes: Buffer, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let at = 0
  let line = 1

  function place(end: number): Place {
    for (; isLineEnd(bytes[at]); at++) line += lineEnds(bytes, at, at + 1)
    const first = line
    line += lineEnds(bytes, at, end)
    at = end
    return { line: first, lastLine: isLineEnd(bytes[end - 1]) ? line - 1 : line }
  }

  function add(record: CsvRecord): void {
    records.push(record)
    if (records.length > mostRecords + 1)
      throw new StartUpError(`There are more than ${mostRecords} rows: split the file.`)
  }

  for (let goesOn = true; goesOn; ) {
    const from = at
    goesOn = false
    try {
      parse(bytes.subarray(from), {
        ...options(delimiter),
        on_record: (fields: string[], info) => {
          add({ ...place(from + info.bytes), fields })
          return null
        },
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      add({ ...place(endOfLine(bytes, at)), reason: reasons[error.code] ?? error.message })
      goesOn = at < bytes.length
    }
  }
  return records
}

function options(delimiter: string): Options<string[]> {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 10 || byte === 13
}

// CR LF is one.
function lineEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (bytes[i] === 10 || (bytes[i] === 13 && bytes[i + 1] !== 10)) count++
  return count
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from
  while (isLineEnd(bytes[at])) at++
  while (at < bytes.length && !isLineEnd(bytes[at])) at++
  return bytes[at] === 13 && bytes[at + 1] === 10 ? at + 2 : Math.min(at + 1, bytes.length)
}
