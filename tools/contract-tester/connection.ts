// An HTTP/1.1 connection that sends any bytes, which `fetch` does not, and reads one response after the other.
import { isUtf8 } from 'node:buffer'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { readable } from './readable.ts'

export interface HttpResponse {
  status: number
  /** By lower-case name; repeated headers are joined by a comma. */
  headers: Record<string, string>
  body: string
  /** The body is not valid UTF-8: `body` shows it with other bytes as \xNN. */
  isBroken?: true
  /** Where the response of a second service differs, if there is one. */
  differences?: string[]
}

/** Explains why there was no response. */
export class NoResponse extends Error {
  /** The request, as it was sent, for a report. */
  request?: string
}

/** The connection ended before the response was complete. */
export class ConnectionEnded extends NoResponse {
  readonly received: number

  /** @param reason The error of the socket, if it has one. */
  constructor(received: number, reason: NodeJS.ErrnoException | null = null) {
    const why = reason ? ` (${reason.message || reason.code})` : ''
    super(`the connection ended after ${received} bytes${why}`)
    this.received = received
  }
}

export class Connection {
  readonly #url: URL
  readonly #timeoutMs: number
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #wake: () => void = () => {}

  constructor(url: string, timeoutMs: number) {
    this.#url = new URL(url)
    this.#timeoutMs = timeoutMs
  }

  /** @throws {NoResponse} after the timeout, or if the connection ends before the response is complete. */
  async exchange(method: string, bytes: Buffer): Promise<HttpResponse> {
    const isNew = this.#socket === undefined
    try {
      return await this.#send(method, bytes)
    } catch (error) {
      this.close()
      // A server may close an idle connection at any time. That is not a response to this request (RFC 9112, 9.3.1).
      if (isNew || !(error instanceof ConnectionEnded) || error.received > 0) throw error
      return this.exchange(method, bytes)
    }
  }

  async #send(method: string, bytes: Buffer): Promise<HttpResponse> {
    this.#socket ??= this.#open()
    const socket = this.#socket
    this.#received = Buffer.alloc(0)
    socket.write(bytes)
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    // After the process was busy, a response that has arrived meanwhile is read first.
    timeout.addEventListener('abort', () => setImmediate(() => this.#wake()))
    for (;;) {
      const hasEnded = socket.readableEnded || socket.destroyed
      const response = readResponse(this.#received, method, hasEnded)
      if (response !== undefined) {
        if (response.headers.connection === 'close') this.close()
        return response
      }
      if (timeout.aborted) throw new NoResponse(`no response within ${this.#timeoutMs} ms`)
      if (hasEnded) throw new ConnectionEnded(this.#received.length, socket.errored)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #open(): Socket {
    const { protocol, hostname, port } = this.#url
    // A URL has brackets around an IPv6 address.
    const host = hostname.replace(/^\[|\]$/g, '')
    // TLS has no names for addresses (RFC 6066, 3).
    const name = isIP(host) ? {} : { servername: host }
    const socket =
      protocol === 'https:'
        ? connectSecurely({ host, port: Number(port || 443), ALPNProtocols: ['http/1.1'], ...name })
        : connect(Number(port || 80), host)
    socket.setNoDelay()
    const wake = () => this.#wake()
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
    })
    return socket.on('data', wake).on('end', wake).on('close', wake).on('error', wake)
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

// The first response that is not interim, or `undefined` while it is incomplete (RFC 9112, 6.3).
function readResponse(received: Buffer, method: string, hasEnded: boolean): HttpResponse | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const { status, headers } = parseHead(received.toString('latin1', 0, end))
  const rest = received.subarray(end + 4)
  if (status >= 100 && status < 200) return readResponse(rest, method, hasEnded)
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304
  const body = hasNoBody ? Buffer.alloc(0) : readBody(rest, headers, hasEnded)
  if (body === undefined) return undefined
  return isUtf8(body)
    ? { status, headers, body: body.toString() }
    : { status, headers, body: readable(body), isBroken: true }
}

/** Reads the status line and the headers of a response. */
export function parseHead(head: string): Pick<HttpResponse, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status: Number(statusLine.split(' ')[1]), headers }
}

function readBody(rest: Buffer, headers: HttpResponse['headers'], hasEnded: boolean): Buffer | undefined {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(rest)
  const length = Number(headers['content-length'] ?? (hasEnded ? rest.length : Number.POSITIVE_INFINITY))
  return rest.length < length ? undefined : rest.subarray(0, length)
}

function readChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let from = 0; ; ) {
    const line = rest.indexOf('\r\n', from)
    if (line === -1) return undefined
    const end = line + 2 + Number.parseInt(rest.toString('latin1', from, line), 16)
    if (end === line + 2) return Buffer.concat(chunks)
    if (rest.length < end + 2) return undefined
    chunks.push(rest.subarray(line + 2, end))
    from = end + 2
  }
}
