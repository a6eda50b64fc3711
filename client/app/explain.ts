// Explains errors of the client to a user: what happened, and what to do.
import {
  ConnectionError,
  PlantClientError,
  ProblemError,
  TimeoutError,
  TokenError,
  UnexpectedResponseError,
} from '@plant-collection/client'
import { NotSignedIn } from 'contract-stack/development-session'

type Action = 'add' | 'delete' | 'other'

/** Explanation of each error. It stays the same while the page shows the error, even if the browser is online again. */
const explanations = new WeakMap<object, string>()

/** Returns sentences for the user. @param action What failed. Adding and deleting are safe to repeat after a lost response. */
export function explain(error: unknown, action: Action = 'other'): string {
  const key = Object(error)
  const text = explanations.get(key) ?? explainNew(error, action)
  explanations.set(key, text)
  return text
}

function explainNew(error: unknown, action: Action): string {
  if (!(error instanceof PlantClientError))
    return 'A part of this page could not be loaded. Check your connection, then try again.'
  if (error instanceof ProblemError) return explainProblem(error)
  if (error instanceof TokenError && error.cause instanceof NotSignedIn) return error.cause.message
  if (error instanceof TokenError && navigator.onLine) return signedOut
  const mayHaveChanged = error.outcome === 'unknown'
  const warning = mayHaveChanged && action === 'other' ? ' It may have been saved.' : ''
  const retryAdvice = mayHaveChanged && action === 'add' ? 'try again. It will not be added twice.' : 'try again.'
  if (error instanceof ConnectionError || error instanceof TokenError) {
    if (!navigator.onLine) return `You are offline. When you are connected, ${retryAdvice}`
    return `The service cannot be reached.${warning} Check your connection, then ${retryAdvice}`
  }
  if (error instanceof TimeoutError)
    return `The service took too long to respond.${warning} Wait a moment, then ${retryAdvice}`
  if (error instanceof UnexpectedResponseError && error.result.problem?.detail) return error.result.problem.detail
  return `The service sent a response that this page does not understand.${warning} Try again later.`
}

const signedOut = 'Your sign-in has ended. Sign in again.'

const byStatus: Partial<Record<number, string>> = {
  401: signedOut,
  403: 'Your sign-in does not allow this.',
  404: 'Somebody else has deleted this plant.',
  412: 'Somebody else has changed this plant.',
}

function explainProblem({ status, problem, response }: ProblemError): string {
  const seconds = response.headers.get('Retry-After') ?? 60
  if (status === 429) return `You sent too many requests. Wait ${seconds} seconds, then try again.`
  return byStatus[status] ?? problem.detail
}
