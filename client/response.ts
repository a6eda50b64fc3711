// From an answer on the wire to the member of the result that it is. Here the client finds out whether it is talking
// with the service it was made for; it trusts the shape of documented bodies and checks what tells them from others.

import type { Problem } from '../generated/api.d.ts'
import { type OperationId, operationTable } from './operation-table.ts'
import type { Call, Outcome, Result, Unexpected } from './result.ts'

/** An answer, all of it. */
export interface Received {
  call: Call
  status: number
  headers: Headers
  text: string
  /** As it came; its status is another one where the answer is from memory. */
  response: Response
  /** Of the attempts before this one. */
  earlier: Outcome
}

/** What some operation answers; which of them is up to the caller to know. */
export type AnyResult = { [Id in OperationId]: Result<Id> }[OperationId]

export function readAnswer(operation: OperationId, received: Received): AnyResult {
  // True because the table of operations, which decides what is looked for, is checked against the same types.
  return interpret(operation, received) as AnyResult
}

function interpret(operation: OperationId, { call, status, headers, text, response, earlier }: Received): object {
  const { method, answers } = operationTable[operation]
  const answer = { status, headers: Object.fromEntries(headers), response, call }
  const parsed = parse(text)
  const body = parsed ? parsed.value : text || undefined
  const problem = isProblem(body) ? body : undefined
  // The contract has it that a refused request changes nothing; a fault (500), or what no service of ours says, is none.
  const outcome = (isRefused: boolean): Outcome =>
    method === 'get' || (isRefused && earlier === 'unchanged') ? 'unchanged' : 'unknown'
  const isClientError = status >= 400 && status < 500
  const unexpected = (detail: string): Unexpected => {
    return { ok: false, status: 'unexpected', outcome: outcome(isClientError), detail, problem, body, response, call }
  }

  const documented = answers[status]
  switch (documented) {
    case 'empty':
      // The table has an empty answer for a success and for a 304, and for nothing else.
      return status === 304
        ? { ok: false, ...answer, outcome: outcome(true), problem: undefined }
        : { ok: true, ...answer, body: undefined }
    case 'json': {
      const mediaType = headers.get('Content-Type') ?? 'no media type'
      if (!isJson(mediaType)) return unexpected(`${status}, but as ${mediaType}, which is no JSON`)
      return parsed ? { ok: true, ...answer, body } : unexpected(`${status}, but its body is not JSON`)
    }
    case undefined:
      // In a browser a redirect is opaque and has the status 0.
      return status === 0 || (status >= 300 && status < 400 && status !== 304)
        ? unexpected(`${status}, a redirect, which is not followed; set baseUrl to where the service is`)
        : unexpected(`${status} is not a documented status`)
    default:
      if (problem?.status !== status || problem.type !== documented) {
        return unexpected(`${status}, but not with a problem this client knows`)
      }
      // It was there, or might have been, and was to be gone: an earlier attempt saw to that, or somebody else.
      if (method === 'delete' && status === 404 && earlier === 'unknown' && answers[204] === 'empty') {
        return { ok: true, ...answer, status: 204, body: undefined }
      }
      return { ok: false, ...answer, outcome: outcome(isClientError || status === 503), problem }
  }
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[^\s;]+\+)?json\s*(?:;|$)/i.test(mediaType)
}

function parse(text: string): { value: unknown } | undefined {
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
