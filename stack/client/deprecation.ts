// Tells an application that a call uses a deprecated part of the API.

import type { Call } from './result.ts'
import { parseHeaderDate } from './retry.ts'

/** A call that used a deprecated part of the API. */
export interface DeprecatedCall extends Call {
  /** Since when the part is deprecated (RFC 9745). Absent if the service sends no valid date. */
  readonly since?: Date
  /** When the part may stop working (RFC 8594). Absent if the service sends no valid date. */
  readonly sunset?: Date
}

export interface DeprecationOptions {
  /** Called after each call that uses a deprecated part of the API, with the dates that the service sends. */
  onDeprecation?: ((call: DeprecatedCall) => void) | undefined
}

/** Returns `undefined` for a response without a `Deprecation` header. */
export function readDeprecation(call: Call, headers: Headers): DeprecatedCall | undefined {
  const deprecation = headers.get('Deprecation')
  if (deprecation === null) return undefined
  const since = Number(/^@(\d+)/.exec(deprecation)?.[1]) * 1000
  const sunset = parseHeaderDate(headers.get('Sunset'))
  // NaN is not 0 or more.
  return {
    ...call,
    ...(since >= 0 && { since: new Date(since) }),
    ...(sunset >= 0 && { sunset: new Date(sunset) }),
  }
}
