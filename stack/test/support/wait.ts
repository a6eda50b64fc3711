// Waits for what a test expects. The limits only end a test that hangs: no result depends on the speed of the machine.

/** How long to wait for one event, in milliseconds. Alone, each takes less than a tenth of this. */
export const waitMs = 60_000

/** How long a child process may run, in milliseconds. Alone, the slowest takes less than a fifth of this. */
export const processMs = 300_000

interface Options {
  /** The pause between two attempts, in milliseconds. Default: 50. */
  interval?: number
}

// The real ones, also in a test that replaces them.
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
