// Whether a request is sent again, and when. Again means: nothing was done, or doing it again changes nothing.

import type { Settings } from './call-options.ts'

/** An answer as far as trying again goes. */
export interface Judged {
  /** As the contract has it, or `unexpected`. */
  status: number | 'unexpected'
  response: Response
}

const transient = [408, 500, 502, 503, 504]

/**
 * With 429 the service, or a gateway before it, says that it did nothing; so does the service with its own 503: the
 * contract has it that a refused request changes nothing. Another 503 is a gateway's, which may have passed it on.
 */
export function isRetryable({ status, response }: Judged, repeatable: boolean): boolean {
  return response.status === 429 || status === 503 || (repeatable && transient.includes(response.status))
}

/** Full jitter, so that those who were turned away together do not come back together; never before `Retry-After`. */
export function delayMs(attempt: number, response: Response | undefined, settings: Settings): number {
  const { firstDelayMs, longestDelayMs, random } = settings
  const jitter = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return (response ? retryAfterMs(response.headers) : 0) + jitter
}

// Seconds, or a date (RFC 9110, section 10.2.3). The date is by the clock of whoever answered, where that is known.
function retryAfterMs(headers: Headers): number {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  return Math.max(0, Date.parse(value) - now) || 0
}
