// A position in a caller's list, as a Link header carries it: the last id of a page, and a checksum that binds it to the
// caller. It needs no secret: a forged cursor gives its caller no more than a position in the same caller's list.
import { invalidRequest } from '../problem.ts'
import { fromBase64url, type Sha256, toBase64url } from './digest.ts'

const idBytes = 16
const checksumBytes = 8

/** Returns 32 characters of base64url. @param id A lower-case UUID. */
export function writeCursor(id: string, owner: string, sha256: Sha256): string {
  const position = Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return toBase64url(concat(position, checksum(position, owner, sha256)))
}

/**
 * Returns the id after which the page starts; its plant may be deleted already.
 * @param cursor 32 characters of base64url.
 * @throws {Problem} 400 for a cursor that the service did not give to this caller.
 */
export function readCursor(cursor: string, owner: string, sha256: Sha256): string {
  const bytes = fromBase64url(cursor)
  const position = bytes.subarray(0, idBytes)
  const expected = checksum(position, owner, sha256)
  if (!expected.every((byte, index) => byte === bytes[idBytes + index])) {
    throw invalidRequest({ parameter: 'cursor', detail: 'must come from a Link header that you received' })
  }
  const digits = Array.from(position, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

function checksum(position: Uint8Array, owner: string, sha256: Sha256): Uint8Array {
  return sha256(concat(position, new TextEncoder().encode(owner))).subarray(0, checksumBytes)
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
