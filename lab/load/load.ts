// Callers that write without a pause, each its own plants, over connections that stay open, to one instance or another.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPlantClient } from '../../client/index.ts'
import type { Random } from '../../stack/test/support/seeded-random.ts'
import { type Calls, type Differences, type Reply, runRound, WriteRecord } from './write-record.ts'

export interface Caller {
  owner: string
  token: string
}

export interface LoadOptions {
  /** Of the instances. */
  urls: string[]
  callers: Caller[]
  random: Random
  /** Longest time of a request. A conditional write may take twice as long. */
  limitMs?: number
  /** Default: true. */
  keepAlive?: boolean
}

export class Load {
  readonly record = new WriteRecord()
  /** One line each. */
  readonly errors = this.record.errors
  /** By method and status. */
  readonly counts = new Map<string, number>()
  slowestMs = 0
  /** While it is set, every request must succeed. */
  isCalm = true
  readonly #options: Required<LoadOptions>
  #isRunning = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: LoadOptions) {
    this.#options = { limitMs: 30_000, keepAlive: true, ...options }
  }

  /** How many responses there were. */
  get responses(): number {
    return this.counts.values().reduce((sum, count) => sum + count, 0)
  }

  start(): void {
    this.#isRunning = true
    this.#running = Promise.all(this.#options.callers.map((caller) => this.#run(caller)))
  }

  /** Resolves when each caller has its last response. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#running
  }

  /** Compares the plants that each caller sees at one instance with the responses. */
  async compare(url: string): Promise<Differences> {
    const callers = new Map(this.#options.callers.map((caller) => [caller.owner, caller]))
    const plants = Array.from(callers.values(), ({ owner, token }) => {
      const stored = createPlantClient({ baseUrl: url, token }).allPlants({ limit: 100 })
      return Array.fromAsync(stored, (plant) => ({ ...plant, owner }))
    })
    return this.record.compare((await Promise.all(plants)).flat())
  }

  /** Creates a plant at one instance. @returns Whether it was acknowledged. */
  async create(url: string, caller: Caller): Promise<boolean> {
    const plant = this.record.add(caller.owner)
    const { create } = this.#createCalls(caller, new Agent(), [url])
    this.record.write(plant, 'new', await create({ name: plant.name, tag: 'new' }, false))
    return plant.id !== undefined
  }

  async #run(caller: Caller): Promise<void> {
    const { urls, random, keepAlive } = this.#options
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    const calls = this.#createCalls(caller, agent, urls)
    while (this.#isRunning) {
      const isCreated = await runRound(calls, this.record, caller.owner, random)
      if (!isCreated) await sleep(20)
    }
    agent.destroy()
  }

  #createCalls({ token }: Caller, agent: Agent, urls: string[]): Calls {
    const send = (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
      const url = this.#options.random.pick(urls) + path
      return this.#send(url, { method, agent, headers: { Authorization: `Bearer ${token}`, ...headers } }, body)
    }
    return {
      async create(body, isKeyed) {
        const headers = isKeyed ? { 'Idempotency-Key': `"${randomUUID()}"` } : {}
        let reply = await send('POST', '/plants', headers, body)
        // As a client does that wants exactly one plant.
        for (let retry = 0; isKeyed && reply.outcome !== 'done' && retry < 20; retry++) {
          await sleep(100)
          const next = await send('POST', '/plants', headers, body)
          reply = next.outcome === 'unchanged' ? reply : next
        }
        return reply
      },
      read: (id) => send('GET', `/plants/${id}`),
      change: (id, tag, etag) => send('PATCH', `/plants/${id}`, etag ? { 'If-Match': etag } : {}, { tag }),
      remove: (id) => send('DELETE', `/plants/${id}`),
    }
  }

  async #send(
    url: string,
    options: { method: string; agent: Agent; headers: Record<string, string> },
    body?: object,
  ): Promise<Reply> {
    const { method, headers } = options
    const startedAt = performance.now()
    const wasCalm = this.isCalm
    const limitMs = this.#options.limitMs * (headers['If-Match'] ? 2 : 1)
    const sent = body === undefined ? '' : JSON.stringify(body)
    const content = body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }
    const signal = AbortSignal.timeout(limitMs + 10_000)
    try {
      const outgoing = request(url, { ...options, headers: { ...headers, ...content }, signal }).end(sent)
      // The event `response` of a ClientRequest has one argument, an IncomingMessage.
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      const received = await text(response)
      this.#check(method, response, { ms: performance.now() - startedAt, limitMs, isCalm: wasCalm && this.isCalm })
      return toReply(response, received)
    } catch (error) {
      const what = error instanceof SyntaxError ? 'a body that is not JSON' : 'no response'
      this.errors.push(`${method} got ${what}: ${Object(error).code ?? error}`)
      return { outcome: 'unknown' }
    }
  }

  #check(
    method: string,
    { statusCode: status = 0, headers }: IncomingMessage,
    { ms, limitMs, isCalm }: { ms: number; limitMs: number; isCalm: boolean },
  ): void {
    const result = `${method} ${status}`
    this.slowestMs = Math.max(this.slowestMs, ms)
    this.counts.set(result, (this.counts.get(result) ?? 0) + 1)
    const expected = [200, 201, 204, 404, 412, 503, ...(method === 'GET' ? [] : [500])]
    if (!expected.includes(status) || (isCalm && status >= 400)) this.errors.push(`unexpected ${result}`)
    if (ms > limitMs) this.errors.push(`${result} after ${Math.round(ms)} ms`)
    if (status === 503 && !headers['retry-after']) this.errors.push(`${result} without Retry-After`)
  }
}

function toReply({ statusCode: status = 0, headers }: IncomingMessage, body: string): Reply {
  const isRefused = status === 404 || status === 412
  if (status >= 300) return { outcome: isRefused || status === 503 ? 'unchanged' : 'unknown', isRefused }
  return { outcome: 'done', plant: body === '' ? undefined : JSON.parse(body), etag: headers.etag ?? '' }
}
