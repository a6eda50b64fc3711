// The registry of problems, read from the contract: each response in problem+json fixes its type, title and status.
import { Problem } from '../problem.ts'
import type { ContractData, ProblemData } from './contract-data.ts'

export const problemMediaType = 'application/problem+json'

export interface ProblemKind extends ProblemData {
  /** The last part of the type. */
  name: string
}

export type Problems = ReturnType<typeof compileProblems>

export function compileProblems(responses: ContractData['responses']) {
  const kinds = new Map<string, ProblemKind>(
    Object.values(responses).flatMap(({ problem = [], otherProblems = [] }) =>
      [problem, otherProblems].flat().map((one) => {
        const name = one.type.slice(one.type.lastIndexOf(':') + 1)
        return [name, { name, ...one }] as const
      }),
    ),
  )
  return {
    problemKinds: [...kinds.values()],
    /** The status and the body of a problem. @throws {Error} if the contract does not have it. */
    renderProblem(problem: Problem, requestId: string): { status: number; mediaType: string; body: object } {
      const kind = kinds.get(problem.kind)
      if (kind === undefined) throw new Error(`The contract has no problem ${problem.kind}.`)
      const { type, title, status } = kind
      const errors = problem.errors && { errors: problem.errors }
      return {
        status,
        mediaType: problemMediaType,
        body: { type, title, status, detail: problem.message, instance: `urn:uuid:${requestId}`, ...errors },
      }
    },
  }
}

/** Any error but a Problem is an internal error; the response says no more than that. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const detail = 'The service failed. Report the instance to the operator of the service.'
  return new Problem('internal-error', detail, { cause: thrown })
}
