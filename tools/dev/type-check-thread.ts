// Checks the types in a thread of its own: the compiler keeps a core busy for a second, and nobody else has to wait.
import { setImmediate as breath } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { typeCheckOf } from './type-check.ts'

/** Which check a message belongs to is told by its number: the last one asked for is the only one that counts. */
export interface Found {
  check: number
  complaints: string[]
  isOver: boolean
}

const check = typeCheckOf(process.cwd())
let asked = 0

parentPort?.on('message', async (number: number) => {
  asked = number
  const say = (complaints: string[], isOver: boolean) => {
    const found: Found = { check: number, complaints, isOver }
    parentPort?.postMessage(found)
  }
  for (const complaints of check()) {
    if (complaints.length > 0) say(complaints, false)
    await breath()
    if (asked !== number) return
  }
  say([], true)
})
