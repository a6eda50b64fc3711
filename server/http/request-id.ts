// Names every request first, so that every response and every log line can say which request it belongs to.
import type { RequestHandler } from 'express'

declare global {
  namespace Express {
    interface Locals {
      /** A lower-case UUID. */
      requestId: string
      /** `undefined` until the operation is known. */
      operationId?: string
    }
  }
}

/** @param newRequestId Returns a new lower-case UUID each time. */
export function nameRequest(newRequestId: () => string): RequestHandler {
  return (_req, res, next) => {
    res.locals.requestId = newRequestId()
    res.set('Request-Id', res.locals.requestId)
    next()
  }
}
