// One JSON line for each answer and each fault, on stderr; stdout is for the person who started the service. Only named
// fields are written: never a header, a body, a query or a path, where tokens and secrets could stand.
import pino, { type LevelWithSilent, type Logger } from 'pino'
import type { AnswerSeen } from './answers.ts'

export type { Logger }

// A person at a terminal wants to see what is wrong, not every answer.
const fitting: LevelWithSilent = process.stderr.isTTY ? 'warn' : 'info'

export function createLog(level: LevelWithSilent = fitting): Logger {
  const destination = pino.destination({ dest: 2, sync: true })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

export function logAnswer(log: Logger, { requestId, method, operationId, status, seconds, aborted }: AnswerSeen): void {
  const milliseconds = Math.round(seconds * 10_000) / 10
  const line = { requestId, method, operationId, status, milliseconds, ...(aborted && { aborted }) }
  log.info(line, 'answered')
}

export function logFault(log: Logger, fault: unknown, requestId: string): void {
  log.error({ requestId, err: fault }, 'a fault of ours')
}
