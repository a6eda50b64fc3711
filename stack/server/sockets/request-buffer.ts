// Passes the bytes of a connection to Node's parser, one request after the other. Node itself reads on and keeps all
// requests that a client sends ahead.
import type { Socket } from 'node:net'

/** Smaller pieces are joined: many short chunks need much memory. */
const maxPieceBytes = 4_096
const emptyLine = '\r\n\r\n'
const nothing = Buffer.alloc(0)

export class RequestBuffer {
  readonly #socket: Socket
  /** Node's own listener. */
  readonly #parse: (bytes: Buffer) => void
  readonly #canParse: () => boolean
  readonly #onParsed: () => void
  #isStopped = false
  /** Bytes of the chunk that is being read. */
  #unparsed = 0

  /**
   * @param socket Of Node's HTTP server.
   * @param canParse Called before each piece; after `false`, `resume` continues.
   * @param onParsed Called when no byte waits.
   */
  constructor(socket: Socket, canParse: () => boolean, onParsed: () => void) {
    // Node adds one listener, which takes the bytes of a chunk.
    const [parse = () => {}] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    this.#socket = socket
    this.#parse = parse
    this.#canParse = canParse
    this.#onParsed = onParsed
    socket.removeAllListeners('data').on('data', (bytes: Buffer) => this.#read(bytes))
  }

  /** Whether the peer has sent more than what is parsed. */
  get areWaiting(): boolean {
    return this.#unparsed + this.#socket.readableLength > 0
  }

  resume(): void {
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** Parses nothing more, and discards what the peer still sends. */
  stop(): void {
    this.#isStopped = true
    this.#socket.resume()
  }

  #read(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0 && !this.#isStopped && !this.#socket.isPaused() && this.#canParse()) {
      const end = endOfPiece(rest)
      this.#unparsed = rest.length - end
      this.#parse(end === rest.length ? rest : rest.subarray(0, end))
      rest = end === rest.length ? nothing : rest.subarray(end)
    }
    this.#unparsed = 0
    if (rest.length === 0) this.#onParsed()
    else if (!this.#isStopped) this.#socket.pause().unshift(rest)
  }
}

/** A head ends with an empty line, so a piece has one head at most, and one that began in the piece before. */
function endOfPiece(bytes: Buffer): number {
  const piece = bytes.length > maxPieceBytes ? bytes.subarray(0, maxPieceBytes) : bytes
  const start = piece.indexOf(emptyLine)
  return start === -1 ? piece.length : start + emptyLine.length
}
