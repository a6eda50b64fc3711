// The requests of one connection. A client may send several before it has read a response (RFC 9112, 9.3.2): each gets
// its own response, in order. The next request is parsed when the response before it is sent. The time that a
// connection stays open after its last response is bounded.
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RequestBuffer } from './request-buffer.ts'

/** How long an idle connection stays open while the server drains: a request may be on its way. */
const idleWhileDrainingMs = 1_000
/** How long a closing connection waits for its peer, which may still be sending. */
const lingerMs = 1_000

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  /** Produces the response. Called when the responses before it are sent. */
  respond: () => void
}

/** Responds to an error of the connection. */
export type RespondWithError = (res: ServerResponse) => void

export class Connection {
  readonly #socket: Socket
  readonly #bytes: RequestBuffer
  /** One at most, which arrived together with the end of the request before it. */
  readonly #waiting: Exchange[] = []
  #current: Exchange | undefined
  /** The exchange whose request is being received, or was received last. */
  #last: Exchange | undefined
  /** No later request gets a response. */
  #isComplete = false
  #isClosing = false
  #isDraining = false
  // Node has no timeout for a peer that does not read, if it goes on sending. One timer for all responses: to start it
  // again is cheap.
  readonly #responseTimer: NodeJS.Timeout

  /** @param responseTimeoutMs From a request to the last byte of its response that the peer reads. */
  constructor(socket: Socket, responseTimeoutMs: number) {
    this.#socket = socket
    this.#responseTimer = setTimeout(() => {
      if (this.#current !== undefined) socket.destroy()
    }, responseTimeoutMs).unref()
    this.#bytes = new RequestBuffer(
      socket,
      () => this.#canParse(),
      () => this.#closeAfterLast(),
    )
    socket.once('close', () => clearTimeout(this.#responseTimer))
    // Node calls this after a response with `Connection: close`. Its own function destroys the socket at once: the peer
    // then gets a reset instead of the response if it is still sending.
    socket.destroySoon = () => this.close()
  }

  /** Calls `respond` when the responses to all earlier requests are sent. */
  add(req: IncomingMessage, res: ServerResponse, respond: () => void): void {
    if (this.#isComplete) return
    this.#last = { req, res, respond }
    this.#waiting.push(this.#last)
    // Node loses what follows it in the same piece.
    this.#isComplete = req.headers.upgrade !== undefined
    if (this.#current === undefined) this.#next()
  }

  /**
   * Responds to an error of the HTTP parser. It belongs to the request that is being received, or else to the bytes
   * after the last request.
   */
  fail(respondWithError: RespondWithError): void {
    const last = this.#last
    const isReceived = last === undefined || last.req.complete
    if (this.#isClosing || (isReceived && this.#isComplete)) return
    this.#isComplete = true
    this.#bytes.stop()
    if (isReceived) {
      // Without a request, Node makes no response object.
      const req = new IncomingMessage(this.#socket)
      const res = new ServerResponse(req)
      this.#waiting.push({ req, res, respond: () => this.#respondTo(res, respondWithError) })
    } else if (this.#waiting.includes(last)) {
      last.respond = () => respondWithError(last.res)
    } else if (last === this.#current && !last.res.headersSent) {
      respondWithError(last.res)
    } else {
      // Its response is sent already: there is nothing that a second one could respond to.
      this.close()
    }
    if (this.#current === undefined) this.#next()
  }

  /**
   * Responds to the requests received so far, and to one that is being received. The last response has
   * `Connection: close`. A connection without a request is closed a second later.
   */
  drain(): void {
    this.#isDraining = true
    if (this.#current === undefined) this.#closeUnlessUsed()
    else this.#closeAfterLast()
  }

  /** Sends what is written, then closes the connection, also if the peer keeps its side open. */
  close(): void {
    if (this.#isClosing) return
    this.#isComplete = true
    this.#isClosing = true
    this.#waiting.length = 0
    const timer = setTimeout(() => this.#socket.destroy(), lingerMs)
    this.#socket.once('close', () => clearTimeout(timer)).end()
    this.#bytes.stop()
  }

  #next(): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    this.#current = this.#waiting.shift()
    if (this.#current === undefined) {
      this.#bytes.resume()
      if (this.#isDraining && !this.#bytes.areWaiting) this.#closeUnlessUsed()
      return
    }
    const { req, res, respond } = this.#current
    this.#closeAfterLast()
    this.#responseTimer.refresh()
    req.once('resume', () => this.#bytes.resume())
    res.once('close', () => {
      // In its own turn: a hundred responses in one turn would block the event loop.
      if (this.#hasMore()) setImmediate(() => this.#end())
      else this.#end()
    })
    respond()
  }

  #end(): void {
    this.#current = undefined
    this.#next()
  }

  #hasMore(): boolean {
    return this.#waiting.length > 0 || this.#bytes.areWaiting
  }

  // The next request when nothing is left to do, and the body of the current one until it has its response.
  #canParse(): boolean {
    if (this.#current === undefined) return true
    const { req, res } = this.#current
    return this.#waiting.length === 0 && !req.complete && !res.writableEnded && !isUnread(req)
  }

  #closeAfterLast(): void {
    const { res } = this.#current ?? {}
    const isLast = this.#waiting.length === 0 && (this.#isComplete || (this.#isDraining && !this.#bytes.areWaiting))
    if (isLast && res?.headersSent === false) res.shouldKeepAlive = false
  }

  // If a part of a request arrives in this time, the timeouts of the server apply.
  #closeUnlessUsed(): void {
    const { bytesRead } = this.#socket
    setTimeout(() => {
      if (this.#socket.bytesRead === bytesRead) this.close()
    }, idleWhileDrainingMs)
  }

  #respondTo(res: ServerResponse, respondWithError: RespondWithError): void {
    res.assignSocket(this.#socket)
    // Node emits `close` only for a response that it has made itself.
    this.#socket.once('close', () => res.emit('close'))
    res.once('finish', () => {
      res.detachSocket(this.#socket)
      this.close()
    })
    respondWithError(res)
  }
}

/** Chunks are expensive to parse, so only one piece of them is parsed before the service reads the body. */
function isUnread({ headers, readableLength, readableFlowing }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined && readableLength > 0 && readableFlowing !== true
}
