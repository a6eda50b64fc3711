// Messages between the primary process and its workers, and what a worker is told at its start.
import type { SharedCounts, Usage } from '../http/rate-limit.ts'
import type { MetricValues } from '../monitoring/metrics.ts'

/** What the primary process asks a worker, and the type of the answer. */
export interface Answers {
  metrics: MetricValues
  ready: boolean
}

export type Question = keyof Answers

export type ToWorker =
  | { type: 'question'; id: number; question: Question }
  | { type: 'usage'; usage: Usage }
  /** Whether all workers have as many connections as they may have. */
  | { type: 'all-full'; isFull: boolean }

export type ToPrimary =
  | ({ type: 'started' } & Started)
  /** Why this worker cannot start, and what to do. */
  | { type: 'failed'; reason: string }
  | { type: 'answer'; id: number; answer: Answers[Question] }
  | { type: 'usage'; usage: Usage }
  /** Whether this worker has as many connections as it may have. */
  | { type: 'full'; isFull: boolean }
  /** Before it ends. */
  | { type: 'last-metrics'; metrics: MetricValues }

export interface Started {
  url: string
  /** For stdout, once all workers have started. */
  message: string
}

export interface WorkerOptions {
  /** The first worker of all: it prepares the database and checks the items. */
  isFirst: boolean
  processes: number
  /** Of the rate limits, in base64. */
  salt: string
  /** The descriptor of a passed socket, in the primary process. */
  socket?: number | undefined
  monitoringUrl?: string | undefined
}

const variable = 'WORKER_OPTIONS'

export function toEnvironment(options: WorkerOptions): Record<string, string> {
  return { [variable]: JSON.stringify(options) }
}

/** @returns `undefined` in a process that is not a worker. */
export function readWorkerOptions({ [variable]: text }: NodeJS.ProcessEnv): WorkerOptions | undefined {
  // Written by the primary process, which is the same program.
  return text === undefined || process.send === undefined ? undefined : JSON.parse(text)
}

export function tellPrimary(message: ToPrimary): void {
  if (process.connected) process.send?.(message)
}

export function onMessageOfPrimary(handle: (message: ToWorker) => void): void {
  // Only the primary process sends messages.
  process.on('message', (message) => handle(message as ToWorker))
}

/** The side of a worker. */
export function sharedCounts({ processes, salt }: WorkerOptions): SharedCounts {
  return {
    processes,
    salt: Buffer.from(salt, 'base64'),
    report: (usage) => tellPrimary({ type: 'usage', usage }),
    onReport(add) {
      onMessageOfPrimary((message) => {
        if (message.type === 'usage') add(message.usage)
      })
    },
  }
}
