// The problems that a peer can return, as in the contract.
import { randomUUID } from 'node:crypto'

/** By status: the type and the title. */
const kinds = new Map([
  [400, ['invalid-request', 'The request is not valid']],
  [401, ['unauthorized', 'A valid token is needed']],
  [403, ['insufficient-scope', 'The token lacks a scope']],
  [404, ['not-found', 'Not found']],
  [405, ['method-not-allowed', 'Method not allowed']],
  [412, ['precondition-failed', 'Precondition failed']],
  [413, ['content-too-large', 'The request body is too large']],
  [415, ['unsupported-media-type', 'Unsupported media type']],
])

/** Frameworks read its status, as that of their own errors. */
export class Problem extends Error {
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

/** The response to a thrown error, of a peer or of its framework. */
export function problemResponse(error: unknown): { status: number; headers: Record<string, string>; text: string } {
  const { status: given, statusCode = given, message } = Object(error)
  const status = kinds.has(statusCode) ? statusCode : 500
  const [type, title] = kinds.get(status) ?? ['internal-error', 'Internal error']
  const id = randomUUID()
  const headers: Record<string, string> = {
    'Request-Id': id,
    'Cache-Control': 'no-store',
    Vary: 'Authorization, Origin',
    'Content-Type': 'application/problem+json',
  }
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="plants"'
  const problem = {
    type: `tag:plants.example,2026:${type}`,
    title,
    status,
    detail: message,
    instance: `urn:uuid:${id}`,
  }
  return { status, headers, text: JSON.stringify(problem) }
}
