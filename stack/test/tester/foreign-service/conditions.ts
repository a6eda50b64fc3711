// Conditions (RFC 9110, 13.2.2).
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from './problem.ts'

export interface Validators {
  etag: string
  /** Milliseconds. */
  modified?: number
}

/** Returns whether the caller has the content already. @throws {Problem} 412. */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modified = Number.NaN }: Validators): boolean {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const unmodifiedSince = timeOf(headers['if-unmodified-since'])
  const isChanged =
    match === undefined ? modified > unmodifiedSince : !tagsIn(match).some((tag) => ['*', etag].includes(tag))
  if (isChanged) throw new Problem('precondition-failed', 'The lamp or the page is another one now.')
  if (noneMatch !== undefined) return tagsIn(noneMatch).some((tag) => ['*', etag, `W/${etag}`].includes(tag))
  return modified <= timeOf(headers['if-modified-since'])
}

/** @throws {Problem} 412. */
export function requireConditions(headers: IncomingHttpHeaders, validators: Validators): void {
  const { 'if-modified-since': _, ...others } = headers
  if (isNotModified(others, validators)) throw new Problem('precondition-failed', 'The content is the same.')
}

function tagsIn(list: string): string[] {
  return list === '*' ? ['*'] : Array.from(list.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => tag)
}

const formats = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** NaN for a value that is not a date, which makes every comparison false. */
function timeOf(date = ''): number {
  if (!formats.some((format) => format.test(date))) return Number.NaN
  return Date.parse(date.endsWith('GMT') ? date : `${date} GMT`)
}
