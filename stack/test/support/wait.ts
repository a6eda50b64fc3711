// Waits until an expectation holds. Timeouts only end a test that hangs: no result depends on the speed of the machine.

/** Timeout of one event in ms. On an idle machine, each event takes less than a tenth of this. */
export const waitMs = 60_000

/** Timeout of a child process in ms. On an idle machine, the slowest takes less than a fifth of this. */
export const processMs = 300_000

interface Options {
  /** Pause between two attempts in ms. Default: 50. */
  interval?: number
}

// The real functions, even in a test with fake timers.
const { setTimeout } = globalThis
const now = performance.now.bind(performance)

/** Calls `check` until it throws no error, and returns its result. @throws The last error, after `waitMs`. */
export async function waitFor<T>(check: () => T | Promise<T>, { interval = 50 }: Options = {}): Promise<T> {
  const end = now() + waitMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}

/** Calls `read` until it returns something truthy, and returns that. @throws {Error} After `waitMs`. */
export function waitUntil<T>(read: () => T | Promise<T>, options?: Options): Promise<NonNullable<T>> {
  return waitFor(async () => {
    const value = await read()
    if (!value) throw new Error(`Waited ${waitMs / 1000} s for this: ${read}`)
    return value
  }, options)
}
