// Limits the connections of the process. Each needs a file descriptor, and without a free one the service can neither
// read its data nor report that it is alive.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { StartUpError } from '../configuration/start-up-error.ts'
import { monitoringConnections } from '../monitoring/monitoring-server.ts'

/** Descriptors for the data, and for short uses: backups, loading the keys of the issuer, a refused connection. */
const reservedFiles = 32

/**
 * @returns The number of connections that leaves enough descriptors for the rest, and how many files the process may
 *   open. Returns the configured number if the system does not show its limit.
 * @throws {StartUpError} if not even one connection is possible.
 */
export function possibleConnections(
  configured: number,
  databaseConnections: number,
): { connections: number; openFiles: number } {
  const openFiles = readMaxOpenFiles()
  if (openFiles === Number.POSITIVE_INFINITY) return { connections: configured, openFiles }
  const required = readdirSync('/proc/self/fd').length + databaseConnections + monitoringConnections + reservedFiles
  if (required >= openFiles)
    throw new StartUpError(
      `The process may open ${openFiles} files, and needs more than ${required}: raise the limit (ulimit -n, LimitNOFILE=).`,
    )
  return { connections: Math.min(configured, openFiles - required), openFiles }
}

/** Reads the limit of this process. Node has raised it at its start as far as the system allows. */
function readMaxOpenFiles(): number {
  const file = '/proc/self/limits' // on Linux only
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, limit] = /^Max open files +(\d+)/m.exec(text) ?? []
  return Number(limit ?? Number.POSITIVE_INFINITY)
}
