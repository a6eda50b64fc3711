// Content negotiation (RFC 9110, 12.5.1).
import Negotiator from 'negotiator'
import type { OperationPlan } from '../contract/plan.ts'
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

/** @throws {Problem} 406 if `Accept` allows none of the media types of a success that has a body. */
export function requireAcceptable({ headers }: HttpRequest, { successMediaTypes: offered }: OperationPlan): void {
  const { accept } = headers
  // An empty field allows everything, like a missing one.
  if (!accept || offered.length === 0 || offered.includes(accept) || accept === '*/*') return
  // JSON has no charset (RFC 8259, 11), but clients ask for one.
  const withoutCharset = accept.replace(/;[ \t]*charset=[^,;]*/gi, '')
  if (new Negotiator({ headers: { accept: withoutCharset } }).mediaTypes(offered).length > 0) return
  throw new Problem('not-acceptable', `This operation returns only ${offered.join(' or ')}.`)
}
