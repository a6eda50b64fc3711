// A request as its very bytes, for what `fetch` cannot or will not send; and its answer, taken apart.
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  /** By lower-case name; repeated ones joined by a comma. */
  headers: Record<string, string>
  body: string
}

/** Sends `head` lines and a body on a connection of its own. @throws {Error} after `deadlineMs` without an end. */
export async function sendRaw(
  url: string,
  head: string[],
  body: string | Buffer = '',
  deadlineMs = 5_000,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(deadlineMs, () => socket.destroy(new Error(`no answer to ${head[0]} in ${deadlineMs} ms`)))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return parse(Buffer.concat(chunks).toString())
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  return { ...parseHead(text.slice(0, end)), body: text.slice(end + 4) }
}

/** Status and fields of the head of an answer. */
export function parseHead(head: string): Pick<RawAnswer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status: Number(statusLine.split(' ')[1]), headers }
}
