// The errors of the client, in words for a person: what happened, and what to do.
import {
  ConnectionError,
  type PlantClientError,
  ProblemError,
  TimeoutError,
  TokenError,
  UnexpectedResponseError,
} from '@plant-collection/client'
import { NotSignedIn } from 'contract-stack/development-session'

/** @param action What the person tried. After a lost response, adding and deleting can safely be repeated. */
export function explain(error: PlantClientError, action: 'add' | 'delete' | 'other' = 'other'): string {
  if (error instanceof ProblemError) return explainProblem(error)
  if (error instanceof TokenError && error.cause instanceof NotSignedIn) return error.cause.message
  if (error instanceof TokenError) return 'Your sign-in has ended. Sign in again.'
  const isUnknown = error.outcome === 'unknown'
  const doubt = isUnknown && action === 'other' ? ' It may have been saved.' : ''
  const again = isUnknown && action === 'add' ? 'try again. It will not be added twice.' : 'try again.'
  if (error instanceof ConnectionError) {
    if (!navigator.onLine) return `You are offline. When you are connected, ${again}`
    return `The service cannot be reached.${doubt} Check your connection, then ${again}`
  }
  if (error instanceof TimeoutError)
    return `The service takes too long to respond.${doubt} Wait a moment, then ${again}`
  if (error instanceof UnexpectedResponseError && error.result.problem?.detail) return error.result.problem.detail
  return `The service sent a response that this page does not understand.${doubt} Try again later.`
}

function explainProblem({ status, problem, response }: ProblemError): string {
  switch (status) {
    case 401:
      return 'Your sign-in has ended. Sign in again.'
    case 403:
      return 'Your sign-in does not allow this.'
    case 404:
      return 'Somebody else has deleted this plant.'
    case 412:
      return 'Somebody else has changed this plant.'
    case 429:
      return `Those were too many requests. Wait ${response.headers.get('Retry-After') ?? 60} seconds, then try again.`
    default:
      return problem.detail
  }
}

/** A part of this page, which is loaded when the person needs it. */
export const notLoaded = 'A part of this page could not be loaded. Check your connection, then try again.'

/** The plant does not exist any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ProblemError && error.status === 404
}
