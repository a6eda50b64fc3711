// Sends a call: makes its attempts, refreshes the token once, retries where that is safe, and keeps to the timeouts.

import { type AttemptOptions, attempt, type CallState } from './attempt.ts'
import { getBaseUrl } from './base-url.ts'
import { type ResolvedOptions, resolveOptions, type TimingOptions } from './call-options.ts'
import { type DeprecationOptions, readDeprecation } from './deprecation.ts'
import { type ClientError, ConnectionError, TimeoutError, TokenError } from './errors.ts'
import type { AnyInput } from './operation-input.ts'
import { buildRequest, buildUrl, type ClientOperation, type OperationRequest } from './request.ts'
import type { AnyResult } from './result.ts'
import { delayMs, isRetryable } from './retry.ts'
import { type Limit, throwIfAborted, wait, withTimeout } from './timeout.ts'
import { createTokenSource, type Token, type TokenProvider } from './token-provider.ts'

export interface TransportOptions extends AttemptOptions, DeprecationOptions, TimingOptions {
  baseUrl: string
  basePath?: string | undefined
  /** Default: no request has a token. */
  token?: TokenProvider | undefined
  tokenFormat: RegExp
}

export interface CallResult {
  /** The URL of the request, including its query. */
  url: URL
  result: AnyResult
}

/** Sends an operation. @param target Default: the URL built from the input. */
export type Send = (operation: ClientOperation, input: AnyInput, target?: URL) => Promise<CallResult>

interface PendingCall {
  operation: ClientOperation
  request: OperationRequest
  state: CallState
  options: ResolvedOptions
  signal: AbortSignal
}

type AttemptResult = { result: AnyResult; error?: never } | { result?: never; error: ClientError }

/** @throws {TypeError} for timeouts and retries that are out of range. */
export function createTransport(transport: TransportOptions): Send {
  const clientOptions = resolveOptions(transport)
  const { baseUrl, basePath, token: provider, tokenFormat } = transport
  const tokens = provider === undefined ? undefined : createTokenSource(provider, clientOptions.attemptMs, tokenFormat)

  return async function send(operation, input, target) {
    const options = resolveOptions(input, clientOptions)
    const url = target ?? buildUrl(operation, getBaseUrl(baseUrl, basePath, operation.base), input)
    const request = buildRequest(operation, url, input, options.canRetry)
    const state: CallState = {
      operation: operation.id,
      url: url.origin + url.pathname,
      attempt: 0,
      outcome: 'unchanged',
    }
    const limit = getLimit(state, options.totalMs, input.signal)
    const result = await withTimeout(limit, (signal) => sendWithRetries({ operation, request, state, options, signal }))
    const deprecated = readDeprecation(result.call, result.response.headers)
    if (deprecated) transport.onDeprecation?.(deprecated)
    return { url, result }
  }

  async function sendWithRetries(call: PendingCall): Promise<AnyResult> {
    const { state, request, options, signal } = call
    const start = performance.now()
    let hasRefreshed = false
    const tokenSource = call.operation.credentials?.length === 0 ? undefined : tokens
    let nextToken = tokenSource?.getCurrent
    for (;;) {
      state.attempt++
      const token = nextToken && (await wrapAsTokenError(state, nextToken))
      nextToken = tokenSource?.getCurrent
      const { result, error } = await sendOnce(call, token)
      if (result?.response.status === 401 && !hasRefreshed && tokenSource && token) {
        hasRefreshed = true
        const replacement = await wrapAsTokenError(state, () => tokenSource.replace(token))
        nextToken = async () => replacement
        // The service did nothing, so sending the request again is not a retry.
        if (replacement.value !== token.value) continue
      }
      const waitMs = delayMs(state.attempt, result?.response.headers, options)
      const elapsedMs = performance.now() - start
      const { outcome: _, ...exchange } = state
      const retrying = { ...exchange, waitMs, elapsedMs, ...(result ? { status: result.response.status } : { error }) }
      const mayRetry =
        options.canRetry &&
        isRetryable(result, request.isRepeatable) &&
        state.attempt < options.attempts &&
        elapsedMs + waitMs < options.totalMs &&
        !options.signal?.aborted &&
        options.shouldRetry(retrying)
      if (mayRetry) {
        options.onRetry(retrying)
        await wait(waitMs, [signal, options.signal])
        throwIfAborted(signal)
        if (!options.signal?.aborted) continue
      }
      if (result) return result
      throw error
    }
  }

  async function sendOnce(
    { operation, state, request, options, signal }: PendingCall,
    token: Token | undefined,
  ): Promise<AttemptResult> {
    const limit = getLimit(state, options.attemptMs, signal)
    try {
      const result = await withTimeout(limit, (signal) =>
        attempt(transport, { operation, state, request, token: token?.value, signal }),
      )
      if (!result.ok) state.outcome = result.outcome
      return { result }
    } catch (error) {
      if (error instanceof ConnectionError || error instanceof TimeoutError) return { error }
      throw error
    }
  }
}

function getLimit(state: CallState, ms: number, signal: AbortSignal | undefined): Limit {
  const createError = () => new TimeoutError(state, state.outcome, `no complete response within ${ms} ms`)
  return { ms, signals: [signal], createError }
}

async function wrapAsTokenError(state: CallState, request: () => Promise<Token>): Promise<Token> {
  try {
    return await request()
  } catch (cause) {
    throw new TokenError(state, state.outcome, 'no token to send', { cause })
  }
}
