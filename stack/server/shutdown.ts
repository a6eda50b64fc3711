// The end of the process: the server finishes the requests that it has received. Docker kills a process ten seconds
// after SIGTERM.
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from './service.ts'
import type { HttpServer } from './sockets/http-server.ts'

const drainTimeoutMs = 8_000
/** How long anything may keep the process alive after the last response, such as log lines that nobody reads. */
const exitTimeoutMs = 1_000

/** Calls `stop` after the first SIGINT or SIGTERM. A second signal ends the process at once. */
export function onStopSignal(stop: () => void): void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  function onFirst(): void {
    for (const signal of signals) {
      process.off(signal, onFirst)
      // Signals have no default action in process 1 of a container.
      process.on(signal, () => process.exit(128 + constants.signals[signal]))
    }
    stop()
  }
  for (const signal of signals) process.on(signal, onFirst)
}

/** @param delayMs How long the service still takes new requests, while a proxy learns from `/ready` that it is stopping. */
export async function stopService(
  { server, prepareStop, close }: Pick<Service, 'server' | 'prepareStop' | 'close'>,
  delayMs: number,
): Promise<void> {
  prepareStop()
  await sleep(delayMs)
  await shutDown(server, close)
}

/** @param close Called when all connections are closed. */
export async function shutDown(server: HttpServer, close?: () => Promise<void>): Promise<void> {
  setTimeout(() => server.closeAllConnections(), drainTimeoutMs).unref()
  if (server.listening) await server.drain()
  await close?.()
  setTimeout(() => process.exit(), exitTimeoutMs).unref()
}
