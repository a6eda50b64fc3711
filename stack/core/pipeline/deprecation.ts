// Tells a caller that its request uses a deprecated part of the API (RFC 9745 and RFC 8594).
import type { OperationPlan } from '../contract/plan.ts'
import type { RequestParts } from '../contract/validator.ts'
import type { ResponseContext } from './http.ts'

/**
 * Adds the headers `Deprecation` and `Sunset` of the deprecated part that the request uses, to a response that documents
 * them. If a request uses several parts, the part with the earliest sunset counts.
 */
export function withDeprecation(
  request: ResponseContext,
  { deprecatedParts }: OperationPlan,
  parts: RequestParts,
): ResponseContext {
  const used = deprecatedParts.find(({ in: group, name = '' }) => group === undefined || name in Object(parts[group]))
  if (used === undefined) return request
  return { id: request.id, responseHeaders: { ...request.responseHeaders, ...used.headers } }
}
