// Where the log goes: a stream, usually stderr. A full disk or a reader that does not read must not stop the service:
// lines that cannot be written are dropped and counted.
import type { Writable } from 'node:stream'

/** As many bytes may wait for the reader of a pipe. */
const maxWaitingBytes = 1_000_000
/** Up to this number of bytes (PIPE_BUF), a pipe with several writers does not mix what they write. */
const maxAtomicBytes = 4_096

export class LogOutput {
  /** Called with the number of lines that were dropped, when lines can be written again. */
  onRecovery: (lines: number) => void = () => {}
  readonly #stream: Writable
  readonly #maxBytes: number
  /** The lines of this turn of the event loop: one write for all of them is cheaper. */
  #text = ''
  #lines = 0
  #dropped = 0
  #reported = 0

  /** @param isShared Whether other processes write to the stream too: then no line is written in two parts. */
  constructor(stream: Writable = process.stderr, { isShared = false } = {}) {
    this.#stream = stream
    this.#maxBytes = isShared ? maxAtomicBytes : Number.POSITIVE_INFINITY
    // Without a listener, an error would end the process. The callback of each write counts it.
    stream.on('error', () => {})
  }

  get droppedLines(): number {
    return this.#dropped
  }

  write(line: string): void {
    if (this.#stream.writableLength + this.#text.length > maxWaitingBytes) {
      this.#dropped++
      return
    }
    if (this.#text.length + line.length > this.#maxBytes) this.flush()
    if (this.#lines === 0) setImmediate(() => this.flush())
    this.#text += line
    this.#lines++
  }

  /** Writes the lines of this turn now, for a process that ends. */
  flush(): void {
    const [text, lines] = [this.#text, this.#lines]
    if (lines === 0) return
    this.#text = ''
    this.#lines = 0
    this.#stream.write(text, (error) => {
      if (error) this.#dropped += lines
      else this.#reportDropped()
    })
  }

  #reportDropped(): void {
    const lines = this.#dropped - this.#reported
    this.#reported = this.#dropped
    if (lines > 0) this.onRecovery(lines)
  }
}
