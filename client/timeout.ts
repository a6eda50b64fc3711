// The timers of a call: a timeout for some work, and a wait that can be aborted. `setTimeout` is looked up at each use,
// so that a test can replace it.

// A timer with a longer delay fires at once.
const maxTimerMs = 2 ** 31 - 1

/**
 * Runs the work, but rejects as soon as `signal` is aborted or `ms` have passed. The signal that the work receives is
 * then aborted too. If the work continues all the same, its result is ignored.
 */
export async function withTimeout<T>(
  { ms, signal, createError }: { ms: number; signal: AbortSignal | undefined; createError: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const timer = ms > maxTimerMs ? undefined : setTimeout(() => controller.abort(createError()), ms)
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([work(controller.signal), aborted])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Resolves after `ms`, or as soon as one of the signals is aborted. */
export function wait(ms: number, signals: (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    for (const signal of signals) signal?.addEventListener('abort', end)
    if (signals.some((signal) => signal?.aborted)) end()
  })
}
