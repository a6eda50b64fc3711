// Decides which pages in a browser may call, by their origin, and sets the CORS headers of every response.
import corsMiddleware from 'cors'
import type { RequestHandler } from 'express'
import { operations } from '../core/contract/plan.ts'
import { isLoopbackOrigin } from '../loopback.ts'

/** Every origin; or the listed ones, such as `https://plants.example`, and those of this machine if `loopback` is true. */
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
const requestHeaders = ['Authorization', 'Content-Type', ...new Set(operations.flatMap(({ headers }) => headers))]

/** @param extraRequestHeaders Extra request headers that are allowed. */
export function cors(allowed: AllowedOrigins, extraRequestHeaders: string[] = []): RequestHandler {
  return corsMiddleware({
    origin:
      allowed === '*' ? '*' : (origin = '', callback) => callback(null, isAllowed(origin, allowed) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
    allowedHeaders: [...requestHeaders, ...extraRequestHeaders],
    exposedHeaders,
    maxAge: 600,
    // The pipeline responds to OPTIONS from anyone.
    preflightContinue: true,
  })
}

function isAllowed(origin: string, { origins, loopback }: Exclude<AllowedOrigins, '*'>): boolean {
  return origins.includes(origin) || (loopback && isLoopbackOrigin(origin))
}
