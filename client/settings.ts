// How long a call may take and how often it is sent: the defaults, what the client was made with, and what one call
// wants otherwise.

import type { PlantClientError } from './errors.ts'
import type { Call } from './result.ts'

/** `Infinity` is no limit. */
export interface Timeouts {
  /** From sending a request to the end of its answer; 10,000 unless told otherwise. */
  attempt?: number
  /** Of a call: all attempts, the waiting between them and the token provider; 30,000 unless told otherwise. */
  total?: number
}

/** Why a call waits before it is sent again. */
export interface Retrying extends Call {
  waitMs: number
  /** Since the call began. */
  elapsedMs: number
  /** Of the answer; there is either this or an error. */
  status?: number
  error?: PlantClientError
}

export interface RetryOptions {
  /** How often a request is sent at most; 4 unless told otherwise. */
  attempts?: number
  /** The longest wait before the second attempt; it doubles with each attempt. 250 unless told otherwise. */
  firstDelayMs?: number
  /** Unless `Retry-After` wants more; 5,000 unless told otherwise. */
  longestDelayMs?: number
  /** Called before each retry. After `false` the call ends with the last response or error. Default: always `true`. */
  shouldRetry?: (retrying: Retrying) => boolean
  /** Ends the wait and all retries; the call ends with the last response or error. An attempt under way is finished. */
  signal?: AbortSignal | undefined
  /** Is told of each wait. */
  onRetry?: (retrying: Retrying) => void
  /** From 0 to less than 1: which part of the longest wait is waited. `Math.random` unless told otherwise. */
  random?: () => number
}

export interface Patience {
  timeoutMs?: Timeouts | undefined
  /** `false` sends every request once. For a call, anything else sends it again though the client would not. */
  retry?: false | RetryOptions | undefined
}

/** What one call may want otherwise than its client. */
export interface CallOptions extends Patience {
  /** Ends the call at once, whatever it is at: it then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined
}

/** All of them, filled in. */
export interface Settings extends Required<RetryOptions> {
  attemptMs: number
  totalMs: number
  isRetrying: boolean
}

const defaults: Settings = {
  attemptMs: 10_000,
  totalMs: 30_000,
  isRetrying: true,
  attempts: 4,
  firstDelayMs: 250,
  longestDelayMs: 5_000,
  shouldRetry: () => true,
  signal: undefined,
  onRetry: () => {},
  random: () => Math.random(),
}

/** @throws {TypeError} for numbers that make no sense. */
export function settingsOf({ timeoutMs = {}, retry }: Patience, base = defaults): Settings {
  const settings = {
    ...base,
    ...(timeoutMs.attempt !== undefined && { attemptMs: timeoutMs.attempt }),
    ...(timeoutMs.total !== undefined && { totalMs: timeoutMs.total }),
    ...(retry !== undefined && { ...retry, isRetrying: retry !== false }),
  }
  const { attemptMs, totalMs, attempts, firstDelayMs, longestDelayMs } = settings
  if (!(attemptMs > 0 && totalMs > 0)) throw new TypeError('timeoutMs must be more than 0')
  if (!(attempts >= 1)) throw new TypeError('retry.attempts must be 1 or more; retry: false is never')
  if (!(firstDelayMs >= 0 && longestDelayMs >= 0)) throw new TypeError('the delays of retry must be 0 or more')
  return settings
}
