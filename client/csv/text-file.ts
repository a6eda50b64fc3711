// Reads a file that a person made. If it is not UTF-8 text, a message says what it is and how to convert it.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { UsageError } from './usage-error.ts'

export const mostBytes = 50_000_000

/** A UTF-8 text without its byte order mark. @throws {UsageError} for any other file. */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readBytes(file)
  const complaint = complaintAbout(bytes)
  if (complaint !== undefined) throw new UsageError(`${file} ${complaint}`)
  return new TextDecoder().decode(bytes)
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

function complaintAbout(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 4)
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff'))
    return `is UTF-16, not UTF-8: ${convertFrom('UTF-16')}`
  if (start === 'PK\x03\x04' || start === '\xd0\xcf\x11\xe0') {
    return 'is a spreadsheet or an archive, not CSV. Open it and save it as "CSV UTF-8".'
  }
  if (bytes.includes(0)) {
    return `is not a text file. Save it as "CSV UTF-8". If it is UTF-16, ${convertFrom('UTF-16')}`
  }
  return isUtf8(bytes) ? undefined : `is not UTF-8: ${convertFrom('WINDOWS-1252')}`
}

function convertFrom(encoding: string): string {
  return `convert it to UTF-8, for example with iconv -f ${encoding} -t UTF-8.`
}
