import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port of loopback and prints the URL, as the service does. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => printUrl((server.address() as AddressInfo).port)) // a string only for a pipe
}

export function printUrl(port: number): void {
  console.log(`listens on http://127.0.0.1:${port}`)
}
