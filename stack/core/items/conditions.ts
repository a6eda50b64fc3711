// Conditional requests: the validators of a response, and the preconditions of a request (RFC 9110, 8.8 and 13).
import { getResponse, hasHeader } from '../contract/responses.ts'
import { parseDateTime, parseHttpDate } from '../date-time.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import { Problem } from '../problem.ts'

/** Returns the SHA-256 (FIPS 180-4) of the text in UTF-8, as base64url. Browsers have no synchronous hash. */
export type Digest = (text: string) => string

/** Headers of what GET returns at a URL (RFC 9110, 8.8); `undefined` if it returns none. */
export interface EntityValidators {
  ETag: string | undefined
  'Last-Modified'?: string | undefined
}

/** Returns the validators of an item. @param owner Owner of the item. @param text Body that GET returns. */
export function itemValidators(
  { digest, now }: { digest: Digest; now: () => Date },
  owner: string,
  { updatedField = '' }: { updatedField?: string | undefined },
  item: Record<string, unknown>,
  text: string,
): EntityValidators {
  const { [updatedField]: time } = item
  const ETag = `"${digest(JSON.stringify([owner, '']) + text).slice(0, 27)}"`
  if (typeof time !== 'string') return { ETag, 'Last-Modified': undefined }
  // Last-Modified is never later than the clock (RFC 9110, 8.8.2.1), which may have been set back.
  const date = Math.min(parseDateTime(time), now().getTime())
  return { ETag, 'Last-Modified': new Date(date).toUTCString() }
}

/**
 * Adds the validators that the contract documents for the response. A GET gets 304 if its client has the response.
 * @throws {Problem} 412 to a GET.
 */
export function withValidators(
  { operation, headers }: Pick<OperationCall, 'operation' | 'headers'>,
  draft: DraftResponse,
  validators: EntityValidators,
): DraftResponse {
  const response = getResponse(operation.responses, draft.status)
  const { ETag, 'Last-Modified': date } = validators
  const entityValidators = {
    ...(hasHeader(response, 'ETag') && { ETag }),
    ...(hasHeader(response, 'Last-Modified') && { 'Last-Modified': date }),
  }
  const isRead = operation.method === 'GET'
  if (isRead && operation.evaluatesConditions && evaluateConditions(headers, validators))
    return { status: 304, headers: entityValidators }
  return { ...draft, headers: { ...draft.headers, ...entityValidators } }
}

/**
 * Returns the entity tag of a list without reading the items: the list depends only on these values.
 * @param revision Random hexadecimal digits for each state of the collection, or empty.
 * @param query Includes defaults.
 */
export function listTag(
  { owner, collection }: { owner: string; collection: string },
  listDigest: string,
  revision: string,
  query: Record<string, unknown>,
): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  const sorted = parameters.sort(([first], [second]) => (first < second ? -1 : 1))
  const state = revision.replaceAll('-', '').slice(0, 20).padEnd(20, '0')
  return `"${state}${checksum(JSON.stringify([listDigest, owner, collection, sorted]))}"`
}

/** FNV-1a with 32 bits in 7 characters. It is cheaper than a digest, and a client compares the tags of one URL only. */
function checksum(text: string): string {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return (sum >>> 0).toString(36).padStart(7, '0')
}

export interface Conditions {
  'If-Match'?: string
  'If-None-Match'?: string
  'If-Modified-Since'?: string
  'If-Unmodified-Since'?: string
}

/** Whether a precondition can prevent the request. If-Modified-Since only makes the response of a read shorter. */
export function isConditional(headers: Conditions): boolean {
  const { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch, 'If-Unmodified-Since': unmodifiedSince } = headers
  return (ifMatch ?? ifNoneMatch ?? unmodifiedSince) !== undefined
}

/**
 * Evaluates the preconditions in the order of section 13.2.2. Ignores If-Unmodified-Since with If-Match,
 * If-Modified-Since with If-None-Match, and each date that is not valid.
 * @returns Whether the client of a read already has the response; for a write, whether If-None-Match matches.
 * @throws {Problem} 412 if If-Match or If-Unmodified-Since is false.
 */
export function evaluateConditions(
  headers: Conditions,
  { ETag: tag, 'Last-Modified': lastModified }: EntityValidators,
): boolean {
  const { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch } = headers
  const { 'If-Modified-Since': modifiedSince, 'If-Unmodified-Since': unmodifiedSince } = headers
  // A strong comparison: a weak tag never matches. A comparison with NaN, for a date that is not valid, is false.
  if (ifMatch !== undefined && !includesTag(ifMatch, tag))
    throw preconditionFailed('If-Match does not match the current ETag. Read again, then retry.')
  if (
    ifMatch === undefined &&
    unmodifiedSince !== undefined &&
    parseHttpDate(lastModified) > parseHttpDate(unmodifiedSince)
  )
    throw preconditionFailed('Last-Modified is later than If-Unmodified-Since. Read again, then retry.')
  if (ifNoneMatch !== undefined) return includesTag(ifNoneMatch, tag) || includesTag(ifNoneMatch, tag && `W/${tag}`)
  return modifiedSince !== undefined && parseHttpDate(lastModified) <= parseHttpDate(modifiedSince)
}

/** Checks the preconditions of a write, which ignores If-Modified-Since. @throws {Problem} 412 unless all are true. */
export function requireConditions(
  { 'If-Modified-Since': _, ...conditions }: Conditions,
  validators: EntityValidators,
): void {
  if (evaluateConditions(conditions, validators)) throw preconditionFailed('If-None-Match matches the current ETag.')
}

function includesTag(list: string, tag: string | undefined): boolean {
  if (tag === undefined) return false
  // The pipeline has checked the grammar. The quotes may contain a comma.
  return list === '*' || Array.from(list.matchAll(/(?:W\/)?"[^"]*"/g), ([entityTag]) => entityTag).includes(tag)
}

function preconditionFailed(detail: string): Problem {
  return new Problem('precondition-failed', detail)
}
