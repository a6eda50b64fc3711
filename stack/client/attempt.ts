// One attempt of a call: adds the token and the entity tag of a stored response, sends the request, and reads the
// response up to a limit.
import type { ResponseCache } from './cache.ts'
import { addToken } from './credentials.ts'
import { ConnectionError, ResponseTooLargeError } from './errors.ts'
import type { ClientOperation, OperationRequest } from './request.ts'
import { readResponse } from './response.ts'
import type { AnyResult, Call, Outcome } from './result.ts'

/** The current state of a call, for an error that ends it. */
export interface CallState extends Call {
  attempt: number
  outcome: Outcome
}

export interface AttemptOptions {
  fetch: (request: Request) => Promise<Response>
  bodyLimitBytes: number
  cache?: ResponseCache | undefined
}

export interface Attempt {
  operation: ClientOperation
  state: CallState
  request: OperationRequest
  token: string | undefined
  signal: AbortSignal
}

/** Updates `state` as soon as the request may have been carried out. @throws {ClientError} without a complete response. */
export async function attempt(
  options: AttemptOptions,
  { operation, state, request: { url, init }, token, signal }: Attempt,
): Promise<AnyResult> {
  const isRead = init.method === 'GET'
  const headers = new Headers(init.headers)
  const target = new URL(url)
  if (token !== undefined) addToken(operation.credentials, token, headers, target)
  // A caller that sends an entity tag or a date expects to receive the 304.
  const expects304 = headers.has('If-None-Match') || headers.has('If-Modified-Since')
  const cache = isRead && expects304 ? undefined : options.cache
  // All calls without a token share their stored responses.
  const cacheToken = token ?? ''
  const cached = isRead ? cache?.find(cacheToken, url.href) : undefined
  if (cached) headers.set('If-None-Match', cached.etag)
  // Following a redirect could turn a POST into a GET, or send the request to a service without this contract.
  const request = new Request(target, { ...init, headers, redirect: 'manual', signal })

  const earlierOutcome = state.outcome
  if (!isRead) state.outcome = 'unknown'
  const { response, bytes } = await exchange(options, state, request)
  const text = new TextDecoder().decode(bytes)
  const { outcome: _, ...call } = state
  const fromNetwork = {
    call,
    response,
    earlierOutcome,
    bytes,
    text,
    status: response.status,
    headers: response.headers,
  }
  const received =
    cached && response.status === 304
      ? { ...fromNetwork, status: 200, headers: updateHeaders(cached.headers, response.headers), text: cached.text }
      : fromNetwork
  const result = readResponse(operation, received)

  const etag = received.headers.get('ETag')
  if (!isRead) cache?.changed(url.href)
  else if (result.ok && etag !== null)
    cache?.store(cacheToken, url.href, { etag, headers: received.headers, text: received.text })
  return result
}

// The headers of the 304 replace the stored ones (RFC 9111, section 3.2), except those that describe the stored body.
function updateHeaders(stored: Headers, newer: Headers): Headers {
  // An array, because happy-dom cannot copy the Headers of a different implementation of fetch.
  const headers = new Headers([...stored])
  for (const [name, value] of newer) if (!/^content-/i.test(name)) headers.set(name, value)
  return headers
}

async function exchange({ fetch, bodyLimitBytes }: AttemptOptions, state: CallState, request: Request) {
  let bytes: Uint8Array | undefined
  let response: Response
  try {
    response = await fetch(request)
    bytes = await readBytes(response, bodyLimitBytes)
  } catch (cause) {
    throw new ConnectionError(state, state.outcome, `no complete response${corsHint(request)}`, { cause })
  }
  if (bytes === undefined) {
    throw new ResponseTooLargeError(state, state.outcome, `the response has more than ${bodyLimitBytes} bytes`)
  }
  return { response, bytes }
}

// A browser does not tell a page whether the network failed or CORS forbids the response.
function corsHint({ url }: Request): string {
  const origin = globalThis.location?.origin
  if (!origin || new URL(url).origin === origin) return ''
  return `. If the service is up, check that it allows the origin ${origin} (CORS)`
}

/** Reads a body, which can be endless. Returns `undefined`, without reading the rest, after more than `limitBytes`. */
async function readBytes(response: Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { body } = response
  if (!body) {
    // In React Native, a response has no `body`.
    const bytes = new Uint8Array(await response.arrayBuffer())
    return bytes.length > limitBytes ? undefined : bytes
  }
  const reader = body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, length)
    length += value.byteLength
    if (length > limitBytes) {
      // Cancelling fails if the connection has just failed, which no longer matters.
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}

function concatenate(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let start = 0
  for (const chunk of chunks) {
    bytes.set(chunk, start)
    start += chunk.byteLength
  }
  return bytes
}
