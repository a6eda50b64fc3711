// Tells an application that a call uses a deprecated part of the API.

import { parseHttpDate } from '../server/core/conditions/http-date.ts'
import type { Call } from './result.ts'

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
export function readDeprecation({ operation, url, attempt }: Call, headers: Headers): DeprecatedCall | undefined {
  const deprecation = headers.get('Deprecation')
  if (deprecation === null) return undefined
  const since = new Date(Number(/^@(\d+)/.exec(deprecation)?.[1]) * 1000)
  const sunset = new Date(parseHttpDate(headers.get('Sunset') ?? ''))
  return { operation, url, attempt, ...(isValid(since) && { since }), ...(isValid(sunset) && { sunset }) }
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}
