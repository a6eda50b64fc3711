// Entity tags (RFC 9110, 8.8.3) and the conditions that name them.
import { Problem } from '../problem.ts'
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

/** Whether If-None-Match names the tag, compared weakly: the caller then has what it would get. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || tags(ifNoneMatch).some((known) => known === tag || known === `W/${tag}`)
}

/** @throws {Problem} 412 unless If-Match names the tag, compared strongly: a weak tag never matches. */
export function requireMatch(ifMatch: string, tag: string): void {
  if (ifMatch === '*' || tags(ifMatch).includes(tag)) return
  throw new Problem(
    'precondition-failed',
    'If-Match does not match the current ETag of the plant. Read it again, then retry.',
  )
}

// The contract checks the grammar. A comma may stand within the quotes.
function tags(list: string): string[] {
  return Array.from(list.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => tag)
}
