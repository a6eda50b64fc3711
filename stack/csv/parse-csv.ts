// Parses CSV with csv-parse, and adds to each record its lines in the file. After a record that cannot be parsed, parsing
// continues with the next line.
// This build of csv-parse needs no Buffer, so that browsers can run it.
import { CsvError, type CsvErrorCode, type Options, parse } from 'csv-parse/browser/esm/sync'
import { fromCell } from './format-csv.ts'

/** Why a command cannot run. Its message says what is wrong and what to do, so it is printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const maxRecords = 200_000

/** The lines of a record. The first line is 1; a quoted field may contain line ends. */
export interface CsvPosition {
  line: number
  lastLine: number
}

/** A record has a `reason` instead of fields if it is not valid CSV. */
export type CsvRecord = CsvPosition & ({ fields: string[] } | { reason: string })

const reasons: Partial<Record<CsvErrorCode, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'text follows the closing quote of a field. Within a quoted field, write each quote twice',
  CSV_QUOTE_NOT_CLOSED: 'a quoted field has no closing quote',
  INVALID_OPENING_QUOTE:
    'a field contains a quote but does not start with one. Quote the field, and write the quote twice',
}

const delimiters = [',', ';', '\t', '|']

// A first line like `sep=;` tells Excel the delimiter. It is not a record.
const delimiterLine = /^sep=([^"\r\n])(?:\r\n|\n|\r|$)/i

/** The fields of the first record, or no fields if it cannot be parsed with that delimiter. */
function parseHeader(delimiter: string, bytes: Uint8Array): string[] {
  try {
    return parse(bytes, { ...getOptions(delimiter), to: 1 })[0] ?? []
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** Whether this string can be the delimiter of a CSV file. */
export function isDelimiter(text: string): boolean {
  return /^[^"\r\n]$/.test(text)
}

/**
 * Detects the delimiter of a CSV file: `,`, `;`, a tab or `|`; or any character in a first line like `sep=;`.
 * @param name The name of a column that the header probably has.
 */
export function detectDelimiter(text: string, name = 'name'): string {
  const [, declaredDelimiter] = delimiterLine.exec(text) ?? []
  if (declaredDelimiter !== undefined) return declaredDelimiter
  const bytes = new TextEncoder().encode(text)
  // With a wrong delimiter, a header rarely contains the column and rarely has as many fields.
  const candidates = delimiters.map((delimiter) => ({ delimiter, header: parseHeader(delimiter, bytes) }))
  const matching = candidates.filter(({ header }) => header.includes(name))
  const [best] = (matching.length > 0 ? matching : candidates).toSorted((a, b) => b.header.length - a.header.length)
  return best?.delimiter ?? ','
}

/**
 * Parses a CSV file.
 * @param text The file, without a byte order mark.
 * @returns All records in order. The first one is the header.
 * @throws {TypeError} If the delimiter is not one character, or is a quote or a line end.
 * @throws {UsageError} If there are more than 200,000 rows.
 */
export function parseCsv(text: string, delimiter = detectDelimiter(text)): CsvRecord[] {
  if (!isDelimiter(delimiter)) throw new TypeError(`${JSON.stringify(delimiter)} is not a valid delimiter`)
  const bytes = new TextEncoder().encode(text)
  const records: CsvRecord[] = []
  const [skipped = ''] = delimiterLine.exec(text) ?? []
  let at = new TextEncoder().encode(skipped).length
  let line = skipped === '' ? 1 : 2

  function advanceTo(end: number): CsvPosition {
    for (; isLineEnd(bytes[at]); at++) line += countLineEnds(bytes, at, at + 1)
    const first = line
    line += countLineEnds(bytes, at, end)
    at = end
    return { line: first, lastLine: isLineEnd(bytes[end - 1]) ? line - 1 : line }
  }

  function add(record: CsvRecord): void {
    records.push(record)
    if (records.length > maxRecords + 1) throw new UsageError(`The file has more than ${maxRecords} rows. Split it.`)
  }

  for (let hasMore = true; hasMore; ) {
    const from = at
    hasMore = false
    try {
      parse(bytes.subarray(from), {
        ...getOptions(delimiter),
        on_record: (fields: string[], info) => {
          add({ ...advanceTo(from + info.bytes), fields })
          return null
        },
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      add({ ...advanceTo(findEndOfLine(bytes, at)), reason: reasons[error.code] ?? error.message })
      hasMore = true
    }
  }
  return records
}

function getOptions(delimiter: string): Options<string[]> {
  return { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, skip_empty_lines: true }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 10 || byte === 13
}

// CR LF counts as one line end.
function countLineEnds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (bytes[i] === 10 || (bytes[i] === 13 && bytes[i + 1] !== 10)) count++
  return count
}

function findEndOfLine(bytes: Uint8Array, from: number): number {
  let at = from
  while (isLineEnd(bytes[at])) at++
  while (at < bytes.length && !isLineEnd(bytes[at])) at++
  return bytes[at] === 13 && bytes[at + 1] === 10 ? at + 2 : Math.min(at + 1, bytes.length)
}

export interface CsvTable {
  header: string[]
  /** Each has as many fields as the header, or a reason. */
  rows: CsvRecord[]
  delimiter: string
}

/**
 * Reads a CSV file in UTF-8, with or without a byte order mark.
 * @param file Its bytes, or its text without a byte order mark.
 * @param name The name of a column that the file probably has.
 * @param delimiter Default: detected.
 * @returns A `reason` for a file that is not CSV. It continues the sentence that starts with the name of the file.
 */
export function csvTable(file: Uint8Array | string, name?: string, delimiter?: string): CsvTable | { reason: string } {
  const text = typeof file === 'string' ? file : decodeText(file)
  if (text === undefined)
    return { reason: 'is not text in UTF-8: open it in a spreadsheet, and save it as "CSV UTF-8"' }
  const usedDelimiter = delimiter ?? detectDelimiter(text, name)
  const [first, ...records] = parseCsv(text, usedDelimiter)
  if (first === undefined) return { reason: 'is empty' }
  if ('reason' in first) return { reason: `is not a valid CSV file: line ${first.line}: ${first.reason}` }
  const { fields: header } = first
  const rows = records.map((record): CsvRecord => {
    if ('reason' in record || record.fields.length === header.length) return record
    const { line, lastLine, fields } = record
    return { line, lastLine, reason: `the number of fields is ${fields.length}, but the header has ${header.length}` }
  })
  return { header, rows, delimiter: usedDelimiter }
}

/** Decodes UTF-8 and removes a byte order mark. @returns `undefined` for other encodings, and for a binary file. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Returns the values of a row by column name. @param columns Index of each column. A missing value is empty. */
export function textsIn<Name extends string>(fields: string[], columns: Record<Name, number>): Record<Name, string> {
  const texts = Object.entries<number>(columns).map(([name, at]) => [name, fromCell(fields[at] ?? '')])
  // It has the names of the columns.
  return Object.fromEntries(texts) as Record<Name, string>
}
