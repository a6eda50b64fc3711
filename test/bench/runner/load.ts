// Sends requests over keep-alive connections, each connection one request after the other.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

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

export interface Response {
  /** The status line and the headers. */
  head: string
  body: string
}

export type OnResponse = (index: number, response: Response) => void

const connections = 16
const timeoutMs = 60_000

/**
 * Sends all requests.
 * @param onResponse Called with the index of the request.
 * @throws {Error} if a response is missing, or is not the expected one.
 */
export async function send(url: string, requests: Request[], onResponse?: OnResponse): Promise<void> {
  const { hostname, port } = new URL(url)
  const texts = requests.map((request) => serialize(request, `${hostname}:${port}`))
  const sockets = await Promise.all(
    Array.from({ length: Math.min(connections, requests.length) }, () => open(hostname, Number(port))),
  )
  const faults: string[] = []
  let next = 0

  async function run(socket: Socket): Promise<void> {
    const receive = receiver(socket)
    while (next < requests.length) {
      const index = next++
      const request = requests[index]
      if (request === undefined) return
      socket.write(texts[index] ?? '')
      const response = await receive()
      const fault = findFault(request, response)
      if (fault === undefined) onResponse?.(index, response)
      else faults.push(`${request.method} ${request.path} returned ${fault}`)
    }
  }

  try {
    await Promise.all(sockets.map(run))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  if (faults.length > 0) throw new Error(`${faults.length} of ${requests.length} responses are wrong: ${faults[0]}.`)
}

function findFault({ status, plants }: Request, { head, body }: Response): string | undefined {
  const received = Number(head.slice(9, 12))
  if (received !== status) return `${received} instead of ${status}: ${body}`
  const count = plants === undefined ? undefined : body.split('"id":').length - 1
  return count === plants ? undefined : `${count} plants instead of ${plants}`
}

function serialize({ method, path, headers, body }: Request, host: string): string {
  const all = { Host: host, ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  socket.setEncoding('latin1')
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no response after ${timeoutMs} ms`)))
  await once(socket, 'connect')
  return socket
}

/** Returns a function that resolves with the next response. Bodies in chunks keep their lengths. */
function receiver(socket: Socket): () => Promise<Response> {
  let received = ''
  let resolve: (response: Response) => void = () => {}
  let reject: (error: Error) => void = () => {}
  let ended: Error | undefined

  socket.on('data', (chunk) => {
    received += chunk
    const bodyStart = received.indexOf('\r\n\r\n') + 4
    if (bodyStart < 4) return
    const head = received.slice(0, bodyStart)
    const length = readHeader(head, 'Content-Length')
    const isChunked = length === '' && readHeader(head, 'Transfer-Encoding') === 'chunked'
    const hasNoBody = head.startsWith('304', 9)
    const isComplete = isChunked
      ? received.endsWith('\r\n0\r\n\r\n')
      : hasNoBody || received.length - bodyStart >= Number(length)
    if (!isComplete) return
    const body = received.slice(bodyStart)
    received = ''
    resolve({ head, body })
  })
  const end = (error?: Error) => {
    ended ??= error ?? new Error('The server closed a connection.')
    reject(ended)
  }
  socket.on('error', end)
  socket.on('close', () => end())

  return () =>
    new Promise((...callbacks) => {
      ;[resolve, reject] = callbacks
      if (ended) reject(ended)
    })
}

/** The value of a header; `''` without it. */
export function readHeader(head: string, name: string): string {
  const start = head.toLowerCase().indexOf(`\r\n${name.toLowerCase()}: `)
  return start === -1 ? '' : head.slice(start + name.length + 4, head.indexOf('\r\n', start + 2))
}
