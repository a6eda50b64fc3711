// The log: a JSON line on stderr for each response (level info), each internal error and each outage of the data. It has
// no header, body, query or path of a request, which can contain tokens and secrets.
import type { Writable } from 'node:stream'
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { throttle } from '../throttle.ts'

export type { DestinationStream, Logger }

// A developer at a terminal wants to see problems, not every response.
const defaultLevel: LevelWithSilent = process.stderr.isTTY ? 'warn' : 'info'

export function createLog(output: DestinationStream, level: LevelWithSilent = defaultLevel): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
  if (output instanceof LogOutput) output.onRecovery = (lines) => log.warn({ lines }, 'log lines were dropped')
  return log
}

/** An outage can end only after this time without a failure, in ms. */
const quietMs = 1_000

export function logOutages(log: Logger) {
  /** `undefined` without an outage. A new outage logs all reasons again. */
  let logReason: ((reason: string) => void) | undefined
  let failedAt = 0

  /** Whether nothing has failed for a while during an outage. Then check whether the data can be used again. */
  const mayBeOver = () => logReason !== undefined && performance.now() >= failedAt + quietMs
  return {
    mayBeOver,
    /** Logs why the data cannot be used: each reason at most once a minute. */
    report(reason: string): void {
      failedAt = performance.now()
      logReason ??= throttle((text) => log.error({ reason: text }, 'the data cannot be used; requests get 503'))
      logReason(reason)
    },
    /** Logs the end of an outage, if there is one. Call it when the data can be read and written. */
    end(): void {
      if (!mayBeOver()) return
      logReason = undefined
      log.info('the data can be used again')
    },
  }
}

/** Limit of the buffered bytes that the reader of the log has not read. */
const maxWaitingBytes = 1_000_000
/** Writes of up to this number of bytes (PIPE_BUF) to a pipe are atomic. */
const maxAtomicBytes = 4_096

/**
 * The stream to which the log is written, usually stderr. A full disk or a reader that does not read must not stop the
 * service: lines that cannot be written are dropped and counted.
 */
export class LogOutput {
  /** Called with the number of lines that were dropped, when lines can be written again. */
  onRecovery: (lines: number) => void = () => {}
  readonly #stream: Writable
  readonly #maxBytes: number
  /** The lines of this turn of the event loop, because one write for all of them is cheaper. */
  #text = ''
  #lines = 0
  /** Lines that could not be written since the start. */
  droppedLines = 0
  #reported = 0

  /** @param isShared Whether other processes write to the stream too. Then only longer lines than PIPE_BUF can be split. */
  constructor(stream: Writable = process.stderr, { isShared = false } = {}) {
    this.#stream = stream
    this.#maxBytes = isShared ? maxAtomicBytes : Number.POSITIVE_INFINITY
    // Without a listener, an error would end the process. The callback of each write counts the lines.
    stream.on('error', () => {})
  }

  write(line: string): void {
    if (this.#stream.writableLength + this.#text.length > maxWaitingBytes) {
      this.droppedLines++
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
      if (error) this.droppedLines += lines
      else this.#reportDropped()
    })
  }

  #reportDropped(): void {
    const lines = this.droppedLines - this.#reported
    this.#reported = this.droppedLines
    if (lines > 0) this.onRecovery(lines)
  }
}
