// The Express app: middleware that any request passes, then the pages for people, then the pipeline.
import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { createPipeline, type Pipeline, type PipelineParts } from '../core/pipeline/pipeline.ts'
import { type OnResponse, observeResponses } from '../monitoring/response-event.ts'
import { type AllowedOrigins, cors } from './cors.ts'
import { send, toHttpRequest } from './express-adapter.ts'
import { servePages } from './pages.ts'
import { createRateLimits } from './rate-limit.ts'
import { nameRequest } from './request-id.ts'

export interface AppParts extends PipelineParts {
  allowedOrigins: AllowedOrigins
  /** Extra request headers that pages may send. */
  extraRequestHeaders?: string[]
  /** Per caller; 0 for no limits at all. */
  requestsPerMinute: number
  /** As Express takes it. Default: forwarding headers are ignored. */
  trustProxy?: number | string[] | false
  /** `max-age` of Strict-Transport-Security. Default: 0, the header is not sent. */
  hstsSeconds?: number
  onResponse?: OnResponse
  /** Returns a new lower-case UUID each time. Default: a random one. */
  newRequestId?: () => string
}

export interface App {
  handle: Express
  pipeline: Pipeline
}

export function createApp(parts: AppParts): App {
  const pipeline = createPipeline(parts)
  const limits = createRateLimits(parts.requestsPerMinute)
  const app = express().disable('etag')
  app.set('trust proxy', parts.trustProxy ?? false)
  app.use(nameRequest(parts.newRequestId ?? randomUUID))
  if (parts.onResponse) app.use(observeResponses(parts.onResponse))
  app.use(securityHeaders(parts.hstsSeconds))
  app.use(cors(parts.allowedOrigins, parts.extraRequestHeaders))
  if (limits) app.use(limits.ofAddress)
  app.use(servePages(pipeline))
  app.use(async (req, res) => send(res, await pipeline.respond(toHttpRequest(req, res, limits))))
  app.use(sendErrors(pipeline))
  return { handle: app, pipeline }
}

function securityHeaders(hstsSeconds = 0): RequestHandler {
  return helmet({
    // For JSON, which loads nothing; pages have their own policy (pages.ts).
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: hstsSeconds > 0 && { maxAge: hstsSeconds, includeSubDomains: false },
  })
}

// For errors of the middleware before the pipeline. Express knows an error handler by its four parameters.
function sendErrors({ respondWithError }: Pipeline): ErrorRequestHandler {
  return (error, req, res, _next) => send(res, respondWithError(toHttpRequest(req, res), error))
}
