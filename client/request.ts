// Builds the request of an operation, which all attempts of a call send. openapi-fetch puts the URL and the headers
// together.

import { createFinalURL, createQuerySerializer, defaultPathSerializer, mergeHeaders } from 'openapi-fetch'
import { InputError } from './errors.ts'
import type { AnyInput } from './operation-input.ts'
import { type OperationId, operationTable } from './operation-table.ts'
import { isIdempotent } from './retry.ts'

export interface OperationRequest {
  url: URL
  /** Without the token, which each attempt adds. */
  init: { method: string; headers: Headers; body?: string }
  /** Whether sending it again changes nothing more, even if it has been carried out. */
  isIdempotent: boolean
}

/** @throws {InputError} for parameters that a URL cannot contain. */
export function buildUrl(operation: OperationId, baseUrl: string, { query, path }: AnyInput): URL {
  const template = operationTable[operation].path
  const params = { ...(query && { query: { ...query } }), ...(path && { path: { ...path } }) }
  const querySerializer = createQuerySerializer()
  return orInputError(
    operation,
    baseUrl + template,
    () => new URL(createFinalURL(template, { baseUrl, params, querySerializer, pathSerializer })),
  )
}

/** @throws {InputError} for headers or a body that cannot be sent. */
export function buildRequest(
  operation: OperationId,
  url: URL,
  { header, body }: AnyInput,
  isRetrying: boolean,
): OperationRequest {
  const { method, keyed } = operationTable[operation]
  const init = orInputError(operation, url.origin + url.pathname, () => ({
    // fetch does not put `patch` into capitals, but does so with the other methods.
    method: method.toUpperCase(),
    headers: mergeHeaders(body === undefined ? {} : { 'Content-Type': 'application/json' }, { ...header }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }))
  if (keyed && isRetrying && !init.headers.has('Idempotency-Key')) init.headers.set('Idempotency-Key', randomKey())
  const hasKey = keyed === true && init.headers.has('Idempotency-Key')
  return { url, init, isIdempotent: isIdempotent(method, hasKey) }
}

function orInputError<T>(operation: OperationId, url: string, build: () => T): T {
  try {
    return build()
  } catch (cause) {
    throw new InputError({ operation, url, attempt: 0 }, 'unchanged', 'an argument cannot be sent', { cause })
  }
}

// 128 random bits. crypto.randomUUID does not exist in pages loaded over plain HTTP.
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

// `encodeURIComponent` keeps dots, and the URL parser removes the segments `.` and `..`, encoded or not. The request
// would go to another path.
function pathSerializer(path: string, values: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || value === '.' || value === '..') {
      throw new TypeError(`path.${name} must not be ${JSON.stringify(value)}: it would change the path`)
    }
  }
  return defaultPathSerializer(path, values)
}
