// What a call rejects with when there is no answer to resolve to, and what those throw that have no place for a
// refusal. None of them holds a token, or the query of a URL.

import type { Call, DocumentedProblem, Outcome, Unexpected } from './result.ts'

/** Every error of a call, but for a signal's own reason. */
export abstract class PlantClientError extends Error implements Call {
  readonly operation: string
  readonly url: string
  readonly attempt: number
  /** Whether what was asked for may have been done all the same. */
  readonly outcome: Outcome

  constructor({ operation, url, attempt }: Call, outcome: Outcome, message: string, options?: ErrorOptions) {
    const doubt = outcome === 'unknown' ? '; whether it was carried out is not known' : ''
    super(`${operation} (${url}, ${attempt === 0 ? 'not sent' : `attempt ${attempt}`}): ${message}${doubt}`, options)
    this.operation = operation
    this.url = url
    this.attempt = attempt
    this.outcome = outcome
  }
}

/** What was given cannot be sent; `cause` says why. Nothing was. */
export class InputError extends PlantClientError {
  override readonly name = 'InputError'
}

/** The token provider threw (`cause`), or gave something that is no token. */
export class TokenError extends PlantClientError {
  override readonly name = 'TokenError'
}

/** There was no answer, or it broke off: the network failed. */
export class ConnectionError extends PlantClientError {
  override readonly name = 'ConnectionError'
}

/** There was no answer, or not all of it, in the time it may take. */
export class TimeoutError extends PlantClientError {
  override readonly name = 'TimeoutError'
}

/** The body of the answer is larger than this client takes; the rest of it was not read. */
export class AnswerTooLargeError extends PlantClientError {
  override readonly name = 'AnswerTooLargeError'
}

/** The service answered with a documented problem; `error.problem.type` says which. */
export class ProblemError extends PlantClientError {
  override readonly name = 'ProblemError'
  readonly problem: DocumentedProblem
  readonly status: DocumentedProblem['status']
  readonly response: Response

  constructor({ call, outcome, problem, response }: Refused) {
    super(call, outcome, `${problem.status} ${problem.title}: ${problem.detail} (${problem.instance})`)
    this.problem = problem
    this.status = problem.status
    this.response = response
  }
}

interface Refused {
  call: Call
  outcome: Outcome
  problem: DocumentedProblem
  response: Response
}

/** The answer is neither a success nor a documented problem. */
export class UnexpectedAnswerError extends PlantClientError {
  override readonly name = 'UnexpectedAnswerError'
  readonly answer: Unexpected

  constructor(answer: Unexpected) {
    super(answer.call, answer.outcome, answer.detail)
    this.answer = answer
  }
}

/** The `Link` to the next page cannot be followed, and there may be plants behind it. */
export class PagingError extends PlantClientError {
  override readonly name = 'PagingError'
}
