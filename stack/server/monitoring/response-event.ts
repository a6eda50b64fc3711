// What monitoring learns about a response once it is over: enough to log and to count, and nothing private.
import type { Request, Response } from 'express'

export interface ResponseEvent {
  requestId: string
  /** `undefined` for a request that could not be parsed. */
  method: string | undefined
  /** `undefined` for a path or method that is not in the contract. */
  operationId: string | undefined
  /** `aborted` if the connection ended before the response, for example because the client closed it. */
  status: number | 'aborted'
  seconds: number
}

export type OnResponse = (event: ResponseEvent) => void

export function observeResponse({ method }: Request, res: Response, onResponse: OnResponse): void {
  const start = performance.now()
  res.on('close', () => {
    const { requestId, operationId } = res.locals
    const seconds = (performance.now() - start) / 1000
    const status = res.writableFinished ? res.statusCode : 'aborted'
    onResponse({ requestId, method, operationId, status, seconds })
  })
}
