// The registry of problems, read off the contract: each response in problem+json fixes its type, title and status.
import { Problem, type ProblemType } from '../problem.ts'
import { document, type Response, resolve, type Schema } from './document.ts'

export const problemMediaType = 'application/problem+json'

export interface ProblemKind {
  type: ProblemType
  title: string
  status: number
  /** What it means and what to do about it. */
  help: string
}

const kinds = new Map(
  Object.values(document.components.responses)
    .flatMap(kindOf)
    .map((kind) => [kind.type, kind]),
)

/** Every problem type the contract has a response for. */
export const problemKinds: ProblemKind[] = [...kinds.values()]

/** The body of a problem, as the contract has it. */
export function render(problem: Problem, requestId: string): { status: number; body: Record<string, unknown> } {
  const kind = kinds.get(problem.type)
  if (kind === undefined) throw new Error(`The contract has no response for ${problem.type}.`)
  const { type, title, status } = kind
  const errors = problem.errors === undefined ? {} : { errors: problem.errors }
  return {
    status,
    body: { type, title, status, detail: problem.message, instance: `urn:uuid:${requestId}`, ...errors },
  }
}

/** A Problem for whatever was thrown: what is not one already is a fault of ours, and says no more than that. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const detail = 'Something went wrong on our side. Quote the instance to your operator.'
  return new Problem('/problems/internal-error', detail, { cause: thrown })
}

function kindOf(response: Response): ProblemKind[] {
  const schema = response.content?.[problemMediaType]?.schema
  if (schema === undefined) return []
  const fixed = Object.assign({}, ...constants(resolve<Schema>(schema)))
  return [{ ...fixed, help: response.description }]
}

function constants(schema: Schema): Record<string, unknown>[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const value = resolve<Schema>(property).const
    return value === undefined ? [] : [[name, value] as const]
  })
  return [Object.fromEntries(own), ...(schema.allOf ?? []).flatMap((part) => constants(resolve<Schema>(part)))]
}
