// Node's HTTP server with explicit timeouts, and problem responses for requests that never reach the app: invalid HTTP,
// too large, too slow, or an unsupported Expect.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartUpError } from '../configuration/start-up-error.ts'
import { limits } from '../core/contract/plan.ts'
import { findOperation } from '../core/contract/routes.ts'
import { splitTarget } from '../core/pipeline/target.ts'
import { Problem } from '../core/problem.ts'
import type { OnResponse } from '../monitoring/response-event.ts'
import type { App } from './app.ts'
import { Connection } from './connection.ts'
import { write } from './express-adapter.ts'

// With Node's defaults, 1,500 idle connections block a small process for a minute.
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

export interface HttpServerParts {
  /** Called for responses that the app never sees. */
  onResponse?: OnResponse
  /** More are closed at once, so that the process keeps descriptors for its own files. Default: no limit. */
  maxConnections?: number
  /** Returns a new lower-case UUID each time. Default: a random one. */
  newRequestId?: () => string
}

export interface HttpServer extends Server {
  /**
   * Accepts no more connections, and closes each connection after the responses to the requests that it has received.
   * Resolves when all are closed.
   */
  drain: () => Promise<void>
}

export function createHttpServer({ handle, express, pipeline }: App, parts: HttpServerParts = {}): HttpServer {
  const { onResponse = () => {}, newRequestId = randomUUID } = parts
  // The pipeline responds to a request without Host, and with a problem (target.ts).
  const server = createServer({
    ...timeouts,
    maxHeaderSize: limits.headBytes,
    requireHostHeader: false,
    IncomingMessage: withPrototype(IncomingMessage, express.request),
    ServerResponse: withPrototype(ServerResponse, express.response),
  })
  if (parts.maxConnections !== undefined) server.maxConnections = parts.maxConnections
  const connections = new Map<Duplex, Connection>()
  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket))
    socket.once('close', () => connections.delete(socket))
  })

  const respondWith = (problem: Problem) => (res: ServerResponse & { locals?: Partial<Express.Locals> }) => {
    // A request that the app has already seen has an id, and the app reports its response.
    const requestId = res.locals?.requestId ?? newRequestId()
    const response = pipeline.respondWithError({ id: requestId }, problem)
    res.shouldKeepAlive = false
    write(res, response)
    if (res.locals?.requestId !== undefined) return
    const { status } = response
    onResponse({ requestId, method: undefined, operationId: undefined, status, seconds: 0 })
  }
  const add = (req: IncomingMessage, res: ServerResponse, respond: () => void) => {
    connections.get(req.socket)?.add(req, res, respond)
  }

  server.on('request', (req, res) => add(req, res, () => handle(req, res)))
  const refuseExpectation = (req: IncomingMessage, res: ServerResponse) => {
    const problem = new Problem('expectation-failed', 'The only supported Expect value is 100-continue.')
    add(req, res, () => respondWith(problem)(res))
  }
  server.on('checkExpectation', refuseExpectation)
  // Node accepts any value that contains 100-continue. The adapter sends 100 when it begins to read the body.
  server.on('checkContinue', (req, res) => {
    if (req.headers.expect?.toLowerCase() !== '100-continue') return refuseExpectation(req, res)
    add(req, res, () => handle(req, res))
  })
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else connections.get(socket)?.fail(respondWith(problemOf(error)))
  })
  return Object.assign(server, { drain })

  async function drain(): Promise<void> {
    // The system has accepted connections that Node has not seen yet.
    await nextTurn()
    // The `close` of an HTTP server would also close idle connections at once, and lose a request on its way.
    const closed = promisify(NetServer.prototype.close).call(server)
    for (const connection of connections.values()) connection.drain()
    await closed
  }
}

/**
 * Returns the URL of the server once it listens.
 * @param setting The setting that names the port.
 * @throws {StartUpError} if it cannot listen.
 */
export async function listen(server: Server, host: string, port: number, setting = 'PORT'): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
    return urlOf(server)
  } catch (error) {
    // A server that cannot listen emits an error with a code.
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    const fix =
      code === 'EADDRINUSE' || code === 'EACCES' ? `another port with ${setting}=` : 'another address with HOST='
    throw new StartUpError(`${host} port ${port} ${reason}: choose ${fix}.`)
  }
}

/**
 * Listens on a socket that a supervisor holds open, so that connections wait while the process restarts.
 * @param descriptor Of the socket.
 * @returns The URL of the server.
 * @throws {StartUpError} if it cannot listen.
 */
export async function listenOnSocket(server: Server, descriptor: number): Promise<string> {
  server.listen({ fd: descriptor })
  try {
    await once(server, 'listening')
    return urlOf(server)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartUpError(`The socket of LISTEN_FDS cannot be used (${code}): pass one TCP socket.`)
  }
}

function urlOf(server: Server): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string')
    throw new StartUpError('The socket of LISTEN_FDS is not a TCP socket.')
  const { address, port } = bound
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

// Express replaces the prototypes of each request and response, after which V8 handles them slowly. If they have these
// prototypes from the start, it replaces nothing.
function withPrototype<Class extends new (...parts: never[]) => object>(base: Class, prototype: object): Class {
  function Message(...parts: unknown[]): object {
    return Reflect.construct(base, parts, Message)
  }
  Message.prototype = prototype
  // Node calls it with `new` only.
  return Message as unknown as Class
}

/** What Node adds to an error of its HTTP parser. */
interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
  /** The position of the error in `rawPacket`. */
  bytesParsed?: number
}

function problemOf(error: ClientError): Problem {
  switch (error.code) {
    case 'HPE_INVALID_METHOD':
      return unknownMethod(error)
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'header-fields-too-large',
        `The request line and the headers are larger than ${limits.headBytes} bytes.`,
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive in time.')
    default:
      return new Problem('malformed-request', 'The request is not valid HTTP.')
  }
}

// Node's parser refuses methods that it does not know. The response is the same as for other unsupported methods.
function unknownMethod({ rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ClientError): Problem {
  const start = rawPacket.lastIndexOf('\n', bytesParsed) + 1
  const [line = ''] = rawPacket.toString('latin1', start).split('\r\n', 1)
  const [, method = '', target] = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? []
  try {
    if (target !== undefined) findOperation(method, splitTarget(target).path) // 404, 405
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return new Problem('malformed-request', 'The request is not valid HTTP.')
}
