// The limits of a call, in time and in attempts: the defaults, the options of the client, and the options of one call.

import type { ClientError } from './errors.ts'
import type { Call } from './result.ts'

/** Limits in milliseconds, each greater than 0. `Infinity` means no limit. */
export interface Timeouts {
  /** Timeout of one attempt, from sending the request to the end of its response, and of the token function. Default: 10,000. */
  attempt?: number
  /** Timeout of the whole call: the token function, all attempts and the waits between them. Default: 30,000. */
  total?: number
}

/** Describes a retry before it is sent. */
export interface Retrying extends Call {
  /** The wait before the next attempt, in milliseconds. */
  waitMs: number
  /** The time since the call began, in milliseconds. */
  elapsedMs: number
  /** The status of the last response. Absent if there was none. */
  status?: number
  /** Why there was no response. Absent if there is a `status`. */
  error?: ClientError
}

/** When to retry. The client retries only requests that are safe to repeat. */
export interface RetryOptions {
  /** Highest number of attempts, the first included; 1 or more. Default: 4. */
  attempts?: number
  /** Upper bound of the wait before the second attempt, in milliseconds. It doubles with each attempt. Default: 250. */
  firstDelayMs?: number
  /** Maximum of this bound, in milliseconds. `Retry-After` can make a wait longer. Default: 5,000. */
  longestDelayMs?: number
  /** Called before each retry. After `false` the call ends with the last response or error. Default: always `true`. */
  shouldRetry?: (retrying: Retrying) => boolean
  /** Ends the wait and all retries; the call ends with the last response or error. An attempt in flight is finished. */
  signal?: AbortSignal | undefined
  /** Called before each wait. */
  onRetry?: (retrying: Retrying) => void
  /** Returns the fraction of the upper bound to wait, from 0 to less than 1. Default: `Math.random`. */
  random?: () => number
}

/** Timeouts and retries. For a call, an omitted option has the value that the client was created with. */
export interface TimingOptions {
  timeoutMs?: Timeouts | undefined
  /** `false` sends each request once. For a call, an object turns retries on. */
  retry?: false | RetryOptions | undefined
}

/** Options for one call. They override the options of the client. */
export interface CallOptions extends TimingOptions {
  /** Aborts the call at once, whatever it is doing. The call then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined
}

/** The options of a call, with all defaults. */
export interface ResolvedOptions extends Required<Omit<RetryOptions, 'signal'>> {
  signal?: AbortSignal | undefined
  attemptMs: number
  totalMs: number
  canRetry: boolean
}

const defaults: ResolvedOptions = {
  attemptMs: 10_000,
  totalMs: 30_000,
  canRetry: true,
  attempts: 4,
  firstDelayMs: 250,
  longestDelayMs: 5_000,
  shouldRetry: () => true,
  onRetry: () => {},
  random: () => Math.random(),
}

/** @throws {TypeError} for a number that is out of range. */
export function resolveOptions({ timeoutMs = {}, retry }: TimingOptions, base = defaults): ResolvedOptions {
  const options = {
    ...base,
    attemptMs: timeoutMs.attempt ?? base.attemptMs,
    totalMs: timeoutMs.total ?? base.totalMs,
    ...(retry !== undefined && { ...retry, canRetry: retry !== false }),
  }
  const { attemptMs, totalMs, attempts, firstDelayMs, longestDelayMs } = options
  if (!(attemptMs > 0 && totalMs > 0)) throw new TypeError('timeoutMs must be greater than 0')
  if (!(attempts >= 1)) throw new TypeError('retry.attempts must be 1 or more; retry: false turns retries off')
  if (!(firstDelayMs >= 0 && longestDelayMs >= 0)) throw new TypeError('retry delays must be 0 or more')
  return options
}
