// The timers of a call: a timeout for some work, and a wait that can be aborted. `setTimeout` is looked up at each use,
// so that a test can replace it.

// A timer with a longer delay fires at once.
const maxTimerMs = 2 ** 31 - 1

export interface Limit {
  ms: number
  signals: (AbortSignal | undefined)[]
  /** Creates the error for a timeout. */
  createError?: () => Error
}

/**
 * Runs the work, but rejects as soon as one of the signals is aborted or `ms` have passed. The signal that the work
 * receives is then aborted too. If the work continues nevertheless, its result is ignored.
 */
export async function withTimeout<T>(
  { ms, signals, createError }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  // Not from `controller.signal`: in React Native, a signal has no reason.
  let reason: unknown
  const stop = (cause: unknown) => {
    reason = cause
    controller.abort(cause)
  }
  const abort = () => {
    for (const signal of signals) if (signal?.aborted) stop(getReason(signal))
  }
  const timer = ms > maxTimerMs ? undefined : setTimeout(() => stop(createError?.()), ms)
  try {
    return await new Promise((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(reason))
      for (const signal of signals) {
        throwIfAborted(signal)
        signal?.addEventListener('abort', abort)
      }
      work(controller.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    for (const signal of signals) signal?.removeEventListener('abort', abort)
  }
}

/** Resolves after `ms`, or as soon as one of the signals is aborted. */
export function wait(ms: number, signals: Limit['signals']): Promise<void> {
  return withTimeout({ ms, signals }, () => new Promise<never>(() => {})).catch(() => {})
}

/** Replaces `signal.throwIfAborted`, which React Native does not have. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw getReason(signal)
}

function getReason({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' })
}
