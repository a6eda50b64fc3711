import { ProblemError as AnyProblemError, type ProblemErrorOf } from 'contract-stack/client'
import type { Types } from '../generated/client.ts'

/** The service returned a documented problem. `status` and `problem.type` say which one. */
export type ProblemError = ProblemErrorOf<Types>

// The type of a class is not a union, so `status` would not narrow `problem`. The assertion is safe because the status is
// that of the problem, and the client throws it for the problems of this contract only.
export const ProblemError = AnyProblemError as new (
  ...result: ConstructorParameters<typeof AnyProblemError>
) => ProblemError
