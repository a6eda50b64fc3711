// One JSON line on stderr for each response and each internal error; stdout is for the person who started the service.
// Only named fields are written: never a header, a body, a query or a path, which can hold tokens and secrets.
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import type { ResponseEvent } from './response-event.ts'

export type { Logger }

// A person at a terminal wants to see problems, not every response.
const defaultLevel: LevelWithSilent = process.stderr.isTTY ? 'warn' : 'info'

/** @param destination Default: stderr. */
export function createLog(
  level: LevelWithSilent = defaultLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

export function logResponse(
  log: Logger,
  { requestId, method, operationId, status, seconds, aborted }: ResponseEvent,
): void {
  const milliseconds = Math.round(seconds * 10_000) / 10
  const line = { requestId, method, operationId, status, milliseconds, ...(aborted && { aborted }) }
  log.info(line, 'response')
}

export function logInternalError(log: Logger, error: unknown, requestId: string): void {
  log.error({ requestId, err: error }, 'internal error')
}
