// All workers: starts them, replaces those that end, and restarts them one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { StartUpError } from '../configuration/start-up-error.ts'
import type { Logger } from '../monitoring/log.ts'
import { type Started, WorkerProcess } from './worker-process.ts'

/** A worker that ends sooner counts as one that cannot run. */
const healthyMs = 10_000
const firstPauseMs = 500
const longestPauseMs = 30_000

interface WorkersOptions {
  /** Descriptor of a passed socket. */
  socket: number | undefined
  /** How long a worker may take to stop. */
  stopMs: number
  log: Logger
}

export class Workers {
  /** Workers that start, take requests or stop. */
  readonly running = new Set<WorkerProcess>()
  /** Workers that take requests. */
  readonly serving = new Set<WorkerProcess>()
  /** Called when a worker has ended, and is no longer in `running`. */
  onEnded: (worker: WorkerProcess) => void = () => {}
  readonly #options: WorkersOptions
  readonly #stopped = new AbortController()
  #monitoringUrl: string | undefined
  #restarts = Promise.resolve()

  constructor(options: WorkersOptions) {
    this.#options = options
  }

  get isStopping(): boolean {
    return this.#stopped.signal.aborted
  }

  /** Starts the first worker, which prepares the database, and then all others. @throws {StartUpError} */
  async start(processes: number, monitoringUrl: string | undefined): Promise<Started> {
    this.#monitoringUrl = monitoringUrl
    const first = await this.#startOrThrow(true)
    await Promise.all(Array.from({ length: processes - 1 }, () => this.#startOrThrow(false)))
    return first
  }

  /** Starts a new worker for each one, and then stops the old one. */
  restart(): void {
    this.#restarts = this.#restarts.then(() => this.#restartAll())
  }

  /** Resolves when all workers have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.serving.clear()
    await Promise.all([...this.running].map((worker) => worker.stop(this.#options.stopMs)))
  }

  async #startOrThrow(isFirst: boolean): Promise<Started> {
    const worker = this.#launch(0, isFirst)
    const started = await worker.started
    if (started !== undefined) return started
    const { reason, code, signal } = await worker.ended
    throw new StartUpError(reason ?? `A worker ended while it started (${signal ?? `code ${code}`}).`)
  }

  /** @param failures How many workers before this one ended too soon, one after the other. */
  #launch(failures: number, isFirst = false): WorkerProcess {
    const { socket, log } = this.#options
    const launchedAt = performance.now()
    const worker = new WorkerProcess({ isFirst, socket, monitoringUrl: this.#monitoringUrl })
    this.running.add(worker)
    void worker.started.then((started) => {
      if (started !== undefined && !worker.isStopping && !this.isStopping) this.serving.add(worker)
    })
    void worker.ended.then((ended) => {
      this.running.delete(worker)
      const wasServing = this.serving.delete(worker)
      this.onEnded(worker)
      // A start that fails is handled where the worker is started.
      if (!wasServing || worker.isStopping) return
      log.error({ worker: worker.pid, ...ended }, 'a worker has ended; another one replaces it')
      // The last user of a passed socket closes it, and only the supervisor can open it again.
      if (this.serving.size === 0 && socket !== undefined) process.exit(1)
      void this.#replace(performance.now() - launchedAt >= healthyMs ? 0 : failures + 1)
    })
    return worker
  }

  async #replace(earlierFailures: number): Promise<void> {
    for (let failures = earlierFailures; !this.isStopping; failures++) {
      const pauseMs = failures <= 1 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 2), longestPauseMs)
      await sleep(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => {})
      if (this.isStopping || (await this.#startLater(failures))) return
    }
  }

  /** @returns `undefined` if it does not start. */
  async #startLater(failures: number): Promise<WorkerProcess | undefined> {
    const worker = this.#launch(failures)
    if ((await worker.started) !== undefined) return worker
    const ended = await worker.ended
    if (!this.isStopping) this.#options.log.error({ worker: worker.pid, ...ended }, 'a worker cannot start')
    return undefined
  }

  async #restartAll(): Promise<void> {
    const { log, stopMs } = this.#options
    for (const old of [...this.serving]) {
      // One that has ended has a new one already.
      if (this.isStopping || !this.serving.has(old)) continue
      const added = await this.#startLater(0)
      if (added === undefined) return
      // One that has ended in between has a new one too.
      const surplus = this.serving.has(old) ? old : added
      this.serving.delete(surplus)
      await surplus.stop(stopMs)
    }
    if (!this.isStopping) log.info('all workers are new')
  }
}
