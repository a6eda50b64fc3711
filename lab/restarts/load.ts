// Callers that write without a pause, each its own plants, over connections that stay open or over new ones.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPlantClient } from '../../client/index.ts'
import type { Random } from '../../stack/test/support/seeded-random.ts'
import { type Calls, type Differences, type Reply, runRound, WriteRecord } from './write-record.ts'

interface LoadOptions {
  url: string
  /** The subject of all requests. */
  caller: { owner: string; token: string }
  /** Requests at the same time. */
  concurrency: number
  random: Random
  /** Default: true. */
  keepAlive?: boolean
}

/** Longest time of a request, in ms. */
const maxMs = 30_000

export class Load {
  readonly record = new WriteRecord()
  readonly errors = this.record.errors
  responses = 0
  readonly #options: LoadOptions
  #isRunning = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.#running = Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#run()))
  }

  /** Resolves when each caller has its last response. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#running
  }

  /** Compares the plants that the caller sees at one instance with the responses. */
  async compare(url: string): Promise<Differences> {
    const { owner, token } = this.#options.caller
    const stored = createPlantClient({ baseUrl: url, token }).allPlants({ limit: 100 })
    return this.record.compare(await Array.fromAsync(stored, (plant) => ({ ...plant, owner })))
  }

  async #run(): Promise<void> {
    const { caller, random, keepAlive = true } = this.#options
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    const calls = this.#createCalls(caller.token, agent)
    while (this.#isRunning) {
      const isCreated = await runRound(calls, this.record, caller.owner, random)
      if (!isCreated) await sleep(20)
    }
    agent.destroy()
  }

  #createCalls(token: string, agent: Agent): Calls {
    const send = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
      this.#send(path, { method, agent, headers: { Authorization: `Bearer ${token}`, ...headers } }, body)
    return {
      create: (body, isKeyed) =>
        send('POST', '/plants', isKeyed ? { 'Idempotency-Key': `"${randomUUID()}"` } : {}, body),
      read: (id) => send('GET', `/plants/${id}`),
      change: (id, tag, etag) => send('PATCH', `/plants/${id}`, etag ? { 'If-Match': etag } : {}, { tag }),
      remove: (id) => send('DELETE', `/plants/${id}`),
    }
  }

  async #send(
    path: string,
    options: { method: string; agent: Agent; headers: Record<string, string> },
    body?: object,
  ): Promise<Reply> {
    const { method, headers } = options
    const sent = body === undefined ? '' : JSON.stringify(body)
    const content = body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }
    const signal = AbortSignal.timeout(maxMs)
    try {
      const outgoing = request(this.#options.url + path, { ...options, headers: { ...headers, ...content }, signal })
      // The event `response` of a ClientRequest has one argument, an IncomingMessage.
      const [response] = (await once(outgoing.end(sent), 'response')) as [IncomingMessage]
      const received = await text(response)
      this.responses++
      return this.#toReply(method, response, received)
    } catch (error) {
      const what = error instanceof SyntaxError ? 'a body that is not JSON' : 'no response'
      this.errors.push(`${method} got ${what}: ${Object(error).code ?? error}`)
      return { outcome: 'unknown' }
    }
  }

  /** No request may fail. */
  #toReply(method: string, { statusCode: status = 0, headers }: IncomingMessage, body: string): Reply {
    if (status >= 300) {
      this.errors.push(`unexpected ${method} ${status}`)
      return { outcome: status === 503 ? 'unchanged' : 'unknown' }
    }
    return { outcome: 'done', plant: body === '' ? undefined : JSON.parse(body), etag: headers.etag ?? '' }
  }
}
