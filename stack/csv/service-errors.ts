// Messages for errors between a command and the service: what is wrong, then what to do.
import {
  ClientError,
  ConnectionError,
  type Problem,
  ProblemError,
  TimeoutError,
  TokenError,
  UnexpectedResponseError,
} from '../client/index.ts'

export function messageForStatus(status: number, detail: string): string {
  if (status === 401)
    return `The service does not accept the token (${withStatus(status, detail)}). Set TOKEN=, or use the same DATA= as the running service.`
  if (status === 403) return `The token lacks a scope. ${detail} Set TOKEN= to a token with the scopes of the contract.`
  if ([429, 502, 503, 504].includes(status))
    return `The service is busy or unavailable (${withStatus(status, detail)}). Run this command again later.`
  if (status === 500) return `The service reported an internal error: ${detail} Contact its operator.`
  return `The response is not one that this command expects (${withStatus(status, detail)}). Check URL=.`
}

/** @throws `error` itself if the client did not throw it. */
export function messageForError(error: unknown): string {
  if (error instanceof ProblemError) return messageForStatus(error.status, getDetail(error.problem))
  if (error instanceof UnexpectedResponseError) {
    const { response, problem, detail } = error.result
    return messageForStatus(response.status, getDetail(problem, detail))
  }
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    const { origin } = new URL(error.url)
    return `No response from ${origin} (${getCause(error)}). Run \`make start\`, or set URL= to the service address.`
  }
  if (error instanceof TokenError)
    return 'TOKEN= is not a valid token. Give the token only: no spaces, and no "Bearer " prefix.'
  if (error instanceof ClientError) return error.message
  throw error
}

/** Returns the detail of a problem. After an internal error, the operator needs its instance to find it in the log. */
export function getDetail(problem: Problem | undefined, fallback = ''): string {
  const text = problem?.detail ?? problem?.title ?? fallback
  return problem?.status === 500 && problem.instance !== undefined ? `${text} ${problem.instance}` : text
}

function withStatus(status: number, detail: string): string {
  const text = detail.replace(/\.$/, '')
  return text.startsWith(`${status}`) ? text : `${status}: ${text}`
}

// fetch wraps the cause in "fetch failed", and in a list if it tried several addresses.
function getCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getCause(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return getCause(error.cause)
  // A DOMException has a number, which says nothing to a user.
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
