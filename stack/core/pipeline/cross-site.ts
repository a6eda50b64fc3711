// Refuses requests that pages of other origins send with a cookie of the client (cross-site request forgery).
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

/** @param site Value of Sec-Fetch-Site. Only browsers send it. */
export function isCrossOrigin(site: string | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * @param host Host of the request, with its port if the client sent one.
 * @param allowedOrigins Origins, besides that of the service, that browsers without Sec-Fetch-Site may send.
 * @throws {Problem} 403
 */
export function requireSameSite(
  { headers }: Pick<HttpRequest, 'headers'>,
  host: string,
  allowedOrigins: readonly string[],
): void {
  const { 'sec-fetch-site': site, origin } = headers
  // Behind a TLS proxy, the scheme of the service is not known.
  const allowed = [`http://${host}`, `https://${host}`, ...allowedOrigins]
  const isRefused = site === undefined ? origin !== undefined && !allowed.includes(origin) : isCrossOrigin(site)
  if (isRefused) throw new Problem('cross-site-request', detail)
}

const detail = 'A page of another site sent this request with a cookie. Send it from a page of this service.'
