// A worker thread that checks the types. The compiler keeps a core busy for a second, and `make dev` must not wait for it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { typeCheckOf } from './type-check.ts'

/** `check` is the number of the check. Only the results of the latest check count. */
export interface TypeCheckResult {
  check: number
  errors: string[]
  isOver: boolean
}

const check = typeCheckOf(process.cwd())
let latest = 0

parentPort?.on('message', async (number: number) => {
  latest = number
  const post = (errors: string[], isOver: boolean) => {
    const result: TypeCheckResult = { check: number, errors, isOver }
    parentPort?.postMessage(result)
  }
  for (const errors of check()) {
    if (errors.length > 0) post(errors, false)
    await nextTurn() // so that a newer request can arrive
    if (latest !== number) return
  }
  post([], true)
})
