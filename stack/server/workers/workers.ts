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
/** Timeout of a stop, in ms, plus the shutdown delay and the statement timeout. A worker needs 9 s at most. */
const stopMs = 20_000
/** Timeout of a report, in ms. */
const reportMs = 4_000

export type Workers = ReturnType<typeof createWorkers>

export function createWorkers(configuration: Configuration, log: Logger) {
  /** Workers that are starting, taking requests or stopping, with the metrics of their last reports. */
  const metrics = new Map<Worker, MetricValues>()
  /** Workers that take requests. */
  const serving = new Set<Worker>()
  const stopped = new AbortController()
  let sharedMonitoringUrl: string | undefined
  let restarts = Promise.resolve()

  const isStopping = () => stopped.signal.aborted

  /** @throws {StartUpError} */
  async function launch(isFirst: boolean): Promise<{ worker: Worker; message: string }> {
    const { socket } = configuration
    const options: WorkerOptions = { isFirst, socket, monitoringUrl: sharedMonitoringUrl }
    const worker = cluster.fork({ WORKER_OPTIONS: JSON.stringify(options) })
    const started = Promise.withResolvers<string>()
    metrics.set(worker, [])
    worker.on('error', () => {}) // a message to a process that has just ended
    worker.on('message', (message: WorkerMessage) => {
      if ('started' in message) started.resolve(message.started)
      else if ('failed' in message) started.reject(new StartUpError(message.failed))
      else metrics.set(worker, message.metrics)
    })
    // The last message is read only when both events have happened.
    const disconnection = new Promise<void>((resolve) => worker.once('disconnect', resolve))
    worker.once('exit', async (code, signal) => {
      await disconnection
      started.reject(new StartUpError(`A worker ended while it started (${signal ?? `code ${code}`}).`))
      const last = metrics.get(worker) ?? []
      metrics.delete(worker)
      workers.onEnded(last)
      if (!serving.delete(worker)) return
      log.error({ worker: worker.process.pid, code, signal }, 'a worker has ended; a new one replaces it')
      // The last user of a passed socket closes it, and only the supervisor can open it again.
      if (serving.size === 0 && socket !== undefined) process.exit(1)
      void replace()
    })
    const message = await started.promise
    if (!isStopping()) serving.add(worker)
    return { worker, message }
  }

  /** @returns `undefined` if the worker does not start. */
  async function tryLaunch(): Promise<Worker | undefined> {
    try {
      return (await launch(false)).worker
    } catch (error) {
      if (!isStopping()) log.error({ reason: Object(error).message }, 'a worker cannot start')
      return undefined
    }
  }

  async function replace(): Promise<void> {
    do await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {})
    while (!isStopping() && (await tryLaunch()) === undefined)
  }

  /** Lets a worker finish its requests, and end. Kills it after a timeout. */
  async function stopWorker(worker: Worker): Promise<void> {
    serving.delete(worker)
    worker.process.kill('SIGTERM')
    const { database, shutdownDelayMs } = configuration
    const maxMs = stopMs + shutdownDelayMs + (database?.statementTimeoutMs ?? 0)
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), maxMs)
    if (!worker.isDead()) await once(worker, 'exit')
    clearTimeout(timer)
  }

  async function restartAll(): Promise<void> {
    for (const oldWorker of [...serving]) {
      // A worker that has ended is replaced already.
      if (isStopping() || !serving.has(oldWorker)) continue
      const replacement = await tryLaunch()
      if (replacement === undefined) return
      await stopWorker(serving.has(oldWorker) ? oldWorker : replacement)
    }
    if (!isStopping()) log.info('all workers are replaced')
  }

  const workers = {
    metrics,
    serving,
    isStopping,
    /** Called when a worker has ended, and has left `metrics`. */
    onEnded: (_metrics: MetricValues) => {},
    /**
     * Starts the first worker, which prepares the database, and then all others.
     * @returns The startup message. @throws {StartUpError}
     */
    async start(monitoringUrl: string | undefined): Promise<string> {
      sharedMonitoringUrl = monitoringUrl
      const { message } = await launch(true)
      if (isStopping()) return message
      await Promise.all(Array.from({ length: configuration.workers - 1 }, () => launch(false)))
      return message
    },
    /** Starts a rolling restart: for each worker, starts a new one, and then stops the old one. */
    restart(): void {
      log.info('restarting the workers')
      restarts = restarts.then(restartAll)
    },
    /** Resolves when all workers have ended. */
    async stop(): Promise<void> {
      stopped.abort()
      serving.clear()
      await Promise.all([...metrics.keys()].map(stopWorker))
    },
    /** Requests a report with the metrics of a worker. @returns Why the worker is not ready; `undefined` if it is. */
    async report(worker: Worker): Promise<string | undefined> {
      if (!worker.isConnected()) return 'a worker has exited'
      worker.setMaxListeners(0) // concurrent probes
      const report = once(worker, 'message', { signal: AbortSignal.timeout(reportMs) })
      worker.send('report', () => {}) // a worker that has just ended
      const [message] = await report.catch(() => [{ whyNotReady: 'a worker does not respond', metrics: [] }])
      return message.metrics === undefined ? 'a worker is starting' : message.whyNotReady
    },
  }
  return workers
}
