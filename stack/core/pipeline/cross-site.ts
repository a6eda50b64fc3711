// Refuses the requests that pages of other sites send with a cookie of the client (cross-site request forgery).
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

/** @param site The value of Sec-Fetch-Site. Clients other than browsers do not send it. */
export function isOtherSite(site: string | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * @param host The name or address that the client called.
 * @param allowedOrigins Origins that browsers without Sec-Fetch-Site may send besides that of the service.
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
  const isRefused = site === undefined ? origin !== undefined && !allowed.includes(origin) : isOtherSite(site)
  if (isRefused) throw new Problem('cross-site-request', detail)
}

const detail = 'A page of another site sent this request with a cookie. Send it from a page of this service.'
