// The road of every request, shared by the server and the mock: what express-openapi-validator does not do stands
// before it, in the order of errors that the contract promises. Behind the door stands either an operation or Prism.
import type { Request, RequestHandler, Response } from 'express'
import { authenticate } from '../auth/bearer.ts'
import type { Caller } from '../auth/caller.ts'
import type { VerifyToken } from '../auth/token.ts'
import { readBody } from './body.ts'
import { requireAcceptable } from './negotiation.ts'
import type { Operation } from './operations.ts'
import { checkParameters } from './parameters.ts'
import type { RateLimits } from './rate-limit.ts'
import { type Report, send, sendProblem } from './reply.ts'
import { asGet, pathOf } from './request-target.ts'
import type { WireAnswer } from './responses.ts'
import { allowedMethods, route } from './routes.ts'
import { validateRequest } from './validator.ts'

/** A request that the door has let in: `req` is validated, converted, and has its defaults filled in. */
export interface Admitted {
  operation: Operation
  caller: Caller
  req: Request
  requestId: string
}

/** What makes up the answer to a request that the door has let in. */
export type Perform = (admitted: Admitted) => Promise<WireAnswer>

export interface DoorParts {
  verify: VerifyToken
  limits: RateLimits
  perform: Perform
  report: Report
}

export function frontDoor({ verify, limits, perform, report }: DoorParts): RequestHandler {
  async function answer(req: Request, res: Response, operation: Operation): Promise<WireAnswer> {
    await limits.ofAddress(req, res) // 429
    const caller = await authenticate(req, operation.scopes, verify) // 400, 401, 503, 403, before any of the body is read
    await limits.ofCaller(req, res, caller.owner) // 429
    requireAcceptable(req, operation) // 406
    req.body = await readBody(req, res, operation) // 400 for none, 415, 413, 400
    checkParameters(req, operation) // 400
    await validateRequest(req, res, operation) // 400
    return perform({ operation, caller, req, requestId: res.locals.requestId }) // 404, 422, 412
  }

  return async (req, res) => {
    let operation: Operation | undefined
    try {
      if (req.method === 'OPTIONS') return send(res, undefined, optionsOf(pathOf(req))) // 404
      operation = route(req.method, pathOf(req)) // 404, 405
      res.locals.operationId = operation.id
      asGet(req)
      send(res, operation, await answer(req, res, operation))
    } catch (thrown) {
      sendProblem(res, operation, thrown, report)
    }
  }
}

function optionsOf(path: string): WireAnswer {
  return { status: 204, headers: { Allow: allowedMethods(path).join(', ') } }
}
