// The workers, as the primary process sees them: their start, restart, reports and end.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '../configuration/read-configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'
import type { Logger } from '../monitoring/log.ts'
import type { MetricValues } from '../monitoring/metrics.ts'
import type { WorkerMessage, WorkerOptions } from './worker.ts'

/** Pause before each start of a replacement, in ms. Workers that cannot run then do not take all CPU time. */
const pauseMs = 1_000
/** Timeout of a stop, in ms, beside that of a statement. A worker needs 9 s at most. */
const stopMs = 20_000
/** Timeout of a report, in ms. A busy worker takes longer. */
const reportMs = 4_000

export class Workers {
  /** Workers that start, take requests or stop, with the metrics of their last reports. */
  readonly metrics = new Map<Worker, MetricValues>()
  /** Workers that take requests. */
  readonly serving = new Set<Worker>()
  /** Called when a worker has ended, and has left `metrics`. */
  onEnded: (metrics: MetricValues) => void = () => {}
  readonly #configuration: Configuration
  readonly #log: Logger
  readonly #stopped = new AbortController()
  #monitoringUrl: string | undefined
  #restarts = Promise.resolve()

  constructor(configuration: Configuration, log: Logger) {
    this.#configuration = configuration
    this.#log = log
  }

  get isStopping(): boolean {
    return this.#stopped.signal.aborted
  }

  /**
   * Starts the first worker, which prepares the database, and then all others.
   * @returns The text to print. @throws {StartUpError}
   */
  async start(monitoringUrl: string | undefined): Promise<string> {
    this.#monitoringUrl = monitoringUrl
    const { text } = await this.#launch(true)
    if (this.isStopping) return text
    await Promise.all(Array.from({ length: this.#configuration.workers - 1 }, () => this.#launch(false)))
    return text
  }

  /** Starts a new worker for each one, and then stops the old one. */
  restart(): void {
    this.#restarts = this.#restarts.then(() => this.#restartAll())
  }

  /** Resolves when all workers have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.serving.clear()
    await Promise.all([...this.metrics.keys()].map((worker) => this.#stop(worker)))
  }

  /** Reads the metrics of a worker, and returns why it is not ready. `undefined`: it is. */
  async report(worker: Worker): Promise<string | undefined> {
    if (!worker.isConnected()) return 'a worker ends'
    worker.setMaxListeners(0) // of probes at the same time
    const report = once(worker, 'message', { signal: AbortSignal.timeout(reportMs) })
    worker.send('report', () => {}) // a worker that has just ended
    return report.then(([{ whyNotReady }]) => whyNotReady).catch(() => 'a worker does not respond')
  }

  /** @throws {StartUpError} */
  async #launch(isFirst: boolean): Promise<{ worker: Worker; text: string }> {
    const { socket } = this.#configuration
    const options: WorkerOptions = { isFirst, socket, monitoringUrl: this.#monitoringUrl }
    const worker = cluster.fork({ WORKER_OPTIONS: JSON.stringify(options) })
    const started = Promise.withResolvers<string>()
    this.metrics.set(worker, [])
    // A message to a process that has just ended.
    worker.on('error', () => {})
    worker.on('message', (message: WorkerMessage) => {
      if ('started' in message) started.resolve(message.started)
      else if ('failed' in message) started.reject(new StartUpError(message.failed))
      else this.metrics.set(worker, message.metrics)
    })
    // The last message is read when both have happened.
    const hasDisconnected = new Promise<void>((resolve) => worker.once('disconnect', resolve))
    worker.once('exit', async (code, signal) => {
      await hasDisconnected
      started.reject(new StartUpError(`A worker ended while it started (${signal ?? `code ${code}`}).`))
      const metrics = this.metrics.get(worker) ?? []
      this.metrics.delete(worker)
      this.onEnded(metrics)
      if (!this.serving.delete(worker)) return
      this.#log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended; another one replaces it')
      // The last user of a passed socket closes it, and only the supervisor can open it again.
      if (this.serving.size === 0 && socket !== undefined) process.exit(1)
      void this.#replace()
    })
    const text = await started.promise
    if (!this.isStopping) this.serving.add(worker)
    return { worker, text }
  }

  /** @returns `undefined` if the worker does not start. */
  async #tryLaunch(): Promise<Worker | undefined> {
    try {
      return (await this.#launch(false)).worker
    } catch (error) {
      if (!this.isStopping) this.#log.error({ reason: Object(error).message }, 'a worker cannot start')
      return undefined
    }
  }

  async #replace(): Promise<void> {
    do await sleep(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => {})
    while (!this.isStopping && (await this.#tryLaunch()) === undefined)
  }

  /** Lets a worker finish its requests, and end. Kills it after a timeout. */
  async #stop(worker: Worker): Promise<void> {
    this.serving.delete(worker)
    worker.process.kill('SIGTERM')
    const { database, shutdownDelayMs } = this.#configuration
    const maxMs = stopMs + shutdownDelayMs + (database?.statementTimeoutMs ?? 0)
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), maxMs)
    if (!worker.isDead()) await once(worker, 'exit')
    clearTimeout(timer)
  }

  async #restartAll(): Promise<void> {
    for (const old of [...this.serving]) {
      // A worker that has ended is replaced already.
      if (this.isStopping || !this.serving.has(old)) continue
      const added = await this.#tryLaunch()
      if (added === undefined) return
      await this.#stop(this.serving.has(old) ? old : added)
    }
    if (!this.isStopping) this.#log.info('all workers are new')
  }
}
