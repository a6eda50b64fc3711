// The road of every request, shared by the server and the mock: what express-openapi-validator does not do stands
// before it, in the order of errors that the contract promises. Behind the door stands either an operation or Prism.
import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { authenticate } from '../auth/bearer.ts'
import type { Caller } from '../auth/caller.ts'
import type { VerifyToken } from '../auth/token.ts'
import type { Problem } from '../problem.ts'
import { readBody } from './body.ts'
import type { Operation } from './operations.ts'
import { checkParameters } from './parameters.ts'
import { asProblem, problemMediaType, render } from './problems.ts'
import { asGet, canonicaliseTarget } from './request-target.ts'
import { violations, type WireAnswer } from './responses.ts'
import { route } from './routes.ts'
import { validateRequest } from './validator.ts'

/** What makes up the answer to a request that the door has let in. */
export type Perform = (operation: Operation, caller: Caller, req: Request) => Promise<WireAnswer>

export interface DoorParts {
  verify: VerifyToken
  perform: Perform
  /** Is told of every fault of ours, with the id that the caller was given. */
  report: (fault: unknown, requestId: string) => void
}

export function frontDoor({ verify, perform, report }: DoorParts): RequestHandler {
  async function answer(req: Request, res: Response, operation: Operation): Promise<WireAnswer> {
    const caller = await authenticate(req, operation.scopes, verify) // 401, 403, before any of the body is read
    req.body = await readBody(req, res, operation) // 415, 413, 400
    checkParameters(req, operation) // 400
    await validateRequest(req, res) // 400
    return perform(operation, caller, req)
  }

  return async (req, res) => {
    const requestId = randomUUID()
    let operation: Operation | undefined
    try {
      canonicaliseTarget(req)
      operation = route(req.method, req.path) // 404, 405
      asGet(req)
      send(res, operation, requestId, await answer(req, res, operation))
    } catch (thrown) {
      const problem = asProblem(thrown)
      if (problem.type === '/problems/internal-error') report(thrown, requestId)
      sendProblem(res, operation, requestId, problem)
    }
  }

  function sendProblem(res: Response, operation: Operation | undefined, requestId: string, problem: Problem): void {
    try {
      send(res, operation, requestId, wire(problem, requestId))
    } catch (fault) {
      report(fault, requestId)
      send(res, operation, requestId, wire(asProblem(fault), requestId))
    }
  }
}

function wire(problem: Problem, requestId: string): WireAnswer {
  const { status, body } = render(problem, requestId)
  return { status, headers: problem.headers, body: { mediaType: problemMediaType, value: body } }
}

/** @throws {Error} instead of sending what the contract does not have. */
function send(res: Response, operation: Operation | undefined, requestId: string, answer: WireAnswer): void {
  const complete = { ...answer, headers: { ...answer.headers, 'Request-Id': requestId } }
  const wrong = violations(operation, complete)
  if (wrong.length > 0) throw new Error(`An answer was not sent, since it breaks the contract: ${wrong.join('; ')}`)

  res.status(complete.status).set(complete.headers)
  if (complete.body === undefined) return void res.end()
  const text = Buffer.from(JSON.stringify(complete.body.value))
  // Express would add a charset, which JSON does not have (RFC 8259, 11).
  res.setHeader('Content-Type', complete.body.mediaType).setHeader('Content-Length', text.length)
  res.end(text)
}
