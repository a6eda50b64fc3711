// One request and its answer, by openapi-fetch. It keeps apart the ways in which there may be no answer: a wrong
// argument (as it was thrown), a token that could not be had, a network that failed, and a caller who gave up.

import createClient, { defaultPathSerializer } from 'openapi-fetch'
import type { Received } from './answer.ts'
import { ConnectionError, TokenError } from './errors.ts'
import type { AnyInput } from './input.ts'
import { type Operation, type OperationId, operationTable } from './operations.ts'
import { askForToken, type TokenProvider } from './token.ts'

export interface TransportOptions {
  baseUrl: string
  token: TokenProvider
  fetch: (request: Request) => Promise<Response>
}

/** Sends an operation; where `target` is given, to that URL instead of the one its parameters make. */
export type Send = (operation: OperationId, input: AnyInput, target?: URL) => Promise<Received>

// openapi-fetch's own types are of no use behind a table of operations: the methods of the client are typed outside.
interface AnyOperation {
  parameters: { query?: object; path?: object; header?: object }
  requestBody?: { content: { 'application/json': unknown } }
  responses: { 200: { content: { 'application/json': unknown } } }
}
type AnyPaths = Record<string, Record<Operation['method'], AnyOperation>>

export function createTransport({ baseUrl, token, fetch }: TransportOptions): Send {
  // A redirect would turn a POST into a GET, or take the call to where the contract does not hold.
  const api = createClient<AnyPaths>({ baseUrl, redirect: 'manual', pathSerializer })

  return async function send(operation, { query, path, header, body, signal }, target) {
    const route = operationTable[operation]
    const attempt: { url?: URL; sent: boolean } = { sent: false }

    async function authorizeAndFetch(built: Request): Promise<Response> {
      const request = target ? new Request(target, built) : built
      attempt.url = new URL(request.url)
      request.headers.set('Authorization', `Bearer ${await tokenFor(operation, attempt.url, signal)}`)
      attempt.sent = true
      return await fetch(request)
    }

    try {
      signal?.throwIfAborted()
      const { data, error, response } = await api.request(route.method, route.path, {
        params: { ...(query && { query }), ...(path && { path }), ...(header && { header }) },
        body,
        signal: signal ?? null,
        parseAs: 'text',
        fetch: authorizeAndFetch,
      })
      return { url: attempt.url ?? new URL(response.url), response, payload: response.ok ? data : error }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (attempt.url && attempt.sent) throw new ConnectionError(operation, attempt.url, error)
      throw error
    }
  }

  async function tokenFor(operation: OperationId, url: URL, signal: AbortSignal | undefined): Promise<string> {
    try {
      return await askForToken(token, signal)
    } catch (cause) {
      throw new TokenError(operation, url, 'no token to send', { cause })
    }
  }
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
