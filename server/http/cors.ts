// The pages in a browser that may call, by their origin: decided before routing and authentication, on every response.
import corsMiddleware from 'cors'
import type { RequestHandler } from 'express'

/** Returns whether a page of this origin, such as `https://plants.example`, may call; `'*'` allows every page. */
export type AllowsOrigin = ((origin: string) => boolean) | '*'

const exposedHeaders = [
  'Link',
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'Allow',
  'Accept-Patch',
  'Request-Id',
]
const requestHeaders = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key']

/** @param extraRequestHeaders Extra request headers that are allowed. */
export function cors(allowsOrigin: AllowsOrigin, extraRequestHeaders: string[] = []): RequestHandler {
  return corsMiddleware({
    origin:
      allowsOrigin === '*'
        ? '*'
        : (origin, callback) => callback(null, origin !== undefined && allowsOrigin(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
    allowedHeaders: [...requestHeaders, ...extraRequestHeaders],
    exposedHeaders,
    maxAge: 600,
    // The pipeline responds to OPTIONS from anyone.
    preflightContinue: true,
  })
}
