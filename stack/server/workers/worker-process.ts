// A worker, as the primary process sees it, and the messages between them.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MetricValues } from '../monitoring/metrics.ts'

/** Settings of a worker, as JSON in its environment variable `WORKER_OPTIONS`. */
export interface WorkerOptions {
  /** Whether it is the first worker of all, which prepares the database and checks the items. */
  isFirst: boolean
  /** Descriptor of a passed socket, in the primary process. */
  socket: number | undefined
  monitoringUrl: string | undefined
}

/** What a start prints, once all workers have started. */
export interface Started {
  message: string
}

/** Sent when the primary process sends anything, and before the worker ends. */
export interface Report {
  isReady: boolean
  metrics: MetricValues
}

/** `failed` says why the worker cannot start, and what to do. */
export type FromWorker = { started: Started } | { failed: string } | { report: Report }

/** How long the primary process waits for a report. A busy worker takes longer. */
const reportMs = 4_000

export class WorkerProcess {
  /** Resolves to `undefined` if the worker ends before it has started. */
  readonly started: Promise<Started | undefined>
  /** Resolves when the process has ended, and its last message is read. */
  readonly ended: Promise<{ reason: string | undefined; code: number | null; signal: NodeJS.Signals | null }>
  /** Metrics of the last report. */
  metrics: MetricValues = []
  isStopping = false
  readonly #worker: Worker
  #next = Promise.withResolvers<Report>()

  constructor(options: WorkerOptions) {
    this.#worker = cluster.fork({ WORKER_OPTIONS: JSON.stringify(options) })
    const ends = [once(this.#worker, 'exit'), once(this.#worker, 'disconnect')] as const
    let reason: string | undefined
    this.ended = Promise.all(ends).then(([[code, signal]]) => ({ reason, code, signal }))
    const started = Promise.withResolvers<Started>()
    this.started = Promise.race([started.promise, this.ended.then(() => undefined)])
    this.#worker.on('message', (message: FromWorker) => {
      if ('started' in message) started.resolve(message.started)
      else if ('failed' in message) reason = message.failed
      else {
        this.metrics = message.report.metrics
        this.#next.resolve(message.report)
        this.#next = Promise.withResolvers()
      }
    })
    // A message to a process that has just ended.
    this.#worker.on('error', () => {})
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  /** Asks for a report, and returns whether the worker is ready. */
  async report(): Promise<boolean> {
    const report = this.#next.promise.then(({ isReady }) => isReady)
    if (this.#worker.isConnected()) this.#worker.send('report')
    return Promise.race([report, this.ended.then(() => false), sleep(reportMs, false, { ref: false })])
  }

  /** Lets the worker finish its requests, and end. @param maxMs Time after which it is killed. */
  async stop(maxMs: number): Promise<void> {
    this.isStopping = true
    this.#worker.process.kill('SIGTERM')
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), maxMs)
    await this.ended
    clearTimeout(timer)
  }
}
