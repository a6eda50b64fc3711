// An HTTP/1.1 connection that sends any bytes, which `fetch` cannot do, and one request at a time.
import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'

export interface HttpResponse {
  status: number
  /** By lower-case name; repeated headers are joined by commas. */
  headers: Record<string, string>
  body: string
  /** The body is not valid UTF-8: `body` has a character for each byte. */
  isLatin1?: true
  differences?: string[]
}

export class NoResponse extends Error {
  request = ''
}

export class ConnectionEnded extends NoResponse {
  readonly received: number

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
    let received = 0
    // Node parses the response. The server gets `bytes` instead of the request that Node writes.
    const parsed = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
    const pass = (chunk: Buffer) => {
      received += chunk.length
      parsed.push(chunk)
    }
    const end = () => parsed.push(null)
    socket.on('data', pass).on('close', end)
    if (socket.destroyed) end()
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    // If the process was busy, the timer may fire before a response that has already arrived is read.
    timeout.addEventListener('abort', () => setImmediate(() => parsed.destroy()))
    socket.write(bytes)
    try {
      const parser = request({ method: method === 'HEAD' ? 'HEAD' : 'GET', createConnection: () => parsed })
      const [response]: IncomingMessage[] = await once(parser.on('error', () => {}).end(), 'response')
      if (response === undefined) throw new ConnectionEnded(received)
      const { statusCode: status = 0, headersDistinct } = response
      const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
      const body = await buffer(response)
      if (headersDistinct.connection?.[0] === 'close') this.close()
      const text = isUtf8(body) ? { body: body.toString() } : { body: body.toString('latin1'), isLatin1: true as const }
      return { status, headers: Object.fromEntries(headers), ...text }
    } catch (error) {
      if (timeout.aborted) throw new NoResponse(`no response within ${this.#timeoutMs} ms`)
      throw new ConnectionEnded(received, socket.errored ?? (error instanceof Error ? error : null))
    } finally {
      socket.off('data', pass).off('close', end)
    }
  }

  #open(): Socket {
    const { protocol, hostname, port } = this.#url
    // A URL has brackets around an IPv6 address.
    const host = hostname.replace(/^\[|\]$/g, '')
    // The server name of TLS cannot be an IP address (RFC 6066, 3).
    const name = isIP(host) ? {} : { servername: host }
    const socket =
      protocol === 'https:'
        ? connectSecurely({ host, port: Number(port || 443), ALPNProtocols: ['http/1.1'], ...name })
        : connect(Number(port || 80), host)
    return socket.setNoDelay().on('error', () => {})
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

/** Path of the collection in which a request creates an item, and the token of the caller. */
export interface Creation {
  path: string
  token: string
}

export interface Exchange {
  values: { host?: string }
  exchange: (method: string, bytes: Buffer, creation?: Creation) => Promise<HttpResponse>
}
