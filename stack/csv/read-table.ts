// Reads a file that a person made, as text or as a table. If it is not text, a message says what it is and how to convert it.

import { createReadStream } from 'node:fs'
import { type DecodedCsv, decodeCsv } from './decode-csv.ts'
import { type CsvTable, csvTable } from './parse-csv.ts'
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

export const mostBytes = 50_000_000

/** @throws {UsageError} for a file that is not text. */
export async function readTextFile(file: string): Promise<DecodedCsv> {
  const bytes = await readBytes(file)
  if (isSpreadsheet(bytes)) {
    throw new UsageError(`${file} is a spreadsheet or an archive, not CSV. Open it and save it as "CSV UTF-8".`)
  }
  const decoded = decodeCsv(bytes)
  if (decoded !== undefined) return decoded
  throw new UsageError(`${file} is not text in UTF-8, UTF-16 or Windows-1252. Save it as "CSV UTF-8".`)
}

function isSpreadsheet(bytes: Buffer): boolean {
  return ['PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(bytes.toString('latin1', 0, 4))
}

// The size of a pipe is not known before it is read, so the limit is checked during the read.
async function readBytes(file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of createReadStream(file)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) throw new UsageError(`${file} is larger than ${mostBytes / 1e6} MB. Split it.`)
    }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(unreadable(file, error as NodeJS.ErrnoException))
  }
  return Buffer.concat(chunks)
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return `There is no file ${file}.`
    case 'EISDIR':
      return `${file} is a folder, not a file.`
    case 'EACCES':
      return `You do not have permission to read ${file}.`
    default:
      return `${file} cannot be read: ${message}.`
  }
}
