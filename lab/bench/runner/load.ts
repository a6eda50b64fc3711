// Sends requests over keep-alive connections. Each connection sends one request after the other.
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  status: number
  /** Number of plants that the response must have. Default: any number. */
  plants?: number
}

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export type OnResponse = (index: number, response: Response) => void

const connections = 16
const timeoutMs = 60_000

/**
 * Sends all requests, and checks each response.
 * @param onResponse Called with the index of a request and its response.
 * @throws {Error} if a response is missing, or has a different status or number of plants.
 */
export async function send(url: string, requests: Request[], onResponse?: OnResponse): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  await sendOver(agent, url, requests, onResponse).finally(() => agent.destroy())
}

export async function sendOver(agent: Agent, url: string, requests: Request[], onResponse?: OnResponse): Promise<void> {
  const pending = requests.entries()
  const faults: string[] = []

  async function run(): Promise<void> {
    for (const [index, expected] of pending) {
      const response = await exchange(agent, url, expected)
      const fault = findFault(expected, response)
      if (fault === undefined) onResponse?.(index, response)
      else faults.push(`${expected.method} ${expected.path} returned ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, run))
  if (faults.length > 0) throw new Error(`${faults.length} of ${requests.length} responses are wrong: ${faults[0]}.`)
}

/** Sends one request, and reads its response. */
export async function exchange(agent: Agent, url: string, { path, body, method, headers }: Request): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  const clientRequest = request(url + path, { method, headers, agent, signal }).end(body)
  // The event `response` of a ClientRequest has one argument, an IncomingMessage.
  const [received] = (await once(clientRequest, 'response')) as [IncomingMessage]
  return { status: received.statusCode ?? 0, headers: received.headers, body: await text(received) }
}

function findFault(expected: Request, { status, body }: Response): string | undefined {
  if (status !== expected.status) return `${status} instead of ${expected.status}: ${body}`
  const count = expected.plants === undefined ? undefined : body.split('"id":').length - 1
  return count === expected.plants ? undefined : `${count} plants instead of ${expected.plants}`
}
