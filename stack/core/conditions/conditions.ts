// The conditions of a request (RFC 9110, 13). Every operation evaluates them here.
import { Problem } from '../problem.ts'
import { parseHttpDate } from './http-date.ts'

export interface Conditions {
  'If-Match'?: string
  'If-None-Match'?: string
  'If-Modified-Since'?: string
  'If-Unmodified-Since'?: string
}

/** Headers of what GET returns at a URL (RFC 9110, 8.8); `undefined` if it returns none. */
export interface Validators {
  ETag: string | undefined
  'Last-Modified'?: string | undefined
}

/** Whether a condition can prevent the request. If-Modified-Since only makes the response of a read shorter. */
export function isConditional(headers: Conditions): boolean {
  const { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch, 'If-Unmodified-Since': unmodifiedSince } = headers
  return (ifMatch ?? ifNoneMatch ?? unmodifiedSince) !== undefined
}

/**
 * For a read: returns whether the caller already has the response, as If-None-Match or If-Modified-Since says. The order is
 * that of section 13.2.2. A date counts only if the request has no tags, and if it is a valid date.
 * @throws {Problem} 412 if If-Match or If-Unmodified-Since is false.
 */
export function isNotModified(headers: Conditions, { ETag: tag, 'Last-Modified': lastModified }: Validators): boolean {
  const { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch } = headers
  const { 'If-Modified-Since': modifiedSince, 'If-Unmodified-Since': unmodifiedSince } = headers
  // A strong comparison: a weak tag never matches.
  if (ifMatch !== undefined && !names(ifMatch, tag)) {
    throw preconditionFailed('If-Match does not match the current ETag. Read again, then retry.')
  }
  if (ifMatch === undefined && unmodifiedSince !== undefined && timeOf(lastModified) > timeOf(unmodifiedSince)) {
    throw preconditionFailed('Last-Modified is later than If-Unmodified-Since. Read again, then retry.')
  }
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, tag) || names(ifNoneMatch, tag && `W/${tag}`)
  return modifiedSince !== undefined && timeOf(lastModified) <= timeOf(modifiedSince)
}

/** For a write, which has no If-Modified-Since. @throws {Problem} 412 unless all conditions are true. */
export function requireConditions(headers: Conditions, validators: Validators): void {
  if (isNotModified(headers, validators)) throw preconditionFailed('If-None-Match matches the current ETag.')
}

// Every comparison with NaN is false, so a date that is not valid has no effect.
function timeOf(date = ''): number {
  return parseHttpDate(date)
}

function names(list: string, tag: string | undefined): boolean {
  if (tag === undefined) return false
  // The contract checks the grammar. A comma may stand within the quotes.
  return list === '*' || Array.from(list.matchAll(/(?:W\/)?"[^"]*"/g), ([one]) => one).includes(tag)
}

function preconditionFailed(detail: string): Problem {
  return new Problem('precondition-failed', detail)
}
