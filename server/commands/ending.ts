// How a command that runs for a while ends: told to by a signal, and with a code that says how it went.
import { StartUpError } from '../configuration/start-up-error.ts'

/** Ends the process with the code of `run`, or with 2 and a line where it could not be run. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    if (!(error instanceof StartUpError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}

/** Aborted by the first SIGINT or SIGTERM; the second ends the process at once. */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
