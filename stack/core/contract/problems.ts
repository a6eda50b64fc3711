// The problems of the contract (RFC 9457): each has one type, one title and one status.
import { Problem } from '../problem.ts'
import type { Contract } from './contract.ts'

export const problemMediaType = 'application/problem+json'

/** Returns the status and the body of a problem. @throws {Error} if the contract does not have it. */
export function renderProblem({ problemKinds }: Contract, { kind: name, message, errors }: Problem, requestId: string) {
  const kind = problemKinds.find((kind) => kind.name === name)
  if (kind === undefined) throw new Error(`The contract has no problem ${name}.`)
  const { type, title, status } = kind
  const instance = `urn:uuid:${requestId}`
  return {
    status,
    mediaType: problemMediaType,
    body: { type, title, status, detail: message, instance, ...(errors && { errors }) },
  }
}

/** Any error but a Problem becomes an internal error, which reveals nothing to the client. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const detail = 'The service failed. Report the instance to the operator of the service.'
  return new Problem('internal-error', detail, { cause: thrown })
}
