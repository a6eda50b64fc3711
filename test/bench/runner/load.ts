// Sends requests over keep-alive connections, each connection one request after the other.
import { Connection, type HttpResponse } from '../../../tools/contract-tester/connection.ts'

export interface Request {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
  /** Of the expected response. */
  status: number
  /** How many plants the response must have. Default: any number. */
  plants?: number
}

export type OnResponse = (index: number, response: HttpResponse) => void

const connections = 16
const timeoutMs = 60_000

/**
 * Sends all requests.
 * @param onResponse Called with the index of the request.
 * @throws {Error} if a response is missing, or is not the expected one.
 */
export async function send(url: string, requests: Request[], onResponse?: OnResponse): Promise<void> {
  const { host } = new URL(url)
  const waiting = requests.map((request) => ({ request, bytes: serialize(request, host) })).entries()
  const faults: string[] = []

  async function run(): Promise<void> {
    const connection = new Connection(url, timeoutMs)
    try {
      for (const [index, { request, bytes }] of waiting) {
        const response = await connection.exchange(request.method, bytes)
        const fault = findFault(request, response)
        if (fault === undefined) onResponse?.(index, response)
        else faults.push(`${request.method} ${request.path} returned ${fault}`)
      }
    } finally {
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: connections }, run))
  if (faults.length > 0) throw new Error(`${faults.length} of ${requests.length} responses are wrong: ${faults[0]}.`)
}

function findFault(expected: Request, { status, body }: HttpResponse): string | undefined {
  if (status !== expected.status) return `${status} instead of ${expected.status}: ${body}`
  const count = expected.plants === undefined ? undefined : body.split('"id":').length - 1
  return count === expected.plants ? undefined : `${count} plants instead of ${expected.plants}`
}

function serialize({ method, path, headers, body = '' }: Request, host: string): Buffer {
  const all = { Host: host, ...headers, ...(body && { 'Content-Length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
