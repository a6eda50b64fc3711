// Sends many requests to a mock that keeps plants. What it keeps does not grow, so its memory must not grow either.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Control } from '../../../server/core/mock/control.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

export interface EnduranceOptions {
  url: string
  control: Control
  requests: number
  /** Called after each round of requests of one caller. */
  onRequests?: (count: number) => void
}

export interface Endurance {
  requests: number
  statuses: Map<number, number>
  /** The heap after garbage collection, after each tenth of the requests, in MB. */
  megabytes: number[]
  /** Growth of the heap after the first tenth, in which Node compiles the code. */
  bytesPerRequest: number
}

/** Node optimizes its code for some time, and keeps that. */
export const maxBytesPerRequest = 200

const callers = 100
const concurrency = 8
/** An idempotency key expires after 24 hours, so the mock can forget it. */
const requestsPerHour = 500

/** The mock runs in this process, so its heap is the one that is measured. */
export async function endure({ url, control, requests, onRequests = () => {} }: EnduranceOptions): Promise<Endurance> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const statuses = new Map<number, number>()
  const megabytes: number[] = []
  let sent = 0

  async function send(method: string, path: string, headers: Record<string, string>, body?: object) {
    sent++
    const response = await exchange(agent, `${url}${path}`, method, headers, body)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    return response
  }

  /** Leaves the collection as it was. */
  async function round(number: number): Promise<void> {
    const Authorization = `Bearer caller-${number % callers}`
    const tag = `shelf ${number % 7}`
    const created = await send(
      'POST',
      '/plants',
      { Authorization, 'Idempotency-Key': randomUUID() },
      { name: 'Fern', tag },
    )
    const path = `/plants/${created.id}`
    await send('GET', `/plants?tag=${encodeURIComponent(tag)}`, { Authorization })
    const list = await send('GET', '/plants?limit=20', { Authorization })
    await send('GET', '/plants?limit=20', { Authorization, 'If-None-Match': list.etag })
    await send('GET', path, { Authorization })
    const changed = await send('PATCH', path, { Authorization, 'If-Match': created.etag }, { name: 'Moss' })
    await send('GET', '/plants?limit=0', { Authorization })
    await send('DELETE', path, { Authorization, 'If-Match': changed.etag })
    await send('GET', path, { Authorization })
    onRequests(sent)
  }

  let rounds = 0
  async function worker(until: number): Promise<void> {
    while (sent < until) {
      control.setClock({ shiftSeconds: Math.floor(sent / requestsPerHour) * 3_600 })
      await round(rounds++)
    }
  }

  for (let tenth = 1; tenth <= 10; tenth++) {
    await Promise.all(Array.from({ length: concurrency }, () => worker((requests * tenth) / 10)))
    collectGarbage()
    megabytes.push(process.memoryUsage().heapUsed / 1e6)
  }
  agent.destroy()
  const [first = 0] = megabytes
  const growth = ((megabytes.at(-1) ?? 0) - first) * 1e6
  return { requests: sent, statuses, megabytes, bytesPerRequest: growth / (0.9 * sent) }
}

interface Exchanged {
  status: number
  etag: string
  /** Of the plant, if the body has one. */
  id: string
}

function exchange(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Exchanged> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers: { ...headers, ...type } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        const { id = '' } = text.startsWith('{') ? JSON.parse(text) : {}
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', id })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body && JSON.stringify(body))
  })
}
