// The problems of the independent server.
import { randomUUID } from 'node:crypto'

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

export type FieldError = { detail: string } & ({ pointer: string } | { parameter: string } | { header: string })

const problems: Record<number, [type: string, title: string]> = {
  401: ['unauthorized', 'A valid token is needed'],
  403: ['insufficient-scope', 'The token lacks a scope'],
  404: ['not-found', 'Not found'],
  405: ['method-not-allowed', 'Method not allowed'],
  406: ['not-acceptable', 'Not acceptable'],
  412: ['precondition-failed', 'Precondition failed'],
  413: ['content-too-large', 'The request body is too large'],
  414: ['uri-too-long', 'The address is too long'],
  415: ['unsupported-media-type', 'Unsupported media type'],
  417: ['expectation-failed', 'Expectation failed'],
  422: ['idempotency-key-reused', 'The idempotency key was used before'],
  431: ['header-fields-too-large', 'The header fields are too large'],
  500: ['internal-error', 'Internal error'],
}

const titles: Record<string, string> = {
  'malformed-request': 'The request is malformed',
  'invalid-request': 'The request is not valid',
}

export function problem(
  status: number,
  kind = problems[status]?.[0] ?? '',
  headers: Record<string, string> = {},
  errors?: FieldError[],
): Reply {
  const id = randomUUID()
  const [type, title] = problems[status] ?? [kind, titles[kind]]
  const body = {
    type: `tag:plants.example,2026:${type}`,
    title,
    status,
    detail: `${title}.`,
    instance: `urn:uuid:${id}`,
    errors,
  }
  return {
    status,
    headers: {
      'Request-Id': id,
      'Cache-Control': 'no-store',
      Vary: 'Authorization, Origin',
      'Content-Type': 'application/problem+json',
      ...headers,
    },
    body: JSON.stringify(body),
  }
}

/** Ends a request with a problem. */
export class Refusal extends Error {
  readonly reply: ReturnType<typeof problem>

  constructor(...args: Parameters<typeof problem>) {
    super(`${args[0]}`)
    this.reply = problem(...args)
    if (args[0] !== 204) return
    this.reply.body = ''
    delete this.reply.headers['Content-Type']
    this.reply.headers['Cache-Control'] = 'private, no-cache'
  }
}

export const json = { 'Content-Type': 'application/json' }
export const patchTypes = { 'Accept-Patch': 'application/merge-patch+json, application/json' }

export function success(headers: Record<string, string>): Record<string, string> {
  const common = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Origin' }
  return { 'Request-Id': randomUUID(), ...common, ...headers }
}
