// One JSON line on stderr for each response, each internal error and each outage of the data. Only named fields are
// written: never a header, a body, a query or a path, which can hold tokens and secrets.
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { throttle } from '../throttle.ts'
import { LogOutput } from './log-output.ts'

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
