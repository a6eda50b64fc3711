// A caller of the service: sends requests with the token of one subject, and reads each response to its end.
import type { Lamp } from '../product/generated/api.d.ts'
import type { Implementation } from './service.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  /** Empty if the response has no body. */
  text: string
  /** The parsed JSON; `undefined` if the response has no body. */
  body: unknown
}

export interface RequestOptions {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, in place of `body`. */
  text?: string
}

export interface ApiCaller {
  send: (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>
  /** @throws {Error} if the lamp is not created. */
  create: (name: string, tag?: string) => Promise<{ lamp: Lamp; etag: string; path: string }>
  /** The first 100 lamps of the caller. */
  lamps: () => Promise<Lamp[]>
}

type Target = Pick<Implementation, 'token' | 'request'>

export function createCaller(service: Target, subject = 'gardener', scope?: string): ApiCaller {
  const token = service.token(subject, scope)

  async function send(method: string, path: string, { headers = {}, body, text }: RequestOptions = {}) {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const type = sent === undefined ? {} : { 'Content-Type': 'application/json' }
    const all = { Authorization: `Bearer ${await token}`, ...type, ...headers }
    const response = await service.request(path, { method, headers: all, ...(sent !== undefined && { body: sent }) })
    const received = await response.text()
    const parsed: unknown = received === '' ? undefined : JSON.parse(received)
    return { status: response.status, headers: response.headers, text: received, body: parsed }
  }

  return {
    send,
    async create(name, tag) {
      const { status, headers, body } = await send('POST', '/lamps', { body: { name, tag } })
      if (status !== 201) throw new Error(`not created: ${status}`)
      const lamp = body as Lamp
      return { lamp, etag: headers.get('ETag') ?? '', path: `/lamps/${lamp.id}` }
    },
    lamps: async () => (await send('GET', '/lamps?limit=100')).body as Lamp[],
  }
}
