// Sends requests over keep-alive connections, each connection one request after the other. It reads no more of a response
// than status, tags and length, so that it needs less CPU time than any server.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Request {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
  /** The status that the response must have, or one of several. */
  status: number | number[]
}

export interface Outcome {
  seconds: number
  /** Of each request, in ms, in no order. */
  latencies: Float64Array
}

const connections = 16
const timeoutMs = 60_000

/**
 * Sends all requests.
 * @param onHead Called with the number of the request, and the status line and headers of its response.
 * @throws {Error} if a response has another status, or if one is missing.
 */
export async function send(
  url: string,
  requests: Request[],
  onHead?: (index: number, head: string) => void,
): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  const texts = requests.map((request) => textOf(request, `${hostname}:${port}`))
  const sockets = await Promise.all(
    Array.from({ length: Math.min(connections, requests.length) }, () => open(hostname, Number(port))),
  )
  const latencies = new Float64Array(requests.length)
  const wrong = new Map<string, number>()
  let next = 0
  const start = performance.now()

  async function run(socket: Socket): Promise<void> {
    const receive = receiver(socket)
    while (next < requests.length) {
      const index = next++
      const sentAt = performance.now()
      socket.write(texts[index] ?? '')
      const head = await receive()
      latencies[index] = performance.now() - sentAt
      const status = Number(head.slice(9, 12))
      const expected = [requests[index]?.status ?? []].flat()
      if (!expected.includes(status)) {
        const line = `${requests[index]?.method} ${requests[index]?.path} got ${status} instead of ${expected.join(' or ')}`
        wrong.set(line, (wrong.get(line) ?? 0) + 1)
      }
      onHead?.(index, head)
    }
  }

  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error(`no response after ${timeoutMs} ms`))
  }, timeoutMs)
  try {
    await Promise.all(sockets.map(run))
  } finally {
    clearTimeout(timer)
    for (const socket of sockets) socket.destroy()
  }
  const seconds = (performance.now() - start) / 1_000
  const [first] = wrong.keys()
  const count = [...wrong.values()].reduce((sum, one) => sum + one, 0)
  if (count > 0) throw new Error(`${count} of ${requests.length} responses have a wrong status: ${first}.`)
  return { seconds, latencies }
}

function textOf({ method, path, headers, body }: Request, host: string): string {
  const all = { Host: host, ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** @returns A function that resolves with the head of the next response, once all of that response is there. */
function receiver(socket: Socket): () => Promise<string> {
  let head = ''
  /** The bytes of the body that are missing; `undefined` for a body in chunks. */
  let missing: number | undefined = 0
  let lastBytes = ''
  let resolve: (head: string) => void = () => {}
  let reject: (error: Error) => void = () => {}
  let ended: Error | undefined

  socket.on('data', (chunk) => {
    let rest = chunk
    if (!head.endsWith('\r\n\r\n')) {
      const end = chunk.indexOf('\r\n\r\n')
      head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end + 4)
      if (end === -1) return
      rest = chunk.subarray(end + 4)
      missing = lengthOf(head)
    }
    if (missing !== undefined) missing -= rest.length
    else lastBytes = (lastBytes + rest.toString('latin1', Math.max(0, rest.length - 5))).slice(-5)
    if (missing === undefined ? lastBytes !== '0\r\n\r\n' : missing > 0) return
    const complete = head
    head = ''
    lastBytes = ''
    resolve(complete)
  })
  const end = (error?: Error) => {
    ended = error ?? new Error('The server closed a connection.')
    reject(ended)
  }
  socket.on('error', end)
  socket.on('close', () => end(ended))

  return () =>
    new Promise((...callbacks) => {
      ;[resolve, reject] = callbacks
      if (ended) reject(ended)
    })
}

/** The length of the body; `undefined` if it comes in chunks. */
function lengthOf(head: string): number | undefined {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length !== undefined && !head.startsWith('304', 9)) return Number(length)
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? undefined : 0
}

/** The value of a header; `''` without it. */
export function headerOf(head: string, name: string): string {
  const start = head.toLowerCase().indexOf(`\r\n${name.toLowerCase()}: `)
  return start === -1 ? '' : head.slice(start + name.length + 4, head.indexOf('\r\n', start + 2))
}
