// For those who have no place for a refusal: the success of a result, or else an error.

import { ProblemError, UnexpectedAnswerError } from './errors.ts'
import type { OperationId } from './operation-table.ts'
import type { AnyResult } from './response.ts'
import type { Result } from './result.ts'

/** What the method `Id` of a throwing client resolves to. */
export type SuccessOf<Id extends OperationId> = Extract<Result<Id>, { ok: true }>

/** @throws {ProblemError} for a refusal, and {UnexpectedAnswerError} for everything else that is no success. */
export function successOf<R extends AnyResult>(result: R): Extract<R, { ok: true }> {
  const answer: AnyResult = result
  // True because it is what it was before it was asked.
  if (answer.ok) return result as Extract<R, { ok: true }>
  if (answer.status === 'unexpected') throw new UnexpectedAnswerError(answer)
  if (answer.status !== 304) throw new ProblemError(answer)
  // Nobody sent an If-None-Match, so there is nothing that could be unchanged: something on the way keeps answers.
  const detail = '304, though the request had no If-None-Match'
  throw new UnexpectedAnswerError({ ...answer, status: 'unexpected', detail, body: undefined })
}
