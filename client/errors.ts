// What a call rejects with when there is no answer to resolve to, and what paging throws when it cannot go on.
// None of them holds a token, or the query of a URL.

import type { DocumentedProblem, Unexpected } from './result.ts'

/** Every error of this client; what is not one of these is a TypeError of usage or a signal's own reason. */
export abstract class PlantClientError extends Error {
  /** The `operationId` of the call. */
  readonly operation: string
  /** Where the request went, or would have gone, without its query. */
  readonly url: string

  constructor(operation: string, url: URL, message: string, options?: ErrorOptions) {
    super(`${operation}: ${message}`, options)
    this.operation = operation
    this.url = url.origin + url.pathname
  }
}

/** There was no answer, or it broke off: the network failed. Whether the request was carried out is not known. */
export class ConnectionError extends PlantClientError {
  override readonly name = 'ConnectionError'

  constructor(operation: string, url: URL, cause: unknown) {
    super(operation, url, `no complete answer from ${url.origin}${url.pathname}`, { cause })
  }
}

/** The token provider threw (`cause`), or gave something that is no token. Nothing was sent. */
export class TokenError extends PlantClientError {
  override readonly name = 'TokenError'
}

/** A page answered with a documented problem; `error.problem.type` says which. */
export class ProblemError extends PlantClientError {
  override readonly name = 'ProblemError'
  readonly problem: DocumentedProblem
  readonly status: DocumentedProblem['status']
  readonly response: Response

  constructor(operation: string, url: URL, { problem, response }: { problem: DocumentedProblem; response: Response }) {
    super(operation, url, `${problem.status} ${problem.title}: ${problem.detail} (${problem.instance})`)
    this.problem = problem
    this.status = problem.status
    this.response = response
  }
}

/** A page answered with something that is neither a page nor a documented problem. */
export class UnexpectedAnswerError extends PlantClientError {
  override readonly name = 'UnexpectedAnswerError'
  readonly answer: Unexpected

  constructor(operation: string, url: URL, answer: Unexpected) {
    super(operation, url, answer.detail)
    this.answer = answer
  }
}

/** The `Link` to the next page cannot be followed, and there may be plants behind it. */
export class PagingError extends PlantClientError {
  override readonly name = 'PagingError'
}
