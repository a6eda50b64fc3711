// Concurrent loops that write plants, each its own, over keep-alive connections or over a new one for each request.
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPlantClient } from '../../client/index.ts'
import type { Random } from '../../stack/test/support/seeded-random.ts'
import { exchange, type Request } from '../bench/runner/load.ts'
import { get, remove, write } from '../bench/runner/requests.ts'
import { type Calls, type Differences, type Reply, runRound, WriteRecord } from './write-record.ts'

/** Starts the load. @param concurrency Number of concurrent loops, each with one connection. */
export function startLoad(
  url: string,
  { owner, token }: { owner: string; token: string },
  concurrency: number,
  random: Random,
  keepAlive = true,
) {
  const record = new WriteRecord()
  const { errors } = record
  let responses = 0
  let isRunning = true

  async function run(): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    const calls = createCalls(agent)
    while (isRunning) {
      const isCreated = await runRound(calls, record, owner, random)
      if (!isCreated) await sleep(20)
    }
    agent.destroy()
  }

  function createCalls(agent: Agent): Calls {
    const call = (request: Request, more: Record<string, string> = {}) =>
      send(agent, { ...request, headers: { ...request.headers, ...more } })
    return {
      create: (body, isKeyed) =>
        call(write(token, 'POST', '/plants', 201, body), isKeyed ? { 'Idempotency-Key': `"${randomUUID()}"` } : {}),
      read: (id) => call(get(token, `/plants/${id}`)),
      change: (id, tag, etag) =>
        call(write(token, 'PATCH', `/plants/${id}`, 200, { tag }), etag ? { 'If-Match': etag } : {}),
      remove: (id) => call(remove(token, `/plants/${id}`)),
    }
  }

  /** Sends a request. Records an error if there is no response, or if it is not the expected one. */
  async function send(agent: Agent, request: Request): Promise<Reply> {
    const { method } = request
    try {
      const { status, headers, body } = await exchange(agent, url, request)
      responses++
      if (status === request.status) {
        return { outcome: 'done', plant: body === '' ? undefined : JSON.parse(body), etag: headers.etag ?? '' }
      }
      errors.push(`unexpected ${method} ${status}`)
      return { outcome: status === 503 ? 'unchanged' : 'unknown' }
    } catch (error) {
      const subject = error instanceof SyntaxError ? 'a body that is not JSON' : 'no response'
      errors.push(`${method} got ${subject}: ${Object(error).code ?? error}`)
      return { outcome: 'unknown' }
    }
  }

  const running = Promise.all(Array.from({ length: concurrency }, run))
  return {
    record,
    errors,
    countResponses: () => responses,

    /** Stops the load. Resolves when each loop has its last response. */
    async stop(): Promise<void> {
      isRunning = false
      await running
    },

    /** Compares the plants that an instance returns with the responses to the writes. */
    async compare(baseUrl: string): Promise<Differences> {
      const stored = createPlantClient({ baseUrl, token }).allPlants({ limit: 100 })
      return record.compare(await Array.fromAsync(stored, (plant) => ({ ...plant, owner })))
    },
  }
}
