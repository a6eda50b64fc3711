// A TCP proxy in front of a server, which can change requests and responses, or respond itself.
import { connect, createServer } from 'node:net'
import { listenOn } from './free-port.ts'

interface Proxy extends AsyncDisposable {
  url: string
}

/** Builds a response, with Content-Length. */
export function rawResponse(status: number, headers: Record<string, string>, body = ''): { response: string } {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return { response: `HTTP/1.1 ${status} Any\r\n${lines.join('')}\r\n${body}` }
}

export interface Changes {
  /** Gets each chunk of the client as Latin-1. Returns what the server gets, or a response. */
  request?: (request: string) => string | { response: string }
  /** Gets each chunk of the server as Latin-1. Returns what the client gets. */
  response?: (response: string) => string
}

/** @param url The server behind the proxy. */
export async function startProxy(url: string, changes: Changes): Promise<Proxy> {
  const { request: changeRequest = (request) => request, response: changeResponse = (response) => response } = changes
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    client.on('data', (chunk) => {
      const result = changeRequest(chunk.toString('latin1'))
      if (typeof result === 'string') upstream.write(result, 'latin1')
      else client.write(result.response, 'latin1')
    })
    upstream.on('data', (chunk) => client.write(changeResponse(chunk.toString('latin1')), 'latin1'))
    client.on('close', () => upstream.destroy()).on('error', () => {})
    upstream.on('close', () => client.end()).on('error', () => {})
  })
  return {
    url: `http://127.0.0.1:${await listenOn(server)}`,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
