// The type check as `make dev` shows it: complaints as they are found, then how it went.
import { Worker } from 'node:worker_threads'
import type { Found } from './type-check-thread.ts'

// More would push the first ones out of sight.
const mostShown = 20

/** @returns Starts a check, which ends the one before; `since` is when its reason was noticed. */
export function createTypeChecker(say: (what: string, since: number) => void): (since: number) => void {
  const thread = new Worker(new URL('./type-check-thread.ts', import.meta.url))
  let current = { check: 0, since: 0, complaints: 0 }

  thread.on('message', ({ check, complaints, isOver }: Found) => {
    if (check !== current.check) return
    for (const complaint of complaints) {
      current.complaints += 1
      if (current.complaints <= mostShown) console.log(complaint)
    }
    if (isOver) say(conclusion(current.complaints), current.since)
  })
  thread.on('error', (error) => {
    throw error
  })

  return (since) => {
    current = { check: current.check + 1, since, complaints: 0 }
    thread.postMessage(current.check)
  }
}

function conclusion(complaints: number): string {
  if (complaints === 0) return 'types fit'
  return complaints === 1 ? 'types do not fit: 1 error' : `types do not fit: ${complaints} errors`
}
