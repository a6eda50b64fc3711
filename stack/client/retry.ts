// Decides whether to retry a request, and when. A retry is safe if the last attempt did nothing, or if repeating it
// changes nothing more.
import type { ResolvedOptions } from './call-options.ts'
import type { HttpMethod } from './contract.ts'
import type { AnyResult } from './result.ts'

const transient = [408, 500, 502, 503, 504]

/**
 * After an attempt without a response of the service, the service may have carried it out. A request is then sent again if that
 * changes nothing more (RFC 9110, section 9.2.2). The outcome after an error of the next attempt:
 *
 * | Method                     | Sent again | 404         | Another error, such as 412 |
 * | -------------------------- | ---------- | ----------- | -------------------------- |
 * | GET                        | yes        | `unchanged` | `unchanged`                |
 * | DELETE                     | yes        | successful  | `unknown`                  |
 * | PUT                        | yes        | `unknown`   | `unknown`                  |
 * | with an Idempotency-Key    | yes        | `unknown`   | `unknown`                  |
 * | PATCH, other POST          | no         |             |                            |
 *
 * The methods that are sent again without a key, each with the status that means that the lost attempt was carried out.
 */
export const statusIfDone: Partial<Record<HttpMethod, 404 | undefined>> = {
  get: undefined,
  put: undefined,
  delete: 404,
}

/**
 * A 429 means that nothing was done, whoever sent it. So does a documented 503: a rejected request changes nothing. Any
 * other 503 is from a gateway, which may have forwarded the request.
 * @param result Undefined if there was no response. Its `status` is the documented one, or `unexpected`.
 * @param isRepeatable Whether to repeat the request after its response was lost.
 */
export function isRetryable(
  result: Pick<AnyResult, 'status' | 'response'> | undefined,
  isRepeatable: boolean,
): boolean {
  if (!result) return isRepeatable
  const { status } = result.response
  return status === 429 || result.status === 503 || (isRepeatable && transient.includes(status))
}

/** Returns `Retry-After` plus full jitter, so that clients that were rejected together do not retry together. */
export function delayMs(attempt: number, headers: Headers | undefined, options: ResolvedOptions): number {
  const { firstDelayMs, longestDelayMs, random } = options
  const jitter = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return retryAfterMs(headers) + jitter
}

// Seconds or a date (RFC 9110, section 10.2.3). The date follows the clock of the sender, which the header `Date` shows.
function retryAfterMs(headers: Headers | undefined): number {
  const value = headers?.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const now = parseHeaderDate(headers?.get('Date')) || Date.now()
  return Math.max(0, parseHeaderDate(value) - now) || 0
}

/**
 * Parses a date of a header in any of the three formats (RFC 9110, 5.6.7). The service has a strict parser. A client does
 * not have to reject a date that does not exist, and the strict parser would enlarge the bundle.
 * @returns Milliseconds since 1970; NaN for other strings.
 */
export function parseHeaderDate(text: string | null | undefined): number {
  // A year at the end is the oldest format, which has no time zone: `Date.parse` would read it as local time.
  return Date.parse(text && /^[A-Z]/.test(text) ? text.replace(/\d$/, '$& GMT') : '')
}
