// From an answer on the wire to the member of the result that it is. Here the client finds out whether it is talking
// with the service it was made for; it trusts the shape of documented bodies and checks what tells them from others.

import type { Problem } from '../generated/api.d.ts'
import { type OperationId, operationTable } from './operations.ts'
import type { Result, Unexpected } from './result.ts'

/** An answer as openapi-fetch leaves it: the text of a success; of a failure what its JSON says, or else its text. */
export interface Received {
  /** Where the request went. */
  url: URL
  response: Response
  payload: unknown
}

export function readAnswer<Id extends OperationId>(operation: Id, received: Received): Result<Id> {
  // True because the table of operations, which decides what is looked for, is checked against the same types.
  return interpret(operation, received) as Result<Id>
}

function interpret(operation: OperationId, { response, payload }: Received): object {
  const { status } = response
  const answer = { status, headers: Object.fromEntries(response.headers), response }
  const unexpected = (detail: string, body = payload): Unexpected => {
    const problem = isProblem(body) ? body : undefined
    return { ok: false, status: 'unexpected', detail, problem, body: body === '' ? undefined : body, response }
  }

  const documented = operationTable[operation].answers[status]
  switch (documented) {
    case 'empty':
      // The table has an empty answer for a success and for a 304, and for nothing else.
      return response.ok ? { ok: true, ...answer, body: undefined } : { ok: false, ...answer, problem: undefined }
    case 'json': {
      const mediaType = response.headers.get('Content-Type') ?? 'no media type'
      if (!isJson(mediaType)) return unexpected(`${status}, but as ${mediaType}, which is no JSON`)
      const parsed = parse(payload)
      return parsed ? { ok: true, ...answer, body: parsed.value } : unexpected(`${status}, but its body is not JSON`)
    }
    case undefined:
      // In a browser a redirect is opaque and has the status 0.
      return status === 0 || (status >= 300 && status < 400 && status !== 304)
        ? unexpected(`${status}, a redirect, which is not followed; set baseUrl to where the service is`)
        : unexpected(`${status} is not a documented status`, response.ok ? (parse(payload)?.value ?? payload) : payload)
    default:
      return isProblem(payload) && payload.status === status && payload.type === documented
        ? { ok: false, ...answer, problem: payload }
        : unexpected(`${status}, but not with a problem this client knows`)
  }
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[^\s;]+\+)?json\s*(?:;|$)/i.test(mediaType)
}

function parse(text: unknown): { value: unknown } | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const problemMembers = {
  type: 'string',
  title: 'string',
  status: 'number',
  detail: 'string',
  instance: 'string',
} as const satisfies { [K in keyof Problem]: Problem[K] extends string ? 'string' : 'number' }

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const members: Map<string, unknown> = new Map(Object.entries(value))
  return Object.entries(problemMembers).every(([name, type]) => typeof members.get(name) === type)
}
