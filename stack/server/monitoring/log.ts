// One JSON line on stderr for each response, each internal error and each outage of the data. Only named fields are
// written: never a header, a body, a query or a path, which can hold tokens and secrets.
import type { Writable } from 'node:stream'
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { throttle } from '../throttle.ts'

export type { DestinationStream, Logger }

// A person at a terminal wants to see problems, not every response.
const defaultLevel: LevelWithSilent = process.stderr.isTTY ? 'warn' : 'info'

export function createLog(output: DestinationStream, level: LevelWithSilent = defaultLevel): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
  if (output instanceof LogOutput) output.onRecovery = (lines) => log.warn({ lines }, 'log lines were dropped')
  return log
}

/** Shorter pauses between two failures belong to one outage. */
const quietMs = 1_000

export function logOutages(log: Logger) {
  /** `undefined` without an outage. A new outage logs all reasons again. */
  let logReason: ((reason: string) => void) | undefined
  let failedAt = 0

  /** Whether there is an outage in which nothing has failed for a while: ask whether the data can be used again. */
  const mayBeOver = () => logReason !== undefined && performance.now() >= failedAt + quietMs
  return {
    mayBeOver,
    /** Logs why the data cannot be used: each reason at most once a minute. */
    report(reason: string): void {
      failedAt = performance.now()
      logReason ??= throttle((text) => log.error({ reason: text }, 'the data cannot be used; requests get 503'))
      logReason(reason)
    },
    /** Logs the end of an outage. Call it when the data can be read and written. */
    end(): void {
      if (!mayBeOver()) return
      logReason = undefined
      log.info('the data can be used again')
    },
  }
}

/** Limit of the bytes that wait for the reader of a pipe. */
const maxWaitingBytes = 1_000_000
/** Up to this number of bytes (PIPE_BUF), a pipe with several writers does not mix what they write. */
const maxAtomicBytes = 4_096

/**
 * Where the log goes: a stream, usually stderr. A full disk or a reader that does not read must not stop the service: lines
 * that cannot be written are dropped and counted.
 */
export class LogOutput {
  /** Called with the number of lines that were dropped, when lines can be written again. */
  onRecovery: (lines: number) => void = () => {}
  readonly #stream: Writable
  readonly #maxBytes: number
  /** The lines of this turn of the event loop: one write for all of them is cheaper. */
  #text = ''
  #lines = 0
  /** Lines that could not be written since the start. */
  droppedLines = 0
  #reported = 0

  /** @param isShared Whether other processes write to the stream too: then no line is written in two parts. */
  constructor(stream: Writable = process.stderr, { isShared = false } = {}) {
    this.#stream = stream
    this.#maxBytes = isShared ? maxAtomicBytes : Number.POSITIVE_INFINITY
    // Without a listener, an error would end the process. The callback of each write counts it.
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
