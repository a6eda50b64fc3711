// The problems that a peer can return, as in the contract.
import { randomUUID } from 'node:crypto'

const kinds = {
  'invalid-request': [400, 'The request is not valid'],
  unauthorized: [401, 'A valid token is needed'],
  'insufficient-scope': [403, 'The token lacks a scope'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'precondition-failed': [412, 'Precondition failed'],
  'content-too-large': [413, 'The request body is too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'internal-error': [500, 'Internal error'],
} as const

export type Kind = keyof typeof kinds

export class Problem extends Error {
  readonly kind: Kind

  constructor(kind: Kind, detail: string) {
    super(detail)
    this.kind = kind
  }
}

const kindOfStatus = new Map<number, Kind>(
  // They are the keys of `kinds`.
  (Object.keys(kinds) as Kind[]).map((kind) => [kinds[kind][0], kind]),
)

/** The problem for an error of a framework. An unknown status is an internal error. */
export function problemOfStatus(status: unknown, detail: string): Problem {
  return new Problem(kindOfStatus.get(Number(status)) ?? 'internal-error', detail)
}

/** The response to a thrown error. */
export function problemResponse(error: unknown): { status: number; headers: Record<string, string>; text: string } {
  const { kind, message } = error instanceof Problem ? error : new Problem('internal-error', 'The service failed.')
  const [status, title] = kinds[kind]
  const id = randomUUID()
  const headers: Record<string, string> = {
    'Request-Id': id,
    'Cache-Control': 'no-store',
    Vary: 'Authorization, Origin',
    'Content-Type': 'application/problem+json',
  }
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="plants"'
  const type = `tag:plants.example,2026:${kind}`
  return {
    status,
    headers,
    text: JSON.stringify({ type, title, status, detail: message, instance: `urn:uuid:${id}` }),
  }
}
