// Waits for a program that says nothing when it listens.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProcess } from './process.ts'

/** @throws {Error} with its output if it does not listen within ten seconds. */
export async function untilListening(port: number, process: RunningProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await sleep(50)
  }
  throw new Error(`nothing listens on port ${port}: ${process.stderr}`)
}
