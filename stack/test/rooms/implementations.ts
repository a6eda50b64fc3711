// The four implementations of a product, in the process of a test.
import { setupServer } from 'msw/node'
import { vi } from 'vitest'
import { mockHandlers } from '../../mock/msw/index.ts'
import { newDatabase } from '../support/postgres/database.ts'
import type { Product } from '../support/product.ts'
import { type Implementation, requester, startMock, startService } from '../support/service.ts'

export type Started = Pick<Implementation, 'url' | 'token' | 'request' | 'internalErrors'> & AsyncDisposable
type Start = (product: Product, settings?: Record<string, string>) => Promise<Started>

/** Functions that start each implementation, by name, for `describe.each`. The mock and the handlers are stateful. */
export const implementations: Record<string, Start> = {
  'the service over SQLite': (api, settings = {}) => startService({ api, settings }),
  async 'the service over PostgreSQL'(api, settings) {
    const database = await newDatabase()
    return startService({ api, settings: { DATABASE_URL: database.url, ...settings } })
  },
  'the mock': (api) => startMock({ stateful: true }, { api }),
  'the handlers': async (product) => startHandlers(product, 'stateful'),
}

/** Starts the handlers for tests: they respond to requests of this process to their URL. */
export function startHandlers(product: Product, mode: 'stateful' | 'example'): Started {
  const url = 'http://rooms.test'
  const mocked = { ...product, validators: product.server.validators }
  const server = setupServer(...mockHandlers(mocked, { baseUrl: url, mode }).handlers)
  server.listen({ onUnhandledFrame: 'bypass' })
  const internalErrors: string[] = []
  // MSW prints an error of a handler, and responds with 500.
  const print = vi.spyOn(console, 'error').mockImplementation((error) => {
    if (error instanceof Error) internalErrors.push(error.message)
  })
  const token = async (subject = 'any') => subject
  return {
    url,
    token,
    request: requester(url, token),
    internalErrors,
    async [Symbol.asyncDispose]() {
      print.mockRestore()
      server.close()
    },
  }
}

export interface ParsedResponse {
  status: number
  /** The parsed JSON of the body. */
  body: unknown
  text: string
  etag: string
}

export type RequestTuple = [method: string, path: string, body?: string | undefined, headers?: Record<string, string>]

/** Sends a request with a token, and with its body as JSON, or for PATCH as a merge patch. */
export async function send(
  { request }: Pick<Started, 'request'>,
  [method, path, body, headers]: RequestTuple,
): Promise<ParsedResponse> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const init = { method, headers: { 'Content-Type': type, ...headers }, ...(body !== undefined && { body }) }
  const response = await request(path, init)
  const text = await response.text()
  const etag = response.headers.get('ETag') ?? ''
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), text, etag }
}
