// The system accepts connections before Node sees them, and resets those when the server stops listening. A proxy may
// then not send a POST again.
import type { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Limit of the time for accepting, in ms: under load, there might always be new connections. */
const acceptingMs = 500
/** A turn of the event loop in which nothing happened is shorter. */
const quietTurnMs = 0.1

/**
 * Resolves when Node has seen all connections, or after half a second. The caller must then stop listening at once.
 * Until then, it must begin no other work, because each turn of the event loop must be short.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => void accepted++
  server.on('connection', count)
  const end = performance.now() + acceptingMs
  await nextTurn() // the rest of the current one
  for (let isQuiet = false; !isQuiet && performance.now() < end; ) {
    const [before, start] = [accepted, performance.now()]
    await nextTurn()
    isQuiet = accepted === before && performance.now() - start < quietTurnMs
  }
  server.off('connection', count)
}
