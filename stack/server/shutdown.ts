// SIGINT and SIGTERM: the server finishes the requests that it has received, then the process ends. Orchestrators kill a
// process after ten seconds; a second signal ends it at once.
import { constants } from 'node:os'
import type { HttpServer } from './sockets/http-server.ts'

const drainTimeoutMs = 8_000
/** For what still keeps the process alive after the last response, such as log lines that nobody reads. */
const exitTimeoutMs = 1_000

export interface ShutdownParts {
  server: HttpServer
  /** Called at once, before the last responses are sent. */
  onSignal?: () => void
  /** Called when the last response is sent. */
  close?: () => Promise<void>
}

export function closeOnSignal({ server, onSignal, close }: ShutdownParts): void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  async function shutDown(): Promise<void> {
    for (const signal of signals) {
      process.off(signal, shutDown)
      // Not the default of the signal, which does not exist for the first process of a container.
      process.on(signal, () => process.exit(128 + constants.signals[signal]))
    }
    onSignal?.()
    setTimeout(() => server.closeAllConnections(), drainTimeoutMs).unref()
    await server.drain()
    await close?.()
    setTimeout(() => process.exit(), exitTimeoutMs).unref()
  }
  for (const signal of signals) process.on(signal, shutDown)
}
