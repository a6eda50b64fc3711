// Entity tags (RFC 9110, 8.8.3).
import { type Sha256, toBase64url } from './digest.ts'

/**
 * Returns a strong tag: 27 characters of base64url in quotes. Equal tags mean equal responses.
 * @param text The body as it is sent.
 * @param link The Link header of a list.
 */
export function entityTag(sha256: Sha256, owner: string, text: string, link = ''): string {
  const input = JSON.stringify([owner, link]) + text
  return `"${toBase64url(sha256(new TextEncoder().encode(input))).slice(0, 27)}"`
}
