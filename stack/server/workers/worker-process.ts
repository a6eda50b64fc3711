// A worker, as the primary process sees it.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { MetricValues } from '../monitoring/metrics.ts'
import {
  type Answers,
  type Question,
  type Started,
  type ToPrimary,
  type ToWorker,
  toEnvironment,
  type WorkerOptions,
} from './messages.ts'

/** A worker that does not answer in this time is busy with something else. */
const answerMs = 4_000

export interface Ended {
  /** Why the worker could not start, if it has said so. */
  reason: string | undefined
  code: number | null
  signal: NodeJS.Signals | null
}

export class WorkerProcess {
  /** `undefined` if the worker ended before it had started. */
  readonly started: Promise<Started | undefined>
  /** Resolves when the process has ended, and its last message is read. */
  readonly ended: Promise<Ended>
  /** What the worker has counted, as far as the primary process knows. */
  metrics: MetricValues = []
  isFull = false
  isStopping = false
  readonly startedAt = performance.now()
  readonly #worker: Worker
  readonly #questions = new Map<number, (answer: Answers[Question]) => void>()
  #lastId = 0

  /** @param onMessage Called with messages that are not answers. */
  constructor(options: WorkerOptions, onMessage: (message: ToPrimary) => void) {
    this.#worker = cluster.fork(toEnvironment(options))
    const exit = once(this.#worker, 'exit')
    const disconnect = once(this.#worker, 'disconnect')
    let reason: string | undefined
    this.ended = Promise.all([exit, disconnect]).then(([[code, signal]]) => ({ reason, code, signal }))
    const started = new Promise<Started>((resolve) => {
      this.#worker.on('message', (message: ToPrimary) => {
        if (message.type === 'started') resolve(message)
        else if (message.type === 'answer') this.#questions.get(message.id)?.(message.answer)
        else if (message.type === 'failed') reason = message.reason
        else if (message.type === 'last-metrics') this.metrics = message.metrics
        else onMessage(message)
      })
    })
    this.started = Promise.race([started, this.ended.then(() => undefined)])
    // A message to a process that has just ended.
    this.#worker.on('error', () => {})
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  tell(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message)
  }

  /** @returns `undefined` if the worker does not answer in time. */
  async ask<Asked extends Question>(question: Asked): Promise<Answers[Asked] | undefined> {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<Answers[Question] | undefined>()
    this.#questions.set(id, resolve)
    const timer = setTimeout(resolve, answerMs, undefined)
    this.tell({ type: 'question', id, question })
    const answer = await Promise.race([promise, this.ended.then(() => undefined)])
    clearTimeout(timer)
    this.#questions.delete(id)
    // The worker answers a question with its own type.
    return answer as Answers[Asked] | undefined
  }

  async readMetrics(): Promise<void> {
    this.metrics = (await this.ask('metrics')) ?? this.metrics
  }

  /** Lets the worker finish its requests, and end. @param mostMs After this time, it is killed. */
  async stop(mostMs: number): Promise<void> {
    this.isStopping = true
    this.#worker.process.kill('SIGTERM')
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), mostMs)
    await this.ended
    clearTimeout(timer)
  }
}
