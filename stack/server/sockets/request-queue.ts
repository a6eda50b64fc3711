// The requests of one connection. A client may pipeline them (RFC 9112, 9.3.2): each gets its own response, in order. The
// time that a connection stays open after its last response is bounded.
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limit of the requests of a connection without a complete response. One more ends the connection. */
export const maxOutstanding = 32
/** How long an idle connection stays open while the server drains: a request may be in flight. */
const idleWhileDrainingMs = 1_000
/** How long a closing connection waits for its peer, which may still be sending. */
const lingerMs = 1_000

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  /** Produces the response. Called when the responses before it are sent. */
  respond: () => void
}

export class RequestQueue {
  readonly #socket: Socket
  /** The exchanges without a complete response. The first one is in progress. */
  readonly #exchanges: Exchange[] = []
  /** The exchange whose request is being received, or was received last. */
  #last: Exchange | undefined
  #startedAt = 0
  #isDraining = false

  constructor(socket: Socket) {
    this.#socket = socket
    // Node calls this after a response with `Connection: close`. Its own function destroys the socket at once: the peer
    // then gets a reset instead of the response if it is still sending.
    socket.destroySoon = () => this.#close()
  }

  /** Calls `respond` when the responses to all earlier requests are sent. @returns Whether this request exceeds the limit. */
  add(req: IncomingMessage, res: ServerResponse, respond: () => void): boolean {
    const exchange = { req, res, respond }
    this.#last = exchange
    if (this.#exchanges.push(exchange) > maxOutstanding) return true
    // Node loses what follows an upgrade request in the same chunk.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    res.once('close', () => {
      // In a turn of its own: all responses in one turn would block the event loop.
      if (this.#exchanges.length > 1) setImmediate(() => this.#next())
      else this.#next()
    })
    if (this.#exchanges.length === 1) this.#start(exchange)
    // Node resumes reading at the end of each request.
    else queueMicrotask(() => this.#pauseIfWaiting())
    return false
  }

  /**
   * Responds to an error of the HTTP parser. The error belongs to the request that is being received, or else to the bytes
   * after the last request.
   */
  fail(respondWithError: (res: ServerResponse) => void): void {
    // Nothing after the error is parsed.
    this.#socket.removeAllListeners('data')
    const last = this.#last
    if (last === undefined || last.req.complete) {
      if (last === undefined || last.res.shouldKeepAlive) this.#addWithoutRequest(respondWithError)
    } else if (last.res.headersSent) {
      // There is nothing that a second response could respond to.
      this.#close()
    } else if (last === this.#exchanges[0]) {
      respondWithError(last.res)
    } else {
      last.respond = () => respondWithError(last.res)
    }
  }

  /**
   * Responds to the requests received so far, and to one that is being received. The last response has
   * `Connection: close`. A connection that receives nothing is closed a second later.
   */
  drain(): void {
    this.#isDraining = true
    if (this.#exchanges.length === 0) this.#closeUnlessUsed()
    else this.#closeAfterLast()
  }

  /** Node has no timeout for a peer that does not read, but keeps sending. */
  disconnectIfOverdue(responseTimeoutMs: number): void {
    if (this.#exchanges.length > 0 && performance.now() - this.#startedAt > responseTimeoutMs) this.#socket.destroy()
  }

  #pauseIfWaiting(): void {
    if (this.#exchanges.length > 1 && this.#socket.writable) this.#socket.pause()
  }

  #start({ respond }: Exchange): void {
    this.#startedAt = performance.now()
    this.#closeAfterLast()
    respond()
  }

  #next(): void {
    this.#exchanges.shift()
    if (!this.#socket.writable) return
    if (this.#exchanges.length < 2) this.#socket.resume()
    const [next] = this.#exchanges
    if (next !== undefined) this.#start(next)
    else if (this.#isDraining) this.#closeUnlessUsed()
  }

  /** Responds without a request. Node creates a response object only for a request. */
  #addWithoutRequest(respondWithError: (res: ServerResponse) => void): void {
    const req = new IncomingMessage(this.#socket)
    const res = new ServerResponse(req).once('finish', () => this.#close())
    this.add(req, res, () => {
      res.assignSocket(this.#socket)
      respondWithError(res)
    })
  }

  #closeAfterLast(): void {
    const [current] = this.#exchanges
    const isLast = this.#isDraining && this.#exchanges.length === 1
    if (isLast && current?.res.headersSent === false) current.res.shouldKeepAlive = false
  }

  // If a part of a request arrives in this time, the timeouts of the server apply.
  #closeUnlessUsed(): void {
    const { bytesRead } = this.#socket
    setTimeout(() => {
      if (this.#socket.bytesRead === bytesRead) this.#close()
    }, idleWhileDrainingMs)
  }

  /** Sends what is written, then closes the connection, even if the peer keeps its side open. */
  #close(): void {
    if (this.#socket.writableEnded) return
    const timer = setTimeout(() => this.#socket.destroy(), lingerMs)
    this.#socket.once('close', () => clearTimeout(timer)).end()
    // Node's own listener would parse what the peer still sends.
    this.#socket
      .removeAllListeners('data')
      .on('data', () => {})
      .resume()
  }
}
