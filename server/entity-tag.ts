// Entity tags (RFC 9110, 8.8.3), made of all that an answer depends on: equal tags mean equal answers to one caller.
import { createHash } from 'node:crypto'
import { Problem } from './problem.ts'

/**
 * @param parts JSON values: the version of the contract, the owner, and what the answer holds.
 * @returns A strong tag: 27 characters of base64url in quotes.
 */
export function entityTag(...parts: unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return `"${digest.slice(0, 27)}"`
}

/** Whether If-None-Match names the tag, weakly compared: the caller then has what it would get. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || opaqueTags(ifNoneMatch).includes(tag))
}

/** @throws {Problem} 412 where If-Match does not name the tag, strongly compared: a weak tag never matches. */
export function requireMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch === '*' || strongTags(ifMatch).includes(tag)) return
  throw new Problem('/problems/precondition-failed', 'The plant is no longer the one that If-Match names.')
}

// The contract has made sure of the grammar; a comma may stand within the quotes.
function opaqueTags(list: string): string[] {
  return list.match(/"[^"]*"/g) ?? []
}

function strongTags(list: string): string[] {
  return (list.match(/(?:W\/)?"[^"]*"/g) ?? []).filter((tag) => !tag.startsWith('W/'))
}
