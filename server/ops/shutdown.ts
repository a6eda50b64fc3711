// SIGINT and SIGTERM: nobody new is let in, what is under way is finished, and the rest is closed after it. Orchestrators
// kill what has not ended after ten seconds; a second signal ends the process at once.
import type { Server } from 'node:http'

const shutdownDeadlineMs = 8_000

export interface ShutdownParts {
  server: Server
  /** At once, before the last answers are out. */
  onSignal?: () => void
  /** When the last answer is out. */
  close?: () => Promise<void>
}

export function closeOnSignal({ server, onSignal, close }: ShutdownParts): void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  function shutDown(): void {
    // Without a listener of ours the next signal does what signals do.
    for (const signal of signals) process.off(signal, shutDown)
    onSignal?.()
    // Idle connections are closed with it.
    server.close(() => close?.())
    // Connections are not kept for more; what never ends is not waited for.
    server.keepAliveTimeout = 1
    setTimeout(() => server.closeAllConnections(), shutdownDeadlineMs).unref()
  }
  for (const signal of signals) process.on(signal, shutDown)
}
