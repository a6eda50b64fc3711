// Builds the request of an operation, which all attempts of a call send. openapi-fetch puts the URL and the headers
// together.

import { createFinalURL, mergeHeaders } from 'openapi-fetch'
import { type Styles, writeHeaders, writeQuery, writeValue } from '../core/pipeline/write-styles.ts'
import type { OperationData } from './contract.ts'
import { InputError } from './errors.ts'
import type { AnyInput } from './operation-input.ts'
import { serializeBody } from './request-body.ts'
import { statusIfDone } from './retry.ts'

/** An operation with its `operationId`. */
export interface ClientOperation extends OperationData {
  id: string
}

export interface OperationRequest {
  url: URL
  /** Options of `fetch` without the token, which each attempt adds. */
  init: { method: string; headers: Headers; body?: BodyInit }
  /** Whether to send the request again after its response was lost. */
  isRepeatable: boolean
}

const etagHint = 'If ETag was not readable, let the service or the gateway send Access-Control-Expose-Headers: ETag'

/** @throws {InputError} for parameters that a URL cannot contain, and for a `baseUrl` that is a path outside a page. */
export function buildUrl(
  { id, path: template, styles }: ClientOperation,
  baseUrl: string,
  { query, path }: AnyInput,
): URL {
  if (baseUrl[0] === '/') {
    throw inputError(id, baseUrl + template, 'baseUrl is a path. Outside a page, pass an absolute URL')
  }
  const params = { query: { ...query }, path: { ...path } }
  const serializers = {
    querySerializer: (values: object) => writeQuery(values, styles?.query),
    pathSerializer: (path: string, values: Record<string, unknown>) => serializePath(path, values, styles?.path),
  }
  return wrapAsInputError(
    id,
    baseUrl + template,
    () => new URL(createFinalURL(template, { baseUrl, params, ...serializers })),
  )
}

/** @throws {InputError} for headers or a body that cannot be sent, and for a write whose precondition has no value. */
export function buildRequest(
  { id, method, takesKey, mediaType: defaultType = 'application/json', styles }: ClientOperation,
  url: URL,
  { header, body, mediaType = defaultType }: AnyInput,
  canRetry: boolean,
): OperationRequest {
  const urlWithoutQuery = url.origin + url.pathname
  const emptyPrecondition = method === 'get' ? undefined : findEmptyPrecondition({ ...header })
  if (emptyPrecondition !== undefined) {
    throw inputError(id, urlWithoutQuery, `${emptyPrecondition} has no value. ${etagHint}`)
  }
  const isForm = mediaType === 'multipart/form-data'
  const init = wrapAsInputError(id, urlWithoutQuery, () => ({
    // `fetch` does not convert `patch` to upper case, unlike the other methods.
    method: method.toUpperCase(),
    // fetch adds the boundary of a form.
    headers: mergeHeaders(
      body === undefined || isForm ? {} : { 'Content-Type': mediaType },
      writeHeaders({ ...header }, styles?.header),
    ),
    ...(body !== undefined && { body: serializeBody(mediaType, body) }),
  }))
  if (takesKey && canRetry && !init.headers.has('Idempotency-Key')) init.headers.set('Idempotency-Key', randomKey())
  const hasKey = takesKey === true && init.headers.has('Idempotency-Key')
  return { url, init, isRepeatable: hasKey || method in statusIfDone }
}

function wrapAsInputError<T>(operation: string, url: string, build: () => T): T {
  try {
    return build()
  } catch (cause) {
    throw inputError(operation, url, 'an argument cannot be sent', { cause })
  }
}

function inputError(operation: string, url: string, message: string, options?: ErrorOptions): InputError {
  return new InputError({ operation, url, attempt: 0 }, 'unchanged', message, options)
}

// 128 random bits. crypto.randomUUID does not exist in pages loaded over plain HTTP.
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

// A precondition without a value is a mistake: the write would overwrite what the precondition should protect.
function findEmptyPrecondition(header: object): string | undefined {
  return Object.entries(header).find(([name, value]) => !value && /^if-/i.test(name))?.[0]
}

// `encodeURIComponent` keeps dots, and the URL parser removes the segments `.` and `..`, encoded or not. The request
// would go to a different path, as with an empty value.
function serializePath(path: string, values: Record<string, unknown>, styles: Styles = {}): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = writeValue(values[name] ?? '', styles[name])
    if (/^\.{0,2}$/.test(value)) {
      throw new TypeError(`path.${name} must not be ${JSON.stringify(value)}: it would change the path`)
    }
    return value
  })
}
