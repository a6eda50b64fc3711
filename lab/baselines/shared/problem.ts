// The problems that a baseline can return, as in the contract.
import { randomUUID } from 'node:crypto'
import { contract } from '../../../generated/index.ts'

/** Problem types by status. The first type with a status is the one that a baseline can have. */
const kinds = new Map(contract.problemKinds.toReversed().map((problem) => [problem.status, problem]))

/** Frameworks read its status, as that of their own errors. */
export class Problem extends Error {
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

export function problemResponse(error: unknown): { status: number; headers: Record<string, string>; text: string } {
  const { status: given, statusCode = given, message } = Object(error)
  const { type, title, status = 500 } = kinds.get(statusCode) ?? kinds.get(500) ?? {}
  const id = randomUUID()
  const headers: Record<string, string> = {
    'Request-Id': id,
    'Cache-Control': 'no-store',
    Vary: 'Authorization, Origin',
    'Content-Type': 'application/problem+json',
  }
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="plants"'
  const problem = { type, title, status, detail: message, instance: `urn:uuid:${id}` }
  return { status, headers, text: JSON.stringify(problem) }
}
