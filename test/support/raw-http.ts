// Sends a request as exact bytes, for what `fetch` cannot send, and reads the response until the connection ends.
import { connect } from 'node:net'
import { type HttpResponse, parseHead } from '../../tools/contract-tester/connection.ts'

export type RawAnswer = HttpResponse

/** Sends the lines of a head and a body on a new connection. @throws {Error} if it does not end within `deadlineMs`. */
export async function sendRaw(
  url: string,
  head: string[],
  body: string | Buffer = '',
  deadlineMs = 5_000,
): Promise<HttpResponse> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(deadlineMs, () => socket.destroy(new Error(`no response to ${head[0]} within ${deadlineMs} ms`)))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const end = text.indexOf('\r\n\r\n')
  return { ...parseHead(text.slice(0, end)), body: text.slice(end + 4) }
}
