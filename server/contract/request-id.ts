// Names every request before anything else happens to it, so that every answer and every report can say which one it was.
import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

declare global {
  namespace Express {
    interface Locals {
      /** A lower-case UUID, set by `nameRequest`. */
      requestId: string
      /** Set by the front door once it is known. */
      operationId?: string
    }
  }
}

export const nameRequest: RequestHandler = (_req, res, next) => {
  res.locals.requestId = randomUUID()
  res.set('Request-Id', res.locals.requestId)
  next()
}
