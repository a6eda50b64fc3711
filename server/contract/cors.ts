// Which pages in a browser may call: before routing and authentication, and on every answer, errors included.
import cors from 'cors'
import type { RequestHandler } from 'express'
import { methods } from './document.ts'

/** Whether a page of this origin, such as `https://plants.example`, may call; `'*'` for every page there is. */
export type AllowsOrigin = ((origin: string) => boolean) | '*'

const exposed = [
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
const allowed = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key']

/** @param moreHeaders Request headers that are allowed besides. */
export function crossOrigin(allowsOrigin: AllowsOrigin, moreHeaders: string[] = []): RequestHandler {
  return cors({
    origin:
      allowsOrigin === '*'
        ? '*'
        : (origin, answer) => answer(null, origin !== undefined && allowsOrigin(origin) ? origin : false),
    methods: [...methods.map((method) => method.toUpperCase()), 'HEAD'],
    allowedHeaders: [...allowed, ...moreHeaders],
    exposedHeaders: exposed,
    maxAge: 600,
    // The front door answers OPTIONS, whoever asks.
    preflightContinue: true,
  })
}
