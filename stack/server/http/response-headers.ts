// What every response has, whatever its path: an id, security headers and CORS headers. Middleware collects headers here;
// they are written with the response.
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Contract } from '../../core/contract/contract.ts'
import type { Limits } from '../../core/contract/contract-data.ts'
import type { HttpRequest } from '../../core/pipeline/http.ts'
import { type AllowedOrigins, corsHeaders } from './cors.ts'
import { headersOf } from './middleware-headers.ts'

declare global {
  namespace Express {
    interface Locals {
      /** A lower-case UUID. It names the request in the response and in the log. */
      requestId: string
      /** The headers of the response so far, by their names as the contract writes them. */
      headers: Record<string, string>
      /** Those of the contract. */
      limits: Limits
      /** The request to which the pipeline has not responded yet. */
      pending?: HttpRequest | undefined
      /** Of the response. */
      operationId?: string | undefined
    }
  }
}

export interface HeaderParts {
  allowedOrigins: AllowedOrigins
  /** Extra request headers that pages may send. */
  extraRequestHeaders?: string[]
  /** `max-age` of Strict-Transport-Security. Default: 0, the header is not sent. */
  hstsSeconds?: number
}

/** @param newRequestId Returns a new lower-case UUID each time. */
export function startHeaders(
  contract: Contract,
  newRequestId: () => string,
  parts: HeaderParts,
): (req: Request, res: Response) => void {
  const security = securityHeaders(parts.hstsSeconds)
  const cors = corsHeaders(contract, parts.allowedOrigins, parts.extraRequestHeaders)
  return (req, { locals }) => {
    locals.limits = contract.limits
    locals.requestId = newRequestId()
    locals.headers = { 'Request-Id': locals.requestId, ...security, ...cors(req) }
  }
}

function securityHeaders(hstsSeconds = 0): Record<string, string> {
  const middleware: RequestHandler = helmet({
    // For JSON, which loads nothing; pages have their own policy (pages.ts).
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: hstsSeconds > 0 && { maxAge: hstsSeconds, includeSubDomains: false },
  })
  return headersOf(middleware, { method: 'GET', headers: {} })
}
