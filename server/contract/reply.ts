// How an answer leaves: completed with what every answer has, looked at a last time, and sent; or, if it is not as
// documented, reported and replaced by a problem.
import type { Response } from 'express'
import type { Problem } from '../problem.ts'
import { type Header, resolve, type Schema } from './document.ts'
import type { Operation } from './operations.ts'
import { asProblem, problemMediaType, render } from './problems.ts'
import { documentedResponse, violations, type WireAnswer } from './responses.ts'

/** Is told of every fault of ours, with the id that the caller was given. */
export type Report = (fault: unknown, requestId: string) => void

/** @throws {Error} instead of sending what the contract does not have. */
export function send(res: Response, operation: Operation | undefined, answer: WireAnswer): void {
  const { status, headers, body } = complete(operation, answer, res.locals.requestId)
  res.status(status).set(headers)
  if (body === undefined) return void res.end()
  const text = Buffer.from(JSON.stringify(body.value))
  // Express would add a charset, which JSON does not have (RFC 8259, 11).
  res.setHeader('Content-Type', body.mediaType).setHeader('Content-Length', text.length)
  res.end(text)
}

/** Answers whatever was thrown as the problem it is, or as a fault of ours. */
export function sendProblem(res: Response, operation: Operation | undefined, thrown: unknown, report: Report): void {
  const problem = asProblem(thrown)
  if (problem.type === '/problems/internal-error') report(thrown, res.locals.requestId)
  try {
    send(res, operation, problemAnswer(problem, res.locals.requestId))
  } catch (fault) {
    report(fault, res.locals.requestId)
    send(res, operation, problemAnswer(asProblem(fault), res.locals.requestId))
  }
}

export function problemAnswer(problem: Problem, requestId: string): WireAnswer {
  const { status, body } = render(problem, requestId)
  return { status, headers: problem.headers, body: { mediaType: problemMediaType, value: body } }
}

/**
 * The answer with the headers that are the same on every answer of its kind.
 * @throws {Error} if it is then still not as documented.
 */
export function complete(operation: Operation | undefined, answer: WireAnswer, requestId: string): WireAnswer {
  const documented = documentedResponse(operation, answer.status)
  const headers = { ...constantHeaders(documented?.headers ?? {}), ...answer.headers, 'Request-Id': requestId }
  const completed = { ...answer, headers }
  const wrong = violations(operation, completed)
  if (wrong.length > 0) throw new Error(`An answer was not sent, since it breaks the contract: ${wrong.join('; ')}`)
  return completed
}

// Cache-Control, Vary and the like: where the contract leaves no choice, nobody has to make it.
function constantHeaders(documented: Record<string, Header | { $ref: string }>): Record<string, string> {
  const constants = Object.entries(documented).flatMap(([name, header]) => {
    const value = resolve<Schema>(resolve<Header>(header).schema).const
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(constants)
}
