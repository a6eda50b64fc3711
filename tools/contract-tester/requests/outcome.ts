// Whether an answer is the one that the contract makes of a request.
import type { Answer } from '../contract/oracle.ts'
import type { Outcome } from './draft.ts'

/** What about an answer is not as the contract has it, a line; empty where it is. */
export function unlike({ status, body }: Answer, { status: expected, type, field, because }: Outcome): string[] {
  if (status !== expected) {
    return [`${status} instead of ${expected}${because ? `, because of ${because}` : ''}: ${body.slice(0, 300)}`]
  }
  // An answer to HEAD has no body.
  if (type === undefined || body === '') return []
  const problem = parse(body)
  if (problem?.type !== type) return [`${problem?.type} instead of ${type}`]
  const [name = '', value] = Object.entries(field ?? {})[0] ?? []
  const isNamed = name === '' || problem.errors?.some((error) => error[name] === value)
  return isNamed ? [] : [`errors do not name the ${name} ${value}: ${JSON.stringify(problem.errors)}`]
}

// The oracle says whether it is a problem at all.
function parse(body: string): { type?: string; errors?: Record<string, string>[] } | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
