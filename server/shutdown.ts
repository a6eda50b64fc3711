// SIGINT and SIGTERM: the server accepts no new connections, finishes the requests under way, then closes the rest.
// Orchestrators kill a process after ten seconds; a second signal ends it at once.
import type { Server } from 'node:http'

const shutdownTimeoutMs = 8_000

export interface ShutdownParts {
  server: Server
  /** Called at once, before the last responses are sent. */
  onSignal?: () => void
  /** Called when the last response is sent. */
  close?: () => Promise<void>
}

export function closeOnSignal({ server, onSignal, close }: ShutdownParts): void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  function shutDown(): void {
    // Without this listener, the next signal ends the process.
    for (const signal of signals) process.off(signal, shutDown)
    onSignal?.()
    // This also closes idle connections.
    server.close(() => close?.())
    // No connection is kept alive; one that never ends is closed after the timeout.
    server.keepAliveTimeout = 1
    setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs).unref()
  }
  for (const signal of signals) process.on(signal, shutDown)
}
