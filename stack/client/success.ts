// Returns the success of a result, and throws everything else: for iteration and for `orThrow`, which cannot return an
// error result.

import type { ContractTypes, OperationId } from './contract.ts'
import { ProblemError, UnexpectedResponseError } from './errors.ts'
import type { AnyResult, AnySuccess, Result } from './result.ts'

/** The result of the method `Id` of a throwing client. */
export type SuccessOf<T extends ContractTypes, Id extends OperationId<T>> = Extract<Result<T, Id>, { ok: true }>

/** @throws {ProblemError} for a documented problem, and {UnexpectedResponseError} for any other response. */
export function getSuccess(result: AnyResult): AnySuccess {
  if (result.ok) return result
  if (result.status === 'unexpected') throw new UnexpectedResponseError(result)
  if (result.problem) throw new ProblemError(result)
  // A 304 for a request without If-None-Match is from a cache between the client and the service.
  const isCached = result.response.status === 304
  const detail = isCached
    ? '304, though the request had no If-None-Match'
    : `${result.response.status}, a documented error`
  throw new UnexpectedResponseError({ body: undefined, ...result, status: 'unexpected', detail })
}
