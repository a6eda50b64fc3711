// The errors of a call: those a call rejects with when there is no response to return, and those that `orThrow` and
// iteration throw for an unsuccessful response. No error contains a token, or the query of a URL.

import type { Call, DocumentedProblem, Outcome, Unexpected } from './result.ts'

/** The base of every error of a call. The one exception: an aborted call rejects with the reason of its signal. */
export abstract class PlantClientError extends Error implements Call {
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
 * An argument cannot be sent, and `cause` says why; or a condition of a write has no value; or `baseUrl` is a path, and
 * there is no page. Nothing was sent.
 */
export class InputError extends PlantClientError {
  override readonly name = 'InputError'
}

/** The token function threw (`cause`), or did not return a valid token. */
export class TokenError extends PlantClientError {
  override readonly name = 'TokenError'
}

/** The network failed: there was no response, or it broke off. `cause` is the error of `fetch`. */
export class ConnectionError extends PlantClientError {
  override readonly name = 'ConnectionError'
}

/** There was no complete response within `timeoutMs`. */
export class TimeoutError extends PlantClientError {
  override readonly name = 'TimeoutError'
}

/** The response body is larger than `bodyLimitBytes`. The rest of it was not read. */
export class ResponseTooLargeError extends PlantClientError {
  override readonly name = 'ResponseTooLargeError'
}

interface ErrorWith<P extends DocumentedProblem> extends PlantClientError {
  readonly name: 'ProblemError'
  readonly problem: P
  readonly status: P['status']
  readonly response: Response
}

type ErrorOf<P> = P extends DocumentedProblem ? ErrorWith<P> : never

/** The service returned a documented problem. `status` and `problem.type` say which one. */
export type ProblemError = ErrorOf<DocumentedProblem>

// The type of a class is not a union, so `status` would not narrow `problem`. The assertion is safe because the status is
// that of the problem.
export const ProblemError = class ProblemError extends PlantClientError {
  override readonly name = 'ProblemError'
  declare readonly problem: DocumentedProblem
  declare readonly status: DocumentedProblem['status']
  declare readonly response: Response

  constructor({ call, outcome, problem, response }: ProblemResult) {
    super(call, outcome, `${problem.status} ${problem.title}: ${problem.detail} (${problem.instance})`)
    Object.assign(this, { problem, status: problem.status, response })
  }
} as new (
  result: ProblemResult,
) => ProblemError

interface ProblemResult {
  call: Call
  outcome: Outcome
  problem: DocumentedProblem
  response: Response
}

/** The response is neither a success nor a documented problem. `result` has the status `unexpected`. */
export class UnexpectedResponseError extends PlantClientError {
  override readonly name = 'UnexpectedResponseError'
  declare readonly result: Unexpected

  constructor(result: Unexpected) {
    super(result.call, result.outcome, result.detail)
    Object.assign(this, { result })
  }
}

/** The `Link` to the next page cannot be followed, so the list may be incomplete. */
export class PagingError extends PlantClientError {
  override readonly name = 'PagingError'
}
