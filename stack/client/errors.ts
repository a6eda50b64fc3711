// The errors of a call without a result, and those that `orThrow` and iterations throw for a result that is not
// successful. No message contains a token, or the query of a URL.

import type { ContractTypes, OperationId } from './contract.ts'
import type { AnyRefusal, Call, CompleteProblem, DocumentedProblem, Outcome, Unexpected } from './result.ts'

/** The base of the errors of a call, except the reason of an aborted signal, and a TypeError for an invalid option. */
export abstract class ClientError extends Error implements Call {
  // `declare` emits no code: the constructors assign these properties.
  declare readonly operation: string
  declare readonly url: string
  declare readonly attempt: number
  /** Whether the call may have changed data. */
  declare readonly outcome: Outcome

  constructor({ operation, url, attempt }: Call, outcome: Outcome, message: string, options?: ErrorOptions) {
    const doubt = outcome === 'unknown' ? '; the service may have carried it out' : ''
    super(`${operation} (${url}, ${attempt === 0 ? 'not sent' : `attempt ${attempt}`}): ${message}${doubt}`, options)
    Object.assign(this, { operation, url, attempt, outcome })
  }
}

/**
 * Nothing was sent: an argument cannot be sent (`cause` says why), a precondition of a write has no value, or `baseUrl`
 * is a path, and there is no page.
 */
export class InputError extends ClientError {
  override readonly name = 'InputError'
}

/** The token function threw (`cause`), or did not return a valid token. */
export class TokenError extends ClientError {
  override readonly name = 'TokenError'
}

/** The network failed: there was no response, or it broke off. `cause` is the error of `fetch`. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError'
}

/** There was no complete response within `timeoutMs`. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError'
}

/** The response body is larger than `bodyLimitBytes`. The rest of it was not read. */
export class ResponseTooLargeError extends ClientError {
  override readonly name = 'ResponseTooLargeError'
}

/** The service returned a documented problem. `status` and `problem.type` say which one. */
export class ProblemError extends ClientError {
  override readonly name = 'ProblemError'
  declare readonly problem: CompleteProblem
  declare readonly status: number
  declare readonly response: Response

  constructor({ call, outcome, problem, response }: AnyRefusal) {
    super(call, outcome, `${problem.status} ${problem.title}: ${problem.detail} (${problem.instance})`)
    Object.assign(this, { problem, status: problem.status, response })
  }
}

/** Whether a precondition failed (412): the item has changed since the caller read it. */
export function isConflict(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status === 412
}

/** Whether the item does not exist (404). If it was read before, another client has deleted it. */
export function isNotFound(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status === 404
}

/**
 * Returns what is wrong with each field of the body, by its name: `{ name: 'must not be empty' }`. A field of an object has a path,
 * such as `address/city`. A message continues the sentence that starts with the field name. `{}` without such fields.
 */
export function fieldErrorsOf(error: unknown): Partial<Record<string, string>> {
  if (!(error instanceof ProblemError)) return {}
  // Safe because the service validates its problems: every `errors` has this type.
  const { errors = [] } = error.problem as CompleteProblem & { errors?: { pointer?: string; detail: string }[] }
  return Object.fromEntries(errors.flatMap(({ pointer, detail }) => (pointer ? [[pointer.slice(1), detail]] : [])))
}

interface ErrorWith<P extends CompleteProblem> extends ProblemError {
  readonly problem: P
  readonly status: P['status']
}

type ProblemErrorFor<P> = P extends CompleteProblem ? ErrorWith<P> : never

/** A `ProblemError` of these operations, which `status` and `problem.type` narrow. Default: of all. */
export type ProblemErrorOf<T extends ContractTypes, Ids extends OperationId<T> = OperationId<T>> = ProblemErrorFor<
  DocumentedProblem<T, Ids>
>

/** The errors of these operations in the throwing style: their documented problems, and the errors of any call. */
export type OperationError<T extends ContractTypes, Ids extends OperationId<T>> =
  | ProblemErrorOf<T, Ids>
  | ConnectionError
  | InputError
  | ResponseTooLargeError
  | TimeoutError
  | TokenError
  | UnexpectedResponseError

/** The response is neither successful nor a documented problem. `result` has the status `unexpected`. */
export class UnexpectedResponseError extends ClientError {
  override readonly name = 'UnexpectedResponseError'
  declare readonly result: Unexpected

  constructor(result: Unexpected) {
    super(result.call, result.outcome, result.detail)
    Object.assign(this, { result })
  }
}

/** The `Link` to the next page cannot be followed, so the list may be incomplete. */
export class PagingError extends ClientError {
  override readonly name = 'PagingError'
}
