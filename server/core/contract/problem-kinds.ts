// The registry of problems, read from the contract: each response in problem+json fixes its type, title and status.
import { responseData } from '../../../generated/plans.ts'
import { Problem, type ProblemName } from '../problem.ts'

export const problemMediaType = 'application/problem+json'

export interface ProblemKind {
  /** The last part of the type. */
  name: string
  /** A tag URI. */
  type: string
  title: string
  status: number
  /** What it means and what to do about it. */
  help: string
}

const kinds: ReadonlyMap<string, ProblemKind> = new Map(
  Object.values(responseData).flatMap(({ problem }) => {
    if (problem === undefined) return []
    const name = problem.type.slice(problem.type.lastIndexOf(':') + 1)
    return [[name, { name, ...problem }]]
  }),
)

/** Every problem type of the contract. */
export const problemKinds: ProblemKind[] = [...kinds.values()]

/** The status and the body of a problem. */
export function renderProblem(problem: Problem, requestId: string): { status: number; body: object } {
  const { type, title, status } = kindOf(problem.kind)
  const errors = problem.errors && { errors: problem.errors }
  return {
    status,
    body: { type, title, status, detail: problem.message, instance: `urn:uuid:${requestId}`, ...errors },
  }
}

function kindOf(name: ProblemName): ProblemKind {
  const kind = kinds.get(name)
  if (kind === undefined) throw new Error(`The contract has no problem ${name}.`)
  return kind
}

/** Any error but a Problem is an internal error; the response says no more than that. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const detail = 'The service failed. Report the instance to the operator of the service.'
  return new Problem('internal-error', detail, { cause: thrown })
}
