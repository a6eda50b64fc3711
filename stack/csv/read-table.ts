// Reads the file of a command, as text or as a table.

import { createReadStream } from 'node:fs'
import { type CsvTable, csvTable, decodeText, UsageError } from './parse-csv.ts'

/**
 * @param name The name of a column that the file probably has.
 * @param delimiter Default: detected.
 * @throws {UsageError} if the file is not a CSV file.
 */
export async function readTable(file: string, name: string, delimiter?: string): Promise<CsvTable> {
  const table = csvTable(await readBytes(file), name, delimiter)
  if ('reason' in table) throw new UsageError(`${file} ${table.reason}.`)
  return table
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

/** @throws {UsageError} for a file that is not text in UTF-8. */
export async function readTextFile(file: string): Promise<string> {
  const text = decodeText(await readBytes(file))
  if (text === undefined) throw new UsageError(`${file} is not text in UTF-8: save it as UTF-8.`)
  return text
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
