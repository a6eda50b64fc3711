// A real listening server that answers what a test tells it to, and keeps what it was sent.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createPlantClient, type PlantClient, type PlantClientOptions } from '@plant-collection/client'
import { onTestFinished } from 'vitest'

export interface Scripted {
  status: number
  headers?: Record<string, string | string[]>
  /** Sent as it is if it is a string, or else as JSON. */
  body?: unknown
}

export interface Sent {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** One answer for each request, or a function that looks at the request, or writes the answer itself. */
export type Script = Scripted[] | ((sent: Sent, response: ServerResponse) => Scripted | undefined)

/** @param options Of its client, which sends everything once unless told otherwise. */
export async function scriptedService(
  script: Script,
  options: Partial<PlantClientOptions> = {},
): Promise<{ url: string; sent: Sent[]; client: PlantClient }> {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const received = { method, url, headers, body: await text(request) }
    sent.push(received)
    const answer = Array.isArray(script) ? (script[sent.length - 1] ?? { status: 599 }) : script(received, response)
    if (!answer) return
    const { status, body } = answer
    response.writeHead(status, { ...mediaType(status, body), ...answer.headers })
    response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // An address of TCP is an object: it is a string for a pipe only.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, sent, client: createPlantClient({ baseUrl: url, token: 'a.b.c', retry: false, ...options }) }
}

function mediaType(status: number, body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' }
}
