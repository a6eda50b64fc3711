// Prints the result of the type check for `make dev`: errors as soon as they are found, then a summary.
import { Worker } from 'node:worker_threads'
import type { TypeCheckResult } from './type-check-thread.ts'

// More lines would scroll the first errors out of the terminal.
const maxErrorsShown = 20

/** @returns A function that starts a check and cancels the previous one. `since` is when the change was noticed. */
export function createTypeChecker(logDuration: (what: string, since: number) => void): (since: number) => void {
  const thread = new Worker(new URL('./type-check-thread.ts', import.meta.url))
  let current = { check: 0, since: 0, errors: 0 }

  thread.on('message', ({ check, errors, isOver }: TypeCheckResult) => {
    if (check !== current.check) return
    for (const error of errors) {
      current.errors += 1
      if (current.errors <= maxErrorsShown) console.log(error)
    }
    if (isOver) logDuration(summary(current.errors), current.since)
  })
  thread.on('error', (error) => {
    throw error
  })

  return (since) => {
    current = { check: current.check + 1, since, errors: 0 }
    thread.postMessage(current.check)
  }
}

function summary(errors: number): string {
  if (errors === 0) return 'no type errors'
  return errors === 1 ? '1 type error' : `${errors} type errors`
}
