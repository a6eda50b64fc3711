// A TCP proxy on loopback in front of one server, for tests of a network that fails.
import { connect, createServer, type Socket } from 'node:net'
import { onCleanUp } from '../folder.ts'
import { listenOn } from '../free-port.ts'

/**
 * `refuse`: connections are reset and new ones refused, as when a process has ended. `silent`: old and new connections
 * are open and nothing passes, as when a cable is cut.
 */
type Cut = 'refuse' | 'silent'

export interface Proxy extends AsyncDisposable {
  port: number
  cut(kind: Cut): void
  /** After `silent` the connections go on with what was sent meanwhile, as TCP does after a cable is repaired. */
  restore(): Promise<void>
}

export async function startProxy(target: { port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let waiting: Socket[] = []
  let isSilent = false

  const forward = (client: Socket) => {
    const upstream = connect({ host: '127.0.0.1', port: target.port, allowHalfOpen: true, noDelay: true })
    pass(client, upstream)
    pass(upstream, client)
  }
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('end', () => to.end())
    from.on('error', () => to.resetAndDestroy())
    from.on('close', () => {
      sockets.delete(from)
      // The other direction of a connection that ended in order may still be open.
      if (!from.readableEnded) to.destroy()
    })
    if (isSilent) from.pause()
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (!isSilent) return forward(client)
    client.pause().on('error', () => {})
    waiting.push(client)
  })
  const destroyAll = () => {
    for (const socket of [...sockets, ...waiting]) socket.resetAndDestroy()
    waiting = []
  }
  const port = await listenOn(server)
  const proxy: Proxy = {
    port,
    cut(kind) {
      isSilent = kind === 'silent'
      if (isSilent) {
        for (const socket of sockets) socket.pause()
      } else {
        server.close()
        destroyAll()
      }
    },
    async restore() {
      isSilent = false
      for (const socket of waiting.splice(0)) forward(socket)
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listenOn(server, port)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      destroyAll()
    },
  }
  onCleanUp(async () => proxy[Symbol.asyncDispose]())
  return proxy
}
