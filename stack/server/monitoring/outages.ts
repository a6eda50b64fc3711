// Log lines for an outage of the data: why it started, and that it is over.
import { oncePerMinute } from '../once-per-minute.ts'
import type { Logger } from './log.ts'

/** Shorter pauses between two failures belong to one outage. */
const quietMs = 1_000

export interface Outages {
  /** Logs why the data cannot be used: each reason at most once a minute. */
  report: (reason: string) => void
  /** Whether there is an outage in which nothing has failed for a while: ask whether the data can be used again. */
  mayBeOver: () => boolean
  /** Logs the end of an outage. Call it when the data can be read and written. */
  end: () => void
}

export function logOutages(log: Logger): Outages {
  /** `undefined` without an outage. A new outage logs all reasons again. */
  let logReason: ((reason: string) => void) | undefined
  let failedAt = 0

  const mayBeOver = () => logReason !== undefined && performance.now() >= failedAt + quietMs
  return {
    mayBeOver,
    report(reason) {
      failedAt = performance.now()
      logReason ??= oncePerMinute((text) => log.error({ reason: text }, 'the data cannot be used; requests get 503'))
      logReason(reason)
    },
    end() {
      if (!mayBeOver()) return
      logReason = undefined
      log.info('the data can be used again')
    },
  }
}
