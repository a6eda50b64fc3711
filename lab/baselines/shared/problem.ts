// Problems of the contract, as a baseline returns them.
import { randomUUID } from 'node:crypto'
import { contract } from '../../../generated/index.ts'

/** The first problem type of the contract with each status, which is the only one that a baseline returns. */
const kinds = new Map(contract.problemKinds.toReversed().map((problem) => [problem.status, problem]))

/** A problem. Frameworks read its `status`, like that of their own errors. */
export class Problem extends Error {
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

export function problemResponse(error: unknown): { status: number; headers: Record<string, string>; text: string } {
  const { status: errorStatus, statusCode = errorStatus, message } = Object(error)
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
