// All workers: starts them, replaces those that end, and restarts them one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { StartUpError } from '../configuration/start-up-error.ts'
import type { Usage } from '../http/rate-limit.ts'
import type { Logger } from '../monitoring/log.ts'
import type { Started, ToPrimary, WorkerOptions } from './messages.ts'
import { WorkerProcess } from './worker-process.ts'

/** A worker that ends sooner counts as one that cannot run. */
const healthyMs = 10_000
const firstPauseMs = 500
const longestPauseMs = 30_000

export interface WorkersParts {
  options: Omit<WorkerOptions, 'isFirst' | 'monitoringUrl'>
  /** How long a worker may take to stop. */
  stopMs: number
  log: Logger
}

export class Workers {
  /** Also those that start or stop. */
  readonly running = new Set<WorkerProcess>()
  /** They take requests. */
  readonly serving = new Set<WorkerProcess>()
  /** Called when a worker has ended, and is no longer in `running`. */
  onEnded: (worker: WorkerProcess) => void = () => {}
  /** Called when no worker takes requests any more, so that the port is closed. */
  onNoneLeft: () => void = () => {}
  readonly #parts: WorkersParts
  readonly #relay = new UsageRelay()
  #options: Omit<WorkerOptions, 'isFirst'>
  readonly #stopped = new AbortController()
  #restarts = Promise.resolve()
  #areFull = false

  constructor(parts: WorkersParts) {
    this.#parts = parts
    this.#options = parts.options
  }

  get isStopping(): boolean {
    return this.#stopped.signal.aborted
  }

  /** Starts the first worker, which prepares the database, and then all others. @throws {StartUpError} */
  async start(monitoringUrl: string | undefined): Promise<Started> {
    this.#options = { ...this.#options, monitoringUrl }
    const first = await this.#startFirst(true)
    const others = Array.from({ length: this.#options.processes - 1 }, () => this.#startFirst(false))
    await Promise.all(others)
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
    await Promise.all([...this.running].map((worker) => worker.stop(this.#parts.stopMs)))
  }

  async #startFirst(isFirst: boolean): Promise<Started> {
    const worker = this.#launch(0, isFirst)
    const started = await worker.started
    if (started !== undefined) return started
    const { reason, code, signal } = await worker.ended
    throw new StartUpError(reason ?? `A worker ended while it started (${signal ?? `code ${code}`}).`)
  }

  /** @param failures Workers before this one that ended too soon, one after the other. */
  #launch(failures: number, isFirst = false): WorkerProcess {
    const worker = new WorkerProcess({ ...this.#options, isFirst }, (message) => this.#onMessage(message, worker))
    this.running.add(worker)
    let hasStarted = false
    void worker.started.then((started) => {
      hasStarted = started !== undefined
      if (!hasStarted || worker.isStopping || this.isStopping) return
      for (const usage of this.#relay.current()) worker.tell({ type: 'usage', usage })
      this.serving.add(worker)
      this.#tellWhetherFull()
    })
    void worker.ended.then((ended) => {
      this.running.delete(worker)
      this.serving.delete(worker)
      this.onEnded(worker)
      this.#tellWhetherFull()
      // A start that fails is handled where the worker is started.
      if (!hasStarted || worker.isStopping) return
      this.#parts.log.error({ worker: worker.pid, ...ended }, 'a worker has ended; another one replaces it')
      if (this.serving.size === 0) this.onNoneLeft()
      void this.#replace(worker, failures)
    })
    return worker
  }

  async #replace(worker: WorkerProcess, earlierFailures: number): Promise<void> {
    const isHealthy = performance.now() - worker.startedAt >= healthyMs
    for (let failures = isHealthy ? 0 : earlierFailures + 1; !this.isStopping; failures++) {
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
    if (!this.isStopping) this.#parts.log.error({ worker: worker.pid, ...ended }, 'a worker cannot start')
    return undefined
  }

  async #restartAll(): Promise<void> {
    for (const old of [...this.serving]) {
      // One that has ended has a new one already.
      if (this.isStopping || !this.serving.has(old)) continue
      const added = await this.#startLater(0)
      if (added === undefined) return
      // One that has ended in between has a new one too.
      const surplus = this.serving.has(old) ? old : added
      this.serving.delete(surplus)
      await surplus.stop(this.#parts.stopMs)
    }
    if (!this.isStopping) this.#parts.log.info('all workers are new')
  }

  #onMessage(message: ToPrimary, sender: WorkerProcess): void {
    if (message.type === 'full') {
      sender.isFull = message.isFull
      this.#tellWhetherFull()
    } else if (message.type === 'usage') {
      this.#relay.add(message.usage)
      for (const worker of this.serving) if (worker !== sender) worker.tell(message)
    }
  }

  #tellWhetherFull(): void {
    const areFull = this.serving.size > 0 && [...this.serving].every(({ isFull }) => isFull)
    if (areFull === this.#areFull) return
    this.#areFull = areFull
    for (const worker of this.running) worker.tell({ type: 'all-full', isFull: areFull })
  }
}

/** What the workers have reported for the rate limits in the current minute. A new worker begins with it. */
class UsageRelay {
  readonly #usages = new Map<string, Usage>()
  #endsAt = 0

  add(usage: Usage): void {
    if (usage.endsAt > this.#endsAt) {
      this.#usages.clear()
      this.#endsAt = usage.endsAt
    }
    if (usage.endsAt < this.#endsAt) return
    const key = `${usage.limit} ${usage.partition}`
    const requests = (this.#usages.get(key)?.requests ?? 0) + usage.requests
    this.#usages.set(key, { ...usage, requests })
  }

  current(): Iterable<Usage> {
    return this.#usages.values()
  }
}
