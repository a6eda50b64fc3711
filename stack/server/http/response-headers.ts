// What every response has, whatever its path: an id, security headers and CORS headers. Middleware collects headers here;
// they are written with the response.
import corsMiddleware from 'cors'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Contract } from '../../core/contract/contract.ts'
import type { Limits } from '../../core/contract/contract-data.ts'
import type { HttpRequest } from '../../core/pipeline/http.ts'
import { isLoopbackOrigin } from '../loopback.ts'

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

/** Every origin; or the listed ones, such as `https://app.example`, and those of this machine if `loopback` is true. */
export type AllowedOrigins = '*' | { origins: string[]; loopback: boolean }

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

/**
 * Decides which pages in a browser may call, by their origin. Returns the CORS headers of the response to a request.
 * @param extraRequestHeaders Extra request headers that are allowed.
 */
export function corsHeaders(
  { operations, exposedHeaders }: Contract,
  allowed: AllowedOrigins,
  extraRequestHeaders: string[] = [],
): (request: HeaderRequest) => Record<string, string> {
  const keys = operations.flatMap(({ security }) => security?.alternatives.flat() ?? [])
  const names = keys.flatMap(({ in: place, name = '' }) => (place === 'header' ? [name] : []))
  const declared = operations.flatMap(({ headers }) => headers)
  const requestHeaders = [...new Set(['Authorization', 'Content-Type', ...names, ...declared])]
  const middleware = corsMiddleware({
    origin:
      allowed === '*' ? '*' : (origin = '', callback) => callback(null, isAllowed(origin, allowed) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
    allowedHeaders: [...requestHeaders, ...extraRequestHeaders],
    exposedHeaders,
    maxAge: 600,
    // The pipeline responds to OPTIONS from anyone.
    preflightContinue: true,
  })
  const withoutOrigin = headersOf(middleware, { method: 'GET', headers: {} })
  return (request) => {
    const isPlain = request.headers.origin === undefined && request.method !== 'OPTIONS'
    return isPlain ? withoutOrigin : headersOf(middleware, request)
  }
}

function isAllowed(origin: string, { origins, loopback }: Exclude<AllowedOrigins, '*'>): boolean {
  return origins.includes(origin) || (loopback && isLoopbackOrigin(origin))
}

type HeaderRequest = Pick<Request, 'method' | 'headers'>

/**
 * Runs middleware that only sets headers, and returns these headers. So headers that are always the same are computed once, and
 * all headers of a response are written at once.
 * @param middleware Sets, reads and removes headers, and calls `next` before it returns.
 */
function headersOf(middleware: RequestHandler, request: HeaderRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    getHeader: (name: string) => headers[name],
    setHeader: (name: string, value: unknown) => {
      headers[name] = String(value)
    },
    removeHeader: (name: string) => {
      delete headers[name]
    },
  }
  let isDone = false
  // The middleware uses nothing else of them.
  middleware(request as Request, response as unknown as Response, (error?: unknown) => {
    if (error) throw error
    isDone = true
  })
  if (!isDone) throw new Error('A middleware for headers must call next before it returns.')
  return headers
}
