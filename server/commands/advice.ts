// What to do when the service ends a run: one line for whatever a client of it may meet.
import {
  ConnectionError,
  PlantClientError,
  ProblemError,
  TokenError,
  UnexpectedAnswerError,
} from '@plant-collection/client'

export function adviceOnStatus(status: number, detail: string): string {
  switch (status) {
    case 401:
      return `The service does not accept the token. (${detail}) Set TOKEN=, or DATA= as for make start.`
    case 403:
      return `The token does not go far enough. (${detail}) Set TOKEN= to one with plants:read and plants:write.`
    case 429:
    case 502:
    case 503:
    case 504:
      return `The service is busy or away. (${status}: ${detail}) Try again later.`
    case 500:
      return `The service fails. (${detail}) Tell its operator.`
    default:
      return `This is no answer of a Plant Collection Service. (${status}: ${detail}) Is URL= right?`
  }
}

/** @throws What it is given, if that is no error of the client. */
export function adviceOnError(error: unknown): string {
  if (error instanceof ProblemError) return adviceOnStatus(error.status, detailOf(error.problem))
  if (error instanceof UnexpectedAnswerError) {
    const { response, problem, detail } = error.answer
    return adviceOnStatus(response.status, problem ? detailOf(problem) : detail)
  }
  if (error instanceof ConnectionError) {
    return `Nothing answers at ${new URL(error.url).origin}. (${causeOf(error)}) Run make start, or say where with URL=.`
  }
  if (error instanceof TokenError) return 'TOKEN= is no token: a token has no white space, and no "Bearer " before it.'
  if (error instanceof PlantClientError) return error.message
  throw error
}

/** The words of a problem, and for its operator which request it was. */
export function detailOf({ detail, status, instance }: { detail: string; status: number; instance: string }): string {
  return status === 500 ? `${detail} ${instance}` : detail
}

// fetch wraps what happened in "fetch failed", and that in a list where it tried more than one address.
function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return causeOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
