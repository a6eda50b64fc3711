// Listens, or says in one line why that is not possible.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { StartUpError } from '../configuration/start-up-error.ts'

/**
 * Returns the URL of the server once it is listening.
 * @param prefix Prefix of the settings of the address: `OPS_` for OPS_HOST and OPS_PORT.
 * @throws {StartUpError} if it cannot listen.
 */
export async function listen(server: Server, host: string, port: number, prefix = ''): Promise<string> {
  server.listen(port, host)
  return urlWhenListening(server, (code) => {
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    const isPort = code === 'EADDRINUSE' || code === 'EACCES'
    const fix = isPort ? `another port with ${prefix}PORT=` : `another address with ${prefix}HOST=`
    return `${host} port ${port} ${reason}: choose ${fix}.`
  })
}

/**
 * Listens on a socket that a supervisor holds open, so that connections wait while the process restarts.
 * @returns The URL of the server. @throws {StartUpError} if it cannot listen.
 */
export async function listenOnSocket(server: Server, descriptor: number): Promise<string> {
  server.listen({ fd: descriptor })
  return urlWhenListening(server, (code) => `The socket of LISTEN_FDS cannot be used (${code}): pass one TCP socket.`)
}

async function urlWhenListening(server: Server, toMessage: (code: string | undefined) => string): Promise<string> {
  try {
    await once(server, 'listening')
  } catch (error) {
    // A server that cannot listen emits an error with a code.
    throw new StartUpError(toMessage((error as NodeJS.ErrnoException).code))
  }
  const bound = server.address()
  if (bound === null || typeof bound === 'string')
    throw new StartUpError('The socket of LISTEN_FDS is not a TCP socket: pass one TCP socket.')
  const { address, port } = bound
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
