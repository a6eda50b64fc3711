// Reads a CSV file as a table.
import { type CsvTable, csvTable } from './csv-table.ts'
import type { DecodedCsv } from './decode-csv.ts'
import { readTextFile } from './text-file.ts'
import { UsageError } from './usage-error.ts'

/**
 * @param name The name of a column that the file probably has.
 * @param delimiter Default: detected.
 * @throws {UsageError} if the file is not a CSV file.
 */
export async function readTable(
  file: string,
  name: string,
  delimiter?: string,
): Promise<CsvTable & Pick<DecodedCsv, 'encoding'>> {
  const { text, encoding } = await readTextFile(file)
  const table = csvTable(text, name, delimiter)
  if ('reason' in table) throw new UsageError(`${file} ${table.reason}.`)
  return { ...table, encoding }
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
