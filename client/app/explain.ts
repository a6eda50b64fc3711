// The errors of the client, in words for a person: what happened, and what to do.
import {
  ConnectionError,
  PlantClientError,
  ProblemError,
  TimeoutError,
  TokenError,
  UnexpectedResponseError,
} from '@plant-collection/client'
import { NotSignedIn } from 'contract-stack/development-session'
import { type FieldErrors, fieldNames } from './field-rules.ts'

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

/** What the service says about single fields. */
export function fieldErrorsOf(error: PlantClientError | null): FieldErrors {
  if (!(error instanceof ProblemError) || !('errors' in error.problem)) return {}
  const found = error.problem.errors.flatMap(({ pointer, detail }) => {
    const name = fieldNames.find((field) => pointer === `/${field}`)
    return name === undefined ? [] : [[name, `The service refuses this text: it ${detail}.`] as const]
  })
  return Object.fromEntries(found)
}

/** The error of a call. The client throws no other errors. */
export function getCallError(error: unknown): PlantClientError {
  if (error instanceof PlantClientError) return error
  throw error
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ProblemError && error.status === status
}
