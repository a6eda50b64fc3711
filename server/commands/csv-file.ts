// Reads a file that people made: whatever it is instead of UTF-8 text, it gets a line that says so.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { StartUpError } from '../configuration/start-up-error.ts'

export const mostBytes = 50_000_000

const byteOrderMark = Buffer.from('\ufeff')

/** The bytes of a text in UTF-8, without its byte order mark. @throws {StartUpError} for anything else. */
export async function readText(file: string): Promise<Buffer> {
  const bytes = await readBytes(file)
  const complaint = complaintOf(bytes)
  if (complaint !== undefined) throw new StartUpError(`${file} ${complaint}`)
  return bytes.indexOf(byteOrderMark) === 0 ? bytes.subarray(byteOrderMark.length) : bytes
}

// A pipe has no size before it is read, so the limit is held while reading.
async function readBytes(file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of createReadStream(file)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) throw new StartUpError(`${file} is larger than ${mostBytes / 1e6} MB: split it.`)
    }
  } catch (error) {
    throw error instanceof StartUpError ? error : new StartUpError(unreadable(file, error as NodeJS.ErrnoException))
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
      return `${file} may not be read by you.`
    default:
      return `${file} cannot be read: ${message}.`
  }
}

function complaintOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 4)
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return `is UTF-16, not UTF-8: ${mend('UTF-16')}`
  if (start === 'PK\x03\x04' || start === '\xd0\xcf\x11\xe0') {
    return 'is a spreadsheet or an archive, not CSV: open it and save it as "CSV UTF-8".'
  }
  if (bytes.includes(0)) return `is no text: save it as "CSV UTF-8". (Or is it UTF-16? Then ${mend('UTF-16')})`
  return isUtf8(bytes) ? undefined : `is not UTF-8: ${mend('WINDOWS-1252')}`
}

function mend(encoding: string): string {
  return `save it as UTF-8, for example with iconv -f ${encoding} -t UTF-8.`
}
