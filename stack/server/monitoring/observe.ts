// Records each response when it ends: as a line of the log, and in the counts for the metrics.
import { type DestinationStream, type Logger, stdTimeFunctions } from 'pino'
import type { Contract } from '../../core/contract/contract.ts'

/** The part of a response that is logged and counted. It contains nothing private. */
export interface ResponseEvent {
  /** A lower-case UUID. */
  requestId: string
  /** `undefined` for a request that the app did not get, because it was refused as HTTP (http-problems.ts). */
  method: string | undefined
  /** `undefined` for a request of no operation, such as that of a page, or of a path that is not in the contract. */
  operationId: string | undefined
  /** `aborted` if the connection ended before the response, for example because the client closed it. */
  status: number | 'aborted'
  seconds: number
}

export type OnResponse = (event: ResponseEvent) => void

/** Upper bounds of durations, in seconds. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity]

/** The responses of one operation since the start. */
interface OperationCounts {
  statuses: Map<ResponseEvent['status'], number>
  /** The number of responses that took `max` seconds or less. */
  durations: { max: number; count: number }[]
  seconds: number
}

/** Counts by the id of an operation; `none` for requests without one. */
export type ResponseCounts = ReadonlyMap<string, OperationCounts>

/** Returns counts for prom-client, which gets them only when the metrics are read: it would need 2 µs for each response. */
export function createCounts({ operations, httpResponses }: Contract): ResponseCounts {
  // Labels come from the contract only: each string that a client chooses would be a new time series. A series that starts
  // with its first response hides that response from rate() and increase().
  const all = [...Object.values(operations), { id: 'none', responses: httpResponses }]
  return new Map(
    all.map(({ id, responses }) => {
      const statuses = new Map(Object.values(responses).map(({ status }) => [status, 0]))
      return [id, { statuses, durations: durationBounds.map((max) => ({ max, count: 0 })), seconds: 0 }]
    }),
  )
}

export function countResponse(counts: ResponseCounts, { operationId = 'none', status, seconds }: ResponseEvent): void {
  const operation = counts.get(operationId)
  if (operation === undefined) return
  const { statuses, durations } = operation
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  for (const duration of durations) if (seconds <= duration.max) duration.count++
  operation.seconds += seconds
}

/** Writes the line that pino would write to the same output, in a tenth of the time. */
export function logResponse(log: Logger, output: DestinationStream, event: ResponseEvent): void {
  if (!log.isLevelEnabled('info')) return
  const { requestId, method, operationId, status, seconds } = event
  const operationFields = jsonMember('method', method) + jsonMember('operationId', operationId)
  const statusField = status === 'aborted' ? '"aborted":true' : `"status":${status}`
  const milliseconds = Math.round(seconds * 10_000) / 10
  const start = `{"level":30${stdTimeFunctions.isoTime()},"requestId":"${requestId}"`
  output.write(`${start}${operationFields},${statusField},"milliseconds":${milliseconds},"msg":"response"}\n`)
}

function jsonMember(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`
}
