// A connection that sends any bytes at all and reads the answers to them, one after the other, each within a deadline.
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { parseHead } from '../../test/support/raw-http.ts'
import type { Answer } from './contract/oracle.ts'

/** Why there was no answer. */
export class NoAnswer extends Error {}

export class Connection implements Disposable {
  readonly #url: URL
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #wake: () => void = () => {}

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** @throws {NoAnswer} at the deadline, and where the connection ends or breaks before the answer is whole. */
  async exchange(method: string, bytes: Buffer, deadlineMs = 5_000): Promise<Answer> {
    const isNew = this.#socket === undefined
    try {
      return await this.#ask(method, bytes, deadlineMs)
    } catch (error) {
      this.close()
      // A server may end an idle connection at any time: that is no answer to this request (RFC 9112, 9.3.1).
      if (isNew || !(error instanceof Ended) || error.received > 0) throw error
      return this.exchange(method, bytes, deadlineMs)
    }
  }

  async #ask(method: string, bytes: Buffer, deadlineMs: number): Promise<Answer> {
    const socket = this.#open()
    this.#received = Buffer.alloc(0)
    socket.write(bytes)
    const deadline = AbortSignal.timeout(deadlineMs)
    deadline.addEventListener('abort', () => this.#wake())
    for (;;) {
      const read = readAnswer(this.#received, method, socket.readableEnded || socket.destroyed)
      if (read !== undefined) {
        if (read.answer.headers.connection === 'close') this.close()
        return read.answer
      }
      if (deadline.aborted) throw new NoAnswer(`no answer within ${deadlineMs} ms`)
      if (socket.readableEnded || socket.destroyed) throw new Ended(this.#received.length)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket
    const { protocol, hostname: host, port } = this.#url
    const socket =
      protocol === 'https:'
        ? connectSecurely({ host, port: Number(port || 443), servername: host, ALPNProtocols: ['http/1.1'] })
        : connect(Number(port || 80), host)
    socket.setNoDelay()
    const wake = () => this.#wake()
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      wake()
    })
    socket.on('end', wake).on('close', wake).on('error', wake)
    this.#socket = socket
    return socket
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

class Ended extends NoAnswer {
  readonly received: number

  constructor(received: number) {
    super(`the connection ended after ${received} bytes`)
    this.received = received
  }
}

// The first answer in what was received, as soon as it is whole (RFC 9112, 6.3).
function readAnswer(received: Buffer, method: string, ended: boolean): { answer: Answer } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const { status, headers } = parseHead(received.toString('latin1', 0, end))
  const rest = received.subarray(end + 4)
  if (status >= 100 && status < 200) return readAnswer(rest, method, ended)
  const body = readBody(rest, { status, headers, isHead: method === 'HEAD', ended })
  return body === undefined ? undefined : { answer: { status, headers, body: body.toString() } }
}

type Head = Pick<Answer, 'status' | 'headers'> & { isHead: boolean; ended: boolean }

function readBody(rest: Buffer, { status, headers, isHead, ended }: Head): Buffer | undefined {
  if (isHead || status === 204 || status === 304) return Buffer.alloc(0)
  if (headers['transfer-encoding'] === 'chunked') return readChunks(rest)
  const length = headers['content-length']
  if (length === undefined) return ended ? rest : undefined
  return rest.length < Number(length) ? undefined : rest.subarray(0, Number(length))
}

function readChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let from = 0; ; ) {
    const line = rest.indexOf('\r\n', from)
    if (line === -1) return undefined
    const size = Number.parseInt(rest.toString('latin1', from, line), 16)
    if (size === 0) return Buffer.concat(chunks)
    if (rest.length < line + 2 + size + 2) return undefined
    chunks.push(rest.subarray(line + 2, line + 2 + size))
    from = line + 2 + size + 2
  }
}
