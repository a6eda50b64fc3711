// Names every request before anything else happens to it, so that every answer and every report can say which one it was.
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

/** @param newRequestId Makes a lower-case UUID, another each time. */
export function nameRequest(newRequestId: () => string): RequestHandler {
  return (_req, res, next) => {
    res.locals.requestId = newRequestId()
    res.set('Request-Id', res.locals.requestId)
    next()
  }
}
