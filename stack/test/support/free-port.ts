import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Starts listening on 127.0.0.1. @param port Default: any free port. @returns The port. */
export async function listenOn(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // a string only for a pipe
}

/** Finds a port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOn(server)
  server.close()
  await once(server, 'close')
  return port
}
