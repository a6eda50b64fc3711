// The conditions of a request (RFC 9110, 13). Every operation evaluates them here.
import { Problem } from '../problem.ts'

export interface Conditions {
  'If-Match'?: string
  'If-None-Match'?: string
}

export function isConditional(headers: Conditions): boolean {
  return headers['If-Match'] !== undefined || headers['If-None-Match'] !== undefined
}

/**
 * For a read: returns whether If-None-Match names the tag, so that the caller already has the response. If-Match comes
 * first (section 13.2.2).
 * @param tag The current entity tag of what the URL identifies; `undefined` if GET returns nothing there.
 * @throws {Problem} 412 unless If-Match names the tag.
 */
export function isNotModified(headers: Conditions, tag: string | undefined): boolean {
  const { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch } = headers
  // A strong comparison: a weak tag never matches.
  if (ifMatch !== undefined && !names(ifMatch, tag)) {
    throw preconditionFailed('If-Match does not match the current ETag. Read again, then retry.')
  }
  return ifNoneMatch !== undefined && (names(ifNoneMatch, tag) || names(ifNoneMatch, tag && `W/${tag}`))
}

/** For a write, with the same tag. @throws {Problem} 412 unless both conditions are true. */
export function requireConditions(headers: Conditions, tag: string | undefined): void {
  if (isNotModified(headers, tag)) throw preconditionFailed('If-None-Match matches the current ETag.')
}

function names(list: string, tag: string | undefined): boolean {
  if (tag === undefined) return false
  // The contract checks the grammar. A comma may stand within the quotes.
  return list === '*' || Array.from(list.matchAll(/(?:W\/)?"[^"]*"/g), ([one]) => one).includes(tag)
}

function preconditionFailed(detail: string): Problem {
  return new Problem('precondition-failed', detail)
}
