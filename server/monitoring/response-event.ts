// What monitoring learns about a response once it is over: enough to log and to count, and nothing private.
import type { RequestHandler } from 'express'

export interface ResponseEvent {
  requestId: string
  /** `undefined` for a request that could not be parsed. */
  method: string | undefined
  /** `undefined` for a path or method that is not in the contract. */
  operationId: string | undefined
  status: number
  seconds: number
  /** Whether the client closed the connection before the end. */
  aborted: boolean
}

export type OnResponse = (event: ResponseEvent) => void

export function observeResponses(onResponse: OnResponse): RequestHandler {
  return ({ method }, res, next) => {
    const start = performance.now()
    res.once('close', () => {
      const { requestId, operationId } = res.locals
      const seconds = (performance.now() - start) / 1000
      onResponse({ requestId, method, operationId, status: res.statusCode, seconds, aborted: !res.writableFinished })
    })
    next()
  }
}
