// Returns the success of a result, and throws everything else: for iteration and for `orThrow`, which cannot return an
// error result.

import { ProblemError, UnexpectedResponseError } from './errors.ts'
import type { OperationId } from './operation-table.ts'
import type { AnyResult } from './response.ts'
import type { Call, Result } from './result.ts'

/** The result of the method `Id` of a throwing client. */
export type SuccessOf<Id extends OperationId> = Extract<Result<Id>, { ok: true }>

/** What every success has. */
export interface AnySuccess {
  body: unknown
  headers: Partial<Record<string, string>>
  call: Call
  response: Response
}

/** @throws {ProblemError} for a documented problem, and {UnexpectedResponseError} for any other response. */
export function successOf<R extends AnyResult>(result: R): Extract<R, { ok: true }> {
  const anyResult: AnyResult = result
  // Safe because `anyResult` is the same object, and its `ok` is true.
  if (anyResult.ok) return result as Extract<R, { ok: true }>
  if (anyResult.status === 'unexpected') throw new UnexpectedResponseError(anyResult)
  if (anyResult.status !== 304) throw new ProblemError(anyResult)
  // The request had no If-None-Match, so this 304 is from a cache between the client and the service.
  const detail = '304, though the request had no If-None-Match'
  throw new UnexpectedResponseError({ ...anyResult, status: 'unexpected', detail, body: undefined })
}
