// Runs middleware that only sets headers, and returns these headers. So headers that are always the same are computed once,
// and all headers of a response are written at once.
import type { Request, RequestHandler, Response } from 'express'

export type HeaderRequest = Pick<Request, 'method' | 'headers'>

/** @param middleware Sets, reads and removes headers, and calls `next` before it returns. */
export function headersOf(middleware: RequestHandler, request: HeaderRequest): Record<string, string> {
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
