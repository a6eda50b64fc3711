// A real HTTP server that returns scripted responses and records the requests it receives.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { problem } from './contract-examples.ts'
import { listenOn } from './free-port.ts'
import { type ClientOptions, createLampClient, type LampClient } from './lamp-client.ts'

export interface ScriptedResponse {
  status: number
  headers?: Record<string, string | string[]>
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown
}

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export const brokenConnection = 'broken connection'

/** Responses in the order of the requests, or a function that returns or writes the response to a request. */
export type Script =
  | (ScriptedResponse | typeof brokenConnection)[]
  | ((request: ReceivedRequest, response: ServerResponse) => ScriptedResponse | undefined)

/** Builds a response with a problem. @param type The last segment of the problem type. */
export function problemResponse(status: number, type: string): ScriptedResponse {
  return { status, body: problem(status, type) }
}

/** Starts the service until the test ends. @param options Options of the client. Default: a token, no retries. */
export async function scriptedService(
  script: Script,
  options: Partial<ClientOptions> = {},
): Promise<{ url: string; requests: ReceivedRequest[]; client: LampClient }> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const received = { method, url, headers, body: await text(request) }
    requests.push(received)
    const next = Array.isArray(script) ? (script[requests.length - 1] ?? { status: 599 }) : script(received, response)
    if (next === brokenConnection) response.destroy()
    else if (next) send(response, next)
  })
  const url = `http://127.0.0.1:${await listenOn(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url, requests, client: createLampClient({ baseUrl: url, token: 'a.b.c', retry: false, ...options }) }
}

function send(response: ServerResponse, { status, headers, body }: ScriptedResponse): void {
  const mediaType = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { ...(body !== undefined && { 'Content-Type': mediaType }), ...headers })
  response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
}
