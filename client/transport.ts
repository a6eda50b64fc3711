// A call, from its first attempt to the one that counts: refreshes the token once, tries again where that is safe, and
// ends when its time is up.

import type { AnyResult } from './answer.ts'
import { type AttemptOptions, attempt, type Course } from './attempt.ts'
import { ConnectionError, type PlantClientError, TimeoutError, TokenError } from './errors.ts'
import type { AnyInput } from './input.ts'
import type { OperationId } from './operations.ts'
import { type Outgoing, outgoingOf, urlOf } from './request.ts'
import type { Result } from './result.ts'
import { delayMs, isRetryable } from './retry.ts'
import { type Patience, type Retrying, type Settings, settingsOf } from './settings.ts'
import { createTokens, type Token, type TokenProvider } from './token.ts'
import { pause, within } from './within.ts'

export interface TransportOptions extends AttemptOptions, Patience {
  baseUrl: string
  token: TokenProvider
}

export interface Answered<Id extends OperationId> {
  /** Where it went, query and all. */
  url: URL
  result: Result<Id>
}

/** Sends an operation; where `target` is given, to that URL instead of the one its parameters make. */
export type Send = <Id extends OperationId>(operation: Id, input: AnyInput, target?: URL) => Promise<Answered<Id>>

interface CallUnderWay {
  id: OperationId
  outgoing: Outgoing
  course: Course
  settings: Settings
  signal: AbortSignal
}

type Ended = { result: AnyResult; error?: never } | { result?: never; error: PlantClientError }

/** @throws {TypeError} for timeouts and retries that make no sense. */
export function createTransport(options: TransportOptions): Send {
  const ofClient = settingsOf(options)
  const tokens = createTokens(options.token)

  return async function send<Id extends OperationId>(id: Id, input: AnyInput, target?: URL) {
    input.signal?.throwIfAborted()
    const settings = settingsOf(input, ofClient)
    const url = target ?? urlOf(id, options.baseUrl, input)
    const outgoing = outgoingOf(id, url, input, settings.isRetrying)
    const course: Course = { operation: id, url: url.origin + url.pathname, attempt: 0, outcome: 'unchanged' }
    const limit = { ms: settings.totalMs, signal: input.signal, late: () => tooLate(course, settings.totalMs) }
    const result = await within(limit, (signal) => sendUntilAnswered({ id, outgoing, course, settings, signal }))
    // True because an answer is read by the operation that it answers.
    return { url, result: result as Result<Id> }
  }

  async function sendUntilAnswered(call: CallUnderWay): Promise<AnyResult> {
    const { course, outgoing, settings, signal } = call
    const start = performance.now()
    let isRefreshed = false
    let next = tokens.current
    for (;;) {
      course.attempt++
      const token = await orTokenError(course, next)
      next = tokens.current
      const { result, error } = await sendOnce(call, token)
      if (result?.response.status === 401 && !isRefreshed) {
        isRefreshed = true
        const renewed = await orTokenError(course, () => tokens.renewed(token))
        next = async () => renewed
        // The service did nothing, so this is no retry.
        if (renewed.value !== token.value) continue
      }
      const waitMs = delayMs(course.attempt, result?.response, settings)
      const elapsedMs = performance.now() - start
      const { outcome: _, ...sent } = course
      const retrying = { ...sent, waitMs, elapsedMs, ...(result ? { status: result.response.status } : { error }) }
      const isSafe = result ? isRetryable(result, outgoing.isRepeatable) : outgoing.isRepeatable
      if (isSafe && mayRetry(retrying, settings)) {
        settings.onRetry(retrying)
        await pause(waitMs, [signal, settings.signal])
        signal.throwIfAborted()
        if (!settings.signal?.aborted) continue
      }
      if (result) return result
      throw error
    }
  }

  async function sendOnce({ id, course, outgoing, settings, signal }: CallUnderWay, token: Token): Promise<Ended> {
    const limit = { ms: settings.attemptMs, signal, late: () => tooLate(course, settings.attemptMs) }
    try {
      const result = await within(limit, (signal) =>
        attempt(options, { id, course, outgoing, token: token.value, signal }),
      )
      if (!result.ok) course.outcome = result.outcome
      return { result }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ConnectionError || error instanceof TimeoutError) return { error }
      throw error
    }
  }
}

function mayRetry(retrying: Retrying, { isRetrying, attempts, totalMs, signal, shouldRetry }: Settings): boolean {
  const { attempt, elapsedMs, waitMs } = retrying
  const isInTime = attempt < attempts && elapsedMs + waitMs < totalMs && !signal?.aborted
  return isRetrying && isInTime && shouldRetry(retrying)
}

function tooLate(course: Course, ms: number): TimeoutError {
  return new TimeoutError(course, course.outcome, `no complete answer within ${ms} ms`)
}

async function orTokenError(course: Course, ask: () => Promise<Token>): Promise<Token> {
  try {
    return await ask()
  } catch (cause) {
    throw new TokenError(course, course.outcome, 'no token to send', { cause })
  }
}
