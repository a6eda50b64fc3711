// A position in a caller's list, as handed out in Link: the last id of a page and a checksum that binds it to the
// caller. It needs no secret: whoever forges one gets no more than a place in their own list.
import { createHash } from 'node:crypto'
import { invalidRequest } from './problem.ts'

const idBytes = 16
const checksumBytes = 8

/** @returns 32 characters of base64url. */
export function writeCursor(id: string, owner: string): string {
  const position = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([position, checksum(position, owner)]).toString('base64url')
}

/**
 * @returns The id after which the page starts; its plant need not exist any more.
 * @throws {Problem} 400 for a cursor that was not handed out to this caller.
 */
export function readCursor(cursor: string, owner: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const position = bytes.subarray(0, idBytes)
  if (!checksum(position, owner).equals(bytes.subarray(idBytes))) {
    throw invalidRequest({ parameter: 'cursor', detail: 'must be one that a Link header gave you' })
  }
  return position.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function checksum(position: Buffer, owner: string): Buffer {
  return createHash('sha256').update(position).update(owner).digest().subarray(0, checksumBytes)
}
