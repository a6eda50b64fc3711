// Where the log lines go. A full disk or a reader that does not read must not stop the service: a line that cannot be
// written is dropped and counted.
import type { Writable } from 'node:stream'

/** As many bytes may wait for the reader of a pipe. */
const maxWaitingBytes = 1_000_000

export class LogOutput {
  /** Called with the number of lines that were dropped, when lines can be written again. */
  onRecovery: (lines: number) => void = () => {}
  readonly #stream: Writable
  #dropped = 0
  #reported = 0

  constructor(stream: Writable = process.stderr) {
    this.#stream = stream
    // Without a listener, an error would end the process. The callback of each write counts it.
    stream.on('error', () => {})
  }

  /** The lines that could not be written since the start. */
  get droppedLines(): number {
    return this.#dropped
  }

  write(line: string): void {
    if (this.#stream.writableLength > maxWaitingBytes) {
      this.#dropped++
      return
    }
    this.#stream.write(line, (error) => {
      if (error) this.#dropped++
      else this.#reportDropped()
    })
  }

  #reportDropped(): void {
    const lines = this.#dropped - this.#reported
    this.#reported = this.#dropped
    if (lines > 0) this.onRecovery(lines)
  }
}
