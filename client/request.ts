// From what an operation was given to the request that is sent for it, as often as it is sent. openapi-fetch puts the
// URL and the headers together.

import { createFinalURL, createQuerySerializer, defaultPathSerializer, mergeHeaders } from 'openapi-fetch'
import { InputError } from './errors.ts'
import type { AnyInput } from './operation-input.ts'
import { type OperationId, operationTable } from './operation-table.ts'

export interface Outgoing {
  url: URL
  /** Without the token, which is another one each time. */
  init: { method: string; headers: Headers; body?: string }
  /** Whether it does no more when it is sent again after it may have been carried out. */
  isRepeatable: boolean
}

/** Where an operation is. @throws {InputError} for parameters that no URL can have. */
export function urlOf(id: OperationId, baseUrl: string, { query, path }: AnyInput): URL {
  const template = operationTable[id].path
  const params = { ...(query && { query: { ...query } }), ...(path && { path: { ...path } }) }
  return orInputError(
    id,
    baseUrl + template,
    () =>
      new URL(createFinalURL(template, { baseUrl, params, querySerializer: createQuerySerializer(), pathSerializer })),
  )
}

/** @throws {InputError} for headers or a body that cannot be sent. */
export function outgoingOf(id: OperationId, url: URL, { header, body }: AnyInput, isRetried: boolean): Outgoing {
  const { method, keyed } = operationTable[id]
  const init = orInputError(id, url.origin + url.pathname, () => ({
    // `patch` is the one method that fetch does not put into capitals.
    method: method.toUpperCase(),
    headers: mergeHeaders(body === undefined ? {} : { 'Content-Type': 'application/json' }, { ...header }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }))
  if (keyed && isRetried && !init.headers.has('Idempotency-Key')) init.headers.set('Idempotency-Key', randomKey())
  const hasKey = keyed === true && init.headers.has('Idempotency-Key')
  return { url, init, isRepeatable: method !== 'patch' && (method !== 'post' || hasKey) }
}

function orInputError<T>(operation: OperationId, url: string, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    throw new InputError({ operation, url, attempt: 0 }, 'unchanged', 'what was given cannot be sent', { cause })
  }
}

// 128 bits. crypto.randomUUID is missing in pages that came over plain HTTP.
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

// `encodeURIComponent` leaves dots alone, and the URL parser then takes `..` for a step up, encoded or not: the
// request would go to another path than the one that was asked for.
function pathSerializer(path: string, values: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || value === '.' || value === '..') {
      throw new TypeError(`path.${name} must not be ${JSON.stringify(value)}: it would change the path`)
    }
  }
  return defaultPathSerializer(path, values)
}
