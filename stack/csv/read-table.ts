// Reads the file that a command gets, as text or as a table.

import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type CsvTable, csvTable, decodeText, UsageError } from './parse-csv.ts'

/**
 * @param name The name of a column that the file probably has, which helps to detect the delimiter.
 * @param delimiter Default: detected.
 * @throws {UsageError} if the file is not a CSV file.
 */
export async function readTable(file: string, name: string, delimiter?: string): Promise<CsvTable> {
  const table = csvTable(await readBytes(file), name, delimiter)
  if ('reason' in table) throw new UsageError(`${file} ${table.reason}.`)
  return table
}

/** Returns the index of a column; -1 if there is none. @throws {UsageError} if there are several. */
export function columnIn(file: string, columns: string[], name: string): number {
  const index = columns.indexOf(name)
  if (columns.lastIndexOf(name) === index) return index
  throw new UsageError(`${file} has more than one column ${quoteValue(name)}. Rename or remove the others.`)
}

/** Quotes up to 60 characters of a value, without control characters: a file must not control the terminal. */
export function quoteValue(text: string): string {
  const truncated = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(truncated).replace(/\p{Cc}/gu, '?')
}

export const maxBytes = 50_000_000

/** @throws {UsageError} for a file that is not text in UTF-8. */
export async function readTextFile(file: string): Promise<string> {
  const text = decodeText(await readBytes(file))
  if (text === undefined) throw new UsageError(`${file} is not text in UTF-8: save it as UTF-8.`)
  return text
}

async function readBytes(file: string): Promise<Buffer> {
  // The size of a pipe is not known before it is read. `end` is the last byte: one more than the limit.
  const bytes = await buffer(createReadStream(file, { end: maxBytes })).catch((error) => {
    throw new UsageError(describeReadError(file, error))
  })
  if (bytes.length > maxBytes) throw new UsageError(`${file} is larger than ${maxBytes / 1e6} MB. Split it.`)
  return bytes
}

function describeReadError(file: string, { code = '', message }: NodeJS.ErrnoException): string {
  const messages: Record<string, string> = {
    ENOENT: `There is no file ${file}.`,
    EISDIR: `${file} is a folder, not a file.`,
    EACCES: `You do not have permission to read ${file}.`,
  }
  return messages[code] ?? `${file} cannot be read: ${message}.`
}
