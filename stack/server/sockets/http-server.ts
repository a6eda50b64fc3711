// Node's HTTP server with explicit timeouts, and problem responses for requests that never reach the app: invalid HTTP,
// too large, too slow, or an unsupported Expect.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { methodNotAllowed } from '../../core/contract/routes.ts'
import type { Problem } from '../../core/problem.ts'
import { type App, type AppParts, write } from '../http/exchange.ts'
import { receiveChunks } from '../http/request-body.ts'
import { acceptWaiting } from './accept-waiting.ts'
import { type ClientError, problemOfHead, toProblem } from './http-problems.ts'
import { maxOutstanding, RequestQueue } from './request-queue.ts'

export { listen, listenOnSocket } from './listen.ts'

// With Node's defaults, 1,500 idle connections block a small process for a minute.
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

/** `onResponse` is called for responses that the app never sees. */
export interface HttpServerParts extends Pick<AppParts, 'onResponse' | 'newRequestId'> {
  /** More are closed at once, so that the process keeps descriptors for its own files. Default: no limit. */
  maxConnections?: number
  /** How long one response may take, from its request to the last byte that the peer reads. Default: 30 s. */
  responseTimeoutMs?: number
}

export interface HttpServer extends Server {
  /**
   * Accepts no more connections, and closes each connection after the responses to the requests that it has received.
   * Resolves when all are closed.
   */
  drain: () => Promise<void>
  /** Whether a worker (node:cluster) closes a connection that is one too many. Missing in the types of Node. */
  dropMaxConnection?: boolean
}

/** Size of a piece, in bytes. Most requests are one piece. */
const pieceBytes = 1_024

/**
 * Passes what a connection sends to the parser of Node in pieces, and stops when the connection is refused. A read of
 * 64 KB has up to 2,500 requests: the parser makes objects for each, and all connections are read before one is closed.
 */
function parseInPieces(socket: Socket): void {
  const [parse] = socket.listeners('data')
  if (parse === undefined) return
  socket.removeAllListeners('data').on('data', function parsePieces(bytes: Buffer) {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const isRefused = start > 0 && (socket.destroyed || !socket.listeners('data').includes(parsePieces))
      if (isRefused) return
      parse.call(socket, bytes.subarray(start, start + pieceBytes))
    }
  })
}

export function createHttpServer(
  { contract, handle: handleNow, pipeline, countUnanswered }: App,
  parts: HttpServerParts = {},
): HttpServer {
  const { onResponse = () => {}, newRequestId = randomUUID, responseTimeoutMs = 30_000 } = parts
  // The pipeline responds to a request without Host, and with a problem (target.ts).
  const server = createServer({
    ...timeouts,
    maxHeaderSize: contract.limits.headBytes,
    requireHostHeader: false,
    // What a connection holds of a body that is not read yet.
    highWaterMark: contract.limits.bodyBytes,
  })
  if (parts.maxConnections !== undefined) server.maxConnections = parts.maxConnections
  // With Node's default, a condition behind a thousand other headers is lost. The size of the head bounds their number.
  server.maxHeadersCount = 0
  const queues = new Map<Duplex, RequestQueue>()
  server.on('connection', (socket) => {
    parseInPieces(socket)
    queues.set(socket, new RequestQueue(socket))
    socket.once('close', () => queues.delete(socket))
  })
  const sweep = setInterval(() => {
    for (const queue of queues.values()) queue.disconnectIfOverdue(responseTimeoutMs)
  }, 1_000).unref()
  server.on('close', () => clearInterval(sweep))

  /** Requests that wait until the server has stopped listening. */
  let held: (() => void)[] | undefined
  const handle: App['handle'] = (req, res) => {
    if (held === undefined) handleNow(req, res)
    else held.push(() => handleNow(req, res))
  }

  const respondWith = (problem: Problem) => (res: ServerResponse & { locals?: Partial<Express.Locals> }) => {
    // A request that the app has already seen has an id, and the app reports its response.
    const requestId = res.locals?.requestId ?? newRequestId()
    const response = pipeline.respondWithError({ id: requestId, responseHeaders: {} }, problem)
    res.shouldKeepAlive = false
    write(res, response)
    if (res.locals?.requestId !== undefined) return
    const { status } = response
    onResponse({ requestId, method: undefined, operationId: undefined, status, seconds: 0 })
  }
  const respond = (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    // Node goes on with what it has received already.
    if (socket.destroyed) return
    receiveChunks(req, contract.limits)
    const problem = problemOfHead(req)
    const handleOrRefuse = () => (problem === undefined ? handle(req, res) : respondWith(problem)(res))
    if (queues.get(socket)?.add(req, res, handleOrRefuse) !== true) return
    // The first one is counted already.
    countUnanswered(socket.remoteAddress ?? '', maxOutstanding)
    socket.destroy()
  }
  // With Expect, Node calls one of the others. The adapter sends 100 when it begins to read the body.
  server.on('request', respond).on('checkContinue', respond).on('checkExpectation', respond)
  // Node leaves the socket to the listener.
  server.on('connect', (_req, socket) => {
    socket.on('error', () => {})
    // The service is not a proxy.
    queues.get(socket)?.fail(respondWith(methodNotAllowed(contract.allowedMethods('*'))))
  })
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (socket.writable) queues.get(socket)?.fail(respondWith(toProblem(contract, error)))
  })
  return Object.assign(server, { drain })

  async function drain(): Promise<void> {
    const waiting: (() => void)[] = []
    held = waiting
    await acceptWaiting(server)
    held = undefined
    // The `close` of an HTTP server would also close idle connections at once, and lose a request on its way.
    const closed = promisify(NetServer.prototype.close).call(server)
    for (const queue of queues.values()) queue.drain()
    for (const handleHeld of waiting) handleHeld()
    await closed
  }
}
