// Callers that write without a pause, each its own plants and one request after the other, to one instance or another.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../support/seeded-random.ts'
import type { KnownPlant, State } from './plants.ts'

export interface Caller {
  owner: string
  token: string
}

export interface Reply {
  status: number
  etag: string
  plant: { id: string; tag: string } | undefined
}

export interface LoadOptions {
  /** Of the instances. */
  urls: string[]
  callers: Caller[]
  random: Random
  /** A request to the database may take so long, and a conditional write sends two. */
  statementMs: number
}

export class Load {
  readonly plants = new Set<KnownPlant>()
  readonly errors: string[] = []
  readonly counts = new Map<string, number>()
  /** Acknowledged writes. */
  acknowledged = 0
  slowestMs = 0
  /** While it is set, every request must succeed. */
  isCalm = true
  readonly #options: LoadOptions
  #isRunning = false
  #running: Promise<unknown> = Promise.resolve()
  #next = 0

  constructor(options: LoadOptions) {
    this.#options = options
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

  /** Creates a plant at one instance. @returns Whether it was acknowledged. */
  async create(
    url: string,
    caller: Caller,
    key?: string,
    plant = this.#newPlant(caller),
  ): Promise<KnownPlant | undefined> {
    const body = { name: plant.name, tag: 'new' }
    const headers = key === undefined ? {} : { 'Idempotency-Key': `"${key}"` }
    const reply = await this.#write(url, caller, plant, 'POST', '/plants', 'new', { headers, body })
    if (reply?.status !== 201) return undefined
    plant.id = reply.plant?.id
    return plant
  }

  #newPlant({ owner }: Caller): KnownPlant {
    const plant: KnownPlant = { owner, name: `plant ${this.#next++}`, id: undefined, states: new Set(['absent']) }
    this.plants.add(plant)
    return plant
  }

  async #run(caller: Caller): Promise<void> {
    const { random, urls } = this.#options
    while (this.#isRunning) {
      const key = random() < 0.5 ? randomUUID() : undefined
      const plant = this.#newPlant(caller)
      let created = await this.create(random.pick(urls), caller, key, plant)
      // As a client does that wants exactly one plant.
      for (let retry = 0; key !== undefined && created === undefined && retry < 20; retry++) {
        await sleep(100)
        created = await this.create(random.pick(urls), caller, key, plant)
      }
      if (created !== undefined) await this.#change(caller, created)
      else await sleep(20)
    }
  }

  async #change(caller: Caller, plant: KnownPlant): Promise<void> {
    const { random, urls } = this.#options
    const path = `/plants/${plant.id}`
    const read = await this.#read(random.pick(urls), caller, plant, path)
    if (read === undefined) return
    const headers = { 'If-Match': read.etag }
    const tag = `changed ${this.#next++}`
    await this.#write(random.pick(urls), caller, plant, 'PATCH', path, tag, { headers, body: { tag } })
    await this.#read(random.pick(urls), caller, plant, path)
    if (random() < 0.5) await this.#write(random.pick(urls), caller, plant, 'DELETE', path, 'absent', {})
  }

  /** The plant must be in a state that it can be in. */
  async #read(url: string, caller: Caller, plant: KnownPlant, path: string): Promise<Reply | undefined> {
    const reply = await this.#send(url, caller, 'GET', path, {})
    if (reply === undefined || reply.status === 503) return undefined
    const state = reply.status === 404 ? 'absent' : reply.plant?.tag
    if (reply.status !== 200 && reply.status !== 404) this.#report(`GET got ${reply.status}`)
    else if (state === undefined || !plant.states.has(state)) {
      this.#report(`stale read: ${plant.name} is ${state}, expected ${[...plant.states].join(' or ')}`)
    }
    return reply.status === 200 ? reply : undefined
  }

  async #write(
    url: string,
    caller: Caller,
    plant: KnownPlant,
    method: string,
    path: string,
    state: State,
    content: { headers?: Record<string, string>; body?: object },
  ): Promise<Reply | undefined> {
    const reply = await this.#send(url, caller, method, path, content)
    const isSure = plant.states.size === 1
    switch (reply?.status) {
      case 200:
      case 201:
      case 204:
        this.acknowledged++
        plant.states = new Set([state])
        break
      case 503:
        break // nothing has changed
      case 404:
      case 412:
        if (isSure) this.#report(`${method} got ${reply.status}, but ${plant.name} is ${[...plant.states]}`)
        break
      default:
        if (reply !== undefined && reply.status !== 500) this.#report(`${method} got ${reply.status}`)
        plant.states.add(state)
    }
    return reply
  }

  async #send(
    url: string,
    { token }: Caller,
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object },
  ): Promise<Reply | undefined> {
    const startedAt = performance.now()
    const wasCalm = this.isCalm
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const limitMs = this.#options.statementMs * (headers['If-Match'] ? 2 : 1)
    try {
      const response = await fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': type }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(limitMs + 10_000),
      })
      const { status } = response
      const text = await response.text()
      const ms = performance.now() - startedAt
      this.slowestMs = Math.max(this.slowestMs, ms)
      this.counts.set(`${method} ${status}`, (this.counts.get(`${method} ${status}`) ?? 0) + 1)
      if (ms > limitMs) this.#report(`${method} took ${Math.round(ms)} ms and got ${status}`)
      if (status === 503 && !response.headers.has('Retry-After')) this.#report(`${method} got 503 without Retry-After`)
      if (wasCalm && this.isCalm && status >= 400) this.#report(`${method} got ${status} without an outage: ${text}`)
      const plant = status < 300 && text !== '' ? JSON.parse(text) : undefined
      return { status, etag: response.headers.get('ETag') ?? '', plant }
    } catch (error) {
      this.#report(`${method} got no response: ${Object(error).cause ?? error}`)
      return undefined
    }
  }

  #report(error: string): void {
    this.errors.push(error)
  }
}
