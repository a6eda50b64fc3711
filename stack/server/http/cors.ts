// Decides which pages in a browser may call, by their origin, and sets the CORS headers of every response.
import corsMiddleware from 'cors'
import type { Contract } from '../../core/contract/contract.ts'
import { isLoopbackOrigin } from '../loopback.ts'
import { type HeaderRequest, headersOf } from './middleware-headers.ts'

/** Every origin; or the listed ones, such as `https://app.example`, and those of this machine if `loopback` is true. */
export type AllowedOrigins = '*' | { origins: string[]; loopback: boolean }

const exposedHeaders = [
  'Link',
  'ETag',
  'Location',
  'Deprecation',
  'Sunset',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'Allow',
  'Accept',
  'Accept-Encoding',
  'Accept-Patch',
  'Request-Id',
]

/**
 * Returns the CORS headers of the response to a request.
 * @param extraRequestHeaders Extra request headers that are allowed.
 */
export function corsHeaders(
  { operations }: Contract,
  allowed: AllowedOrigins,
  extraRequestHeaders: string[] = [],
): (request: HeaderRequest) => Record<string, string> {
  const requestHeaders = ['Authorization', 'Content-Type', ...new Set(operations.flatMap(({ headers }) => headers))]
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
