// The clock of a call: work with an end, and waiting that can be given up. Timers are those of the surroundings, looked
// up when they are needed, so that a test can replace them.

// Beyond this a timer goes off at once.
const longestTimerMs = 2 ** 31 - 1

/**
 * Does the work, but rejects as soon as `signal` is aborted, or `ms` have passed; the signal that the work is given says
 * so, too. Work that goes on all the same is left alone: nobody waits for it.
 */
export async function within<T>(
  { ms, signal, late }: { ms: number; signal: AbortSignal | undefined; late: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const timer = ms > longestTimerMs ? undefined : setTimeout(() => controller.abort(late()), ms)
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([work(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Resolves after `ms`, or as soon as one of the signals is aborted. */
export function pause(ms: number, signals: (AbortSignal | undefined)[]): Promise<void> {
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
