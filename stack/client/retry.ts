// Decides whether to retry a request, and when. A retry is safe if the last attempt did nothing, or if repeating it
// changes nothing more.

import type { ResolvedOptions } from './call-options.ts'
import { parseHeaderDate } from './header-date.ts'
import type { AnyResult } from './result.ts'

const transient = [408, 500, 502, 503, 504]

/**
 * Whether a request does the same if it is sent twice (RFC 9110, section 9.2.2). A POST does so with an `Idempotency-Key`;
 * a PATCH does not.
 */
export function isIdempotent(method: string, hasKey: boolean): boolean {
  return method !== 'patch' && (method !== 'post' || hasKey)
}

/**
 * A 429 means that nothing was done, whether the service or a gateway sent it. So does a 503 with a problem of the
 * service: by contract, a rejected request changes nothing. Any other 503 is from a gateway, which may have passed the
 * request on.
 *
 * @param result Undefined if there was no response. Its `status` is the documented one, or `unexpected`.
 * @param isRepeatable Whether the request is idempotent.
 */
export function isRetryable(
  result: Pick<AnyResult, 'status' | 'response'> | undefined,
  isRepeatable: boolean,
): boolean {
  if (!result) return isRepeatable
  const { status } = result.response
  return status === 429 || result.status === 503 || (isRepeatable && transient.includes(status))
}

/** Full jitter, so that clients rejected together do not come back together, added to `Retry-After`. */
export function delayMs(attempt: number, headers: Headers | undefined, options: ResolvedOptions): number {
  const { firstDelayMs, longestDelayMs, random } = options
  const jitter = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return retryAfterMs(headers) + jitter
}

// Seconds or a date (RFC 9110, section 10.2.3). The date follows the clock of the sender, which `Date` shows.
function retryAfterMs(headers: Headers | undefined): number {
  const value = headers?.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const now = parseHeaderDate(headers?.get('Date')) || Date.now()
  return Math.max(0, parseHeaderDate(value) - now) || 0
}
