// A caller of a service: asks with a token of its own, and reads the answer to its end.
import type { Plant } from '../../generated/api.d.ts'
import type { Service } from './service.ts'

export interface Answer {
  status: number
  headers: Headers
  /** Empty where there is none. */
  text: string
  /** Of JSON, as it was before; `undefined` where there is no body. */
  body: unknown
}

export interface Question {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, as JSON. */
  text?: string
}

export interface Gardener {
  ask: (method: string, path: string, question?: Question) => Promise<Answer>
  /** @throws {Error} where it is not created. */
  add: (name: string, tag?: string) => Promise<{ plant: Plant; tag: string; path: string }>
  plants: () => Promise<Plant[]>
}

export function gardener(service: Service, subject = 'gardener'): Gardener {
  const token = service.token(subject)

  async function ask(method: string, path: string, { headers = {}, body, text }: Question = {}): Promise<Answer> {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await service.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${await token}`,
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const received = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      text: received,
      body: received === '' ? undefined : JSON.parse(received),
    }
  }

  return {
    ask,
    async add(name, tag) {
      const { status, headers, body } = await ask('POST', '/plants', { body: { name, tag } })
      if (status !== 201) throw new Error(`not created: ${status}`)
      const plant = body as Plant
      return { plant, tag: entityTagOf(headers), path: `/plants/${plant.id}` }
    },
    plants: async () => (await ask('GET', '/plants?limit=100')).body as Plant[],
  }
}

/** @throws {Error} where there is none. */
export function entityTagOf(headers: Headers): string {
  const tag = headers.get('ETag')
  if (tag === null) throw new Error('no ETag')
  return tag
}

/** A problem without what is different each time. */
export function problemOf({ body }: Answer): Record<string, unknown> {
  const { instance: _instance, ...problem } = body as Record<string, unknown>
  return problem
}

/** The headers without those that are of the moment or of the connection. */
export function steadyHeaders({ headers }: Answer): Record<string, string> {
  const passing = ['date', 'request-id', 'connection', 'keep-alive']
  return Object.fromEntries([...headers].filter(([name]) => !passing.includes(name)))
}
