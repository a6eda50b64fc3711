// Node's HTTP server with explicit timeouts, and problem responses for requests that never reach the app: invalid HTTP,
// too large, too slow, or an unsupported Expect.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { methodNotAllowed } from '../../core/contract/routes.ts'
import type { App } from '../http/exchange.ts'
import { receiveChunks } from '../http/request-body.ts'
import { acceptWaiting } from './accept-waiting.ts'
import { type HttpParserError, problemOfHead, toProblem } from './http-problems.ts'
import { maxOutstanding, RequestQueue } from './request-queue.ts'

export { listen, listenOnSocket } from './listen.ts'

// With Node's defaults, 1,500 idle connections block a small process for a minute.
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

export interface HttpServerParts {
  /** Limit of open connections, which keeps descriptors for files. Further ones are closed at once. Default: none. */
  maxConnections?: number
  /** How long one response may take, from the call of the app until it is written, in ms. Default: 30 s. */
  responseTimeoutMs?: number
}

export interface HttpServer extends Server {
  /**
   * Accepts no more connections, and closes each connection after the responses to the requests that it has received.
   * Resolves when all are closed.
   */
  drain: () => Promise<void>
  /** Whether a worker (node:cluster) closes connections beyond its limit. Missing in the types of Node. */
  dropMaxConnection?: boolean
}

/** Size of a piece, in bytes. Most requests are one piece. */
const pieceBytes = 1_024

/**
 * Passes what a connection sends to the parser of Node in pieces, and stops when the connection is refused. A read of
 * 64 KB has up to 2,500 requests: the parser creates objects for each, and all connections are read before one is closed.
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
  { contract, handle: handleNow, refuse, countUnanswered }: App,
  { maxConnections, responseTimeoutMs = 30_000 }: HttpServerParts = {},
): HttpServer {
  // The pipeline checks Host instead, and responds with a problem (target.ts).
  const server = createServer({
    ...timeouts,
    maxHeaderSize: contract.limits.headBytes,
    requireHostHeader: false,
    // Bytes of an unread body that a connection buffers.
    highWaterMark: contract.limits.bodyBytes,
  })
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  // With Node's default, an If-Match behind a thousand other headers is lost. The size of the head bounds their number.
  server.maxHeadersCount = 0
  const queues = new Map<Duplex, RequestQueue>()
  server.on('connection', (socket) => {
    parseInPieces(socket)
    queues.set(socket, new RequestQueue(socket))
    socket.once('close', () => queues.delete(socket))
  })
  const overdueCheck = setInterval(() => {
    for (const queue of queues.values()) queue.disconnectIfOverdue(responseTimeoutMs)
  }, 1_000).unref()
  server.on('close', () => clearInterval(overdueCheck))

  /** Requests that wait until the server has stopped listening. */
  let heldRequests: (() => void)[] | undefined
  const handle: App['handle'] = (req, res) => {
    if (heldRequests === undefined) handleNow(req, res)
    else heldRequests.push(() => handleNow(req, res))
  }

  const respond = (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    // Node still parses what it has received already.
    if (socket.destroyed) return
    receiveChunks(req, contract.limits)
    const problem = problemOfHead(req)
    const handleOrRefuse = () => (problem === undefined ? handle(req, res) : refuse(res, problem))
    if (queues.get(socket)?.add(req, res, handleOrRefuse) !== true) return
    // The first request is counted already.
    countUnanswered(socket.remoteAddress ?? '', maxOutstanding)
    socket.destroy()
  }
  // With Expect, Node emits one of the other events. `getBody` sends 100 when it reads the body.
  server.on('request', respond).on('checkContinue', respond).on('checkExpectation', respond)
  // For CONNECT, Node leaves the socket to the listener.
  server.on('connect', (_req, socket) => {
    socket.on('error', () => {})
    // The service is not a proxy.
    queues.get(socket)?.fail((res) => refuse(res, methodNotAllowed(contract.allMethods)))
  })
  server.on('clientError', (error: HttpParserError, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (socket.writable) queues.get(socket)?.fail((res) => refuse(res, toProblem(contract, error)))
  })
  return Object.assign(server, { drain })

  async function drain(): Promise<void> {
    const waiting: (() => void)[] = []
    heldRequests = waiting
    await acceptWaiting(server)
    heldRequests = undefined
    // The `close` of an HTTP server would also close idle connections at once, and lose a request in flight.
    const closed = promisify(NetServer.prototype.close).call(server)
    for (const queue of queues.values()) queue.drain()
    for (const handleHeld of waiting) handleHeld()
    await closed
  }
}
