// What is known of an answer when it is over: enough to log and to count, and nothing that a caller might not want kept.
import type { RequestHandler } from 'express'

export interface AnswerSeen {
  requestId: string
  /** `undefined` for a request that could not be read as far as that. */
  method: string | undefined
  /** `undefined` for a path or method that the contract does not have. */
  operationId: string | undefined
  status: number
  seconds: number
  /** Whether the caller went away before the end. */
  aborted: boolean
}

export type OnAnswer = (answer: AnswerSeen) => void

export function observe(onAnswer: OnAnswer): RequestHandler {
  return (req, res, next) => {
    const start = performance.now()
    // HEAD is made a GET on the road; what was asked is what counts here.
    const { method } = req
    res.once('close', () => {
      const { requestId, operationId } = res.locals
      const seconds = (performance.now() - start) / 1000
      onAnswer({ requestId, method, operationId, status: res.statusCode, seconds, aborted: !res.writableFinished })
    })
    next()
  }
}
