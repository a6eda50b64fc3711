// The Express app: middleware that any request passes, then the pages for people, then the pipeline.
import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { createPipeline, type Pipeline, type PipelineParts } from '../core/pipeline/pipeline.ts'
import { type OnResponse, observeResponses } from '../monitoring/response-event.ts'
import { send, toHttpRequest } from './express-adapter.ts'
import { servePages } from './pages.ts'
import { createRateLimits, type RateLimits } from './rate-limit.ts'
import { type HeaderParts, startHeaders } from './response-headers.ts'

export interface AppParts extends PipelineParts, HeaderParts {
  /** Per caller; 0 for no limits at all. */
  requestsPerMinute: number
  /** As Express takes it. Default: forwarding headers are ignored. */
  trustProxy?: number | string[] | false
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
  const app = express().disable('etag').disable('x-powered-by')
  app.set('trust proxy', parts.trustProxy ?? false)
  app.use(startHeaders(parts.newRequestId ?? randomUUID, parts))
  if (parts.onResponse) app.use(observeResponses(parts.onResponse))
  if (limits) app.use(limitAddress(limits))
  app.use(servePages(pipeline))
  app.use(async (req, res) => send(res, await pipeline.respond(toHttpRequest(req, res, limits))))
  app.use(sendErrors(pipeline))
  return { handle: app, pipeline }
}

function limitAddress({ countAddress }: RateLimits): RequestHandler {
  return (req, res, next) => {
    countAddress(req.ip ?? '', res.locals.headers)
    next()
  }
}

// For errors of the middleware before the pipeline. Express knows an error handler by its four parameters.
function sendErrors({ respondWithError }: Pipeline): ErrorRequestHandler {
  return (error, req, res, _next) => send(res, respondWithError(toHttpRequest(req, res), error))
}
