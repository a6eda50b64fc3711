// Sends requests that `fetch` cannot send, as exact bytes, and reads the response until the connection ends.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { HttpResponse } from '../../tester/connection.ts'
import { waitMs } from './wait.ts'

/** Connects to a server. Later errors of the socket are ignored. @throws {Error} If the connection is refused. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the lines of a head and a body on a new connection. @throws {Error} After `waitMs` without activity. */
export async function sendRaw(url: string, head: string[], body: string | Buffer = ''): Promise<HttpResponse> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(waitMs, () => socket.destroy(new Error(`no response to ${head[0]} within ${waitMs} ms`)))
  // In one write: the server may respond to the head and close the connection before a second write.
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const end = text.indexOf('\r\n\r\n')
  return { ...parseHead(text.slice(0, end)), body: text.slice(end + 4) }
}

/** Like `sendRaw`, over HTTP/1.1 with Host, Connection and Content-Length. @param line Such as `GET /lamps`. */
export function sendRawRequest(url: string, line: string, headers: string[] = [], body: string | Buffer = '') {
  const isChunked = headers.some((header) => header.startsWith('Transfer-Encoding'))
  const length = body.length > 0 && !isChunked ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
  return sendRaw(url, [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...length], body)
}

/** Reads the status line and the headers of a response. */
function parseHead(head: string): Pick<HttpResponse, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const fields = lines.map((line): [name: string, value: string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1)]
  })
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(new Headers(fields)) }
}
