// The errors of the client, in words for a user: what happened, and what to do.
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

/** Texts by error. The browser can be online again while the page still shows the error. */
const explained = new WeakMap<object, string>()

/** Returns a text. @param action What the user tried. After a lost response, it is safe to repeat adding and deleting. */
export function explain(error: unknown, action: Action = 'other'): string {
  const key = Object(error)
  const text = explained.get(key) ?? explainNew(error, action)
  explained.set(key, text)
  return text
}

function explainNew(error: unknown, action: Action): string {
  if (!(error instanceof PlantClientError))
    return 'A part of this page could not be loaded. Check your connection, then try again.'
  if (error instanceof ProblemError) return explainProblem(error)
  if (error instanceof TokenError && error.cause instanceof NotSignedIn) return error.cause.message
  if (error instanceof TokenError && navigator.onLine) return signedOut
  const isUnknown = error.outcome === 'unknown'
  const doubt = isUnknown && action === 'other' ? ' It may have been saved.' : ''
  const retryAdvice = isUnknown && action === 'add' ? 'try again. It will not be added twice.' : 'try again.'
  if (error instanceof ConnectionError || error instanceof TokenError) {
    if (!navigator.onLine) return `You are offline. When you are connected, ${retryAdvice}`
    return `The service cannot be reached.${doubt} Check your connection, then ${retryAdvice}`
  }
  if (error instanceof TimeoutError)
    return `The service takes too long to respond.${doubt} Wait a moment, then ${retryAdvice}`
  if (error instanceof UnexpectedResponseError && error.result.problem?.detail) return error.result.problem.detail
  return `The service sent a response that this page does not understand.${doubt} Try again later.`
}

const signedOut = 'Your sign-in has ended. Sign in again.'

/** Texts by the status of the problem. */
const sentences: Partial<Record<number, string>> = {
  401: signedOut,
  403: 'Your sign-in does not allow this.',
  404: 'Somebody else has deleted this plant.',
  412: 'Somebody else has changed this plant.',
}

function explainProblem({ status, problem, response }: ProblemError): string {
  const seconds = response.headers.get('Retry-After') ?? 60
  if (status === 429) return `Those were too many requests. Wait ${seconds} seconds, then try again.`
  return sentences[status] ?? problem.detail
}
