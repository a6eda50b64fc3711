// A pooler in transaction mode, as PgBouncer is with `pool_mode = transaction`. All connections share the session of the first
// one, and each has it for one transaction at a time.
import { connect, createServer, type Socket } from 'node:net'
import { onCleanUp } from '../folder.ts'
import { listenOn } from '../free-port.ts'

/** The types of messages: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const [terminate, readyForQuery] = ['X', 'Z'].map((type) => type.charCodeAt(0))

export async function startTransactionPooler(target: { port: number }): Promise<{ port: number }> {
  const sockets = new Set<Socket>()
  let shared: Socket | undefined
  /** Resolves when the session is free. */
  let free: Promise<void> = Promise.resolve()

  const server = createServer(async (client) => {
    const own = connect(target.port, '127.0.0.1')
    for (const socket of [client, own]) sockets.add(socket.on('error', () => {}))
    const toOwn = (chunk: Buffer) => own.write(chunk)
    client.on('data', toOwn)
    await relayUntilReady(own, client) // the login
    client.off('data', toOwn)
    shared ??= own
    const session = shared
    let release: (() => void) | undefined
    // The driver sends all messages of a statement in one piece, and the next ones after the response.
    client.on('data', async (chunk: Buffer) => {
      if (chunk[0] === terminate) return void client.end()
      if (release === undefined) {
        const before = free
        const { promise, resolve } = Promise.withResolvers<void>()
        free = promise
        release = resolve
        await before
      }
      session.write(chunk)
      if ((await relayUntilReady(session, client)) !== 'idle') return
      release?.()
      release = undefined
    })
  })
  onCleanUp(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: await listenOn(server) }
}

/** Resolves with the state of the session when the server is ready for the next statement. */
function relayUntilReady(from: Socket, to: Socket): Promise<'idle' | 'in a transaction'> {
  return new Promise((resolve) => {
    let rest = Buffer.alloc(0)
    from.on('data', function relay(chunk: Buffer) {
      to.write(chunk)
      rest = Buffer.concat([rest, chunk])
      // A type and a length, which counts itself.
      while (rest.length > 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readInt32BE(1))
        rest = rest.subarray(message.length)
        if (message[0] !== readyForQuery) continue
        from.off('data', relay)
        return resolve(message.toString('latin1', 5) === 'I' ? 'idle' : 'in a transaction')
      }
    })
  })
}
