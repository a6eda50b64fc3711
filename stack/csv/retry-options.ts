// How long a command retries: longer than an application would, because a person is told about it and can stop it.
import type { ClientOptions, Retrying } from '../client/index.ts'

/** The person at the command. */
export interface Attended {
  say: (line: string) => void
  /** Ends the command after the request that is under way. */
  stop: AbortSignal
}

// Before the first response, a wrong address is more likely than an unavailable service.
const untilFirstResponseMs = 3_000
const attemptMs = 30_000
const attemptsAtInternalError = 4

/** Options of a client that retries each request for `limitMs`. */
export function retryOptions(limitMs: number, { say, stop }: Attended) {
  let hasResponse = false
  const currentLimitMs = () => (hasResponse ? limitMs : Math.min(limitMs, untilFirstResponseMs))

  function shouldRetry({ status, attempt, elapsedMs, waitMs }: Retrying): boolean {
    if (status === 500 && attempt >= attemptsAtInternalError) return false
    return elapsedMs + waitMs <= currentLimitMs()
  }

  function onRetry({ status, attempt }: Retrying): void {
    if (attempt > 1) return
    const reason = status === undefined ? 'did not respond' : `returned ${status}`
    say(`The service ${reason}. Retrying for up to ${currentLimitMs() / 1000} s …`)
  }

  return {
    async fetch(request) {
      const response = await globalThis.fetch(request)
      hasResponse = true
      return response
    },
    timeoutMs: { attempt: attemptMs, total: Infinity },
    retry: { attempts: Infinity, shouldRetry, onRetry, signal: stop },
  } satisfies Partial<ClientOptions>
}
