// Node's HTTP server with its deadlines in sight, and with problems for the requests that never reach the app: those
// that are no HTTP, too large, too slow, or expect something else.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { limits } from './contract/document.ts'
import { complete, problemAnswer } from './contract/reply.ts'
import type { OnAnswer } from './ops/answers.ts'
import { Problem } from './problem.ts'
import { StartUpError } from './start-up.ts'

// Node's own defaults let 1,500 idle connections keep a small process from answering anybody for a minute.
const deadlines = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

/** For the answers that the app never sees. */
export interface ServerParts {
  /** Is told of them. */
  onAnswer?: OnAnswer
  /** Lower-case UUIDs, random unless told otherwise. */
  newRequestId?: () => string
}

export function createHttpServer(app: RequestListener, parts: ServerParts = {}): Server {
  // The app itself answers a request without Host, and as a problem (request-target.ts).
  const options = { ...deadlines, maxHeaderSize: limits.headBytes, requireHostHeader: false }
  const server = createServer(options, app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(lastWords(problemOf(error.code), parts))
  })
  const refuseExpectation = (_req: IncomingMessage, res: ServerResponse) => {
    res.socket?.end(
      lastWords(new Problem('/problems/expectation-failed', 'Only 100-continue is understood in Expect.'), parts),
    )
  }
  server.on('checkExpectation', refuseExpectation)
  // Node takes whatever has 100-continue somewhere in it.
  server.on('checkContinue', (req, res) => {
    if (req.headers.expect?.toLowerCase() !== '100-continue') return refuseExpectation(req, res)
    res.writeContinue()
    app(req, res)
  })
  return server
}

/**
 * @param setting Where the port comes from.
 * @returns Where it listens, as a URL.
 * @throws {StartUpError} where it cannot.
 */
export async function listen(server: Server, host: string, port: number, setting = 'PORT'): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    // What a server emits when it cannot listen.
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
    const mend =
      code === 'EADDRINUSE' || code === 'EACCES' ? `another port with ${setting}=` : 'another address with HOST='
    throw new StartUpError(`${host} port ${port} ${reason}: choose ${mend}.`, { cause: error })
  }
  // An address, not a path: `listen` was given a port.
  const { address, port: actual } = server.address() as AddressInfo
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        '/problems/header-fields-too-large',
        `The head of the request is larger than ${limits.headBytes} bytes.`,
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('/problems/request-timeout', 'The request did not arrive in time.')
    default:
      return new Problem('/problems/malformed-request', 'The request could not be read as HTTP.')
  }
}

// There is no response object here, so the answer is written as the bytes it is.
function lastWords(problem: Problem, { onAnswer = () => {}, newRequestId = randomUUID }: ServerParts): string {
  const requestId = newRequestId()
  const answer = problemAnswer(problem, requestId)
  const { status, headers, body } = complete(undefined, answer, (name) =>
    name === 'Request-Id' ? requestId : undefined,
  )
  onAnswer({ requestId, method: undefined, operationId: undefined, status, seconds: 0, aborted: false })
  const text = JSON.stringify(body?.value)
  const lines = Object.entries({
    ...headers,
    'Content-Type': body?.mediaType,
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}
