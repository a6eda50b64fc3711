// How an answer leaves: completed with what every answer has, looked at a last time, and sent; or, if it is not as
// documented, reported and replaced by a problem.
import type { Response } from 'express'
import type { Problem } from '../problem.ts'
import { type Header, type Reference, resolve, type Schema } from './document.ts'
import type { Operation } from './operations.ts'
import { asProblem, problemMediaType, render } from './problems.ts'
import { documentedResponse, violations, type WireAnswer } from './responses.ts'

/** Is told of every fault of ours, with the id that the caller was given. */
export type Report = (fault: unknown, requestId: string) => void

/** @throws {Error} instead of sending what the contract does not have. */
export function send(res: Response, operation: Operation | undefined, answer: WireAnswer): void {
  // CORS and rate limits have written their fields already; they are part of what is looked at.
  const { status, headers, body } = complete(operation, answer, (name) => written(res, name))
  res.status(status).set(headers)
  if (body === undefined) return void res.end()
  const text = Buffer.from(JSON.stringify(body.value))
  // Express would add a charset, which JSON does not have (RFC 8259, 11).
  res.setHeader('Content-Type', body.mediaType).setHeader('Content-Length', text.length)
  res.end(text)
}

function written(res: Response, name: string): string | undefined {
  const value = res.getHeader(name)
  return value === undefined ? undefined : [value].flat().join(', ')
}

/** Answers whatever was thrown as the problem it is, or as a fault of ours. */
export function sendProblem(res: Response, operation: Operation | undefined, thrown: unknown, report: Report): void {
  const { requestId } = res.locals
  const problem = asProblem(thrown)
  if (problem.type === '/problems/internal-error') report(thrown, requestId)
  try {
    send(res, operation, problemAnswer(problem, requestId))
  } catch (fault) {
    report(fault, requestId)
    sendFault(res, operation, fault, report)
  }
}

function sendFault(res: Response, operation: Operation | undefined, fault: unknown, report: Report): void {
  try {
    send(res, operation, problemAnswer(asProblem(fault), res.locals.requestId))
  } catch (another) {
    // Not even a fault can be told as documented. Express would tell it with the stack.
    report(another, res.locals.requestId)
    res.status(500).end()
  }
}

export function problemAnswer(problem: Problem, requestId: string): WireAnswer {
  const { status, body } = render(problem, requestId)
  return { status, headers: problem.headers, body: { mediaType: problemMediaType, value: body } }
}

/**
 * The answer with those of its documented headers that are `written` already, or that the contract leaves no choice in.
 * @throws {Error} if it is then still not as documented.
 */
export function complete(
  operation: Operation | undefined,
  answer: WireAnswer,
  written: (name: string) => string | undefined,
): WireAnswer {
  const documented = documentedResponse(operation, answer.status)?.headers ?? {}
  const standing = Object.entries(documented).flatMap(([name, header]) => {
    const value = constantOf(header) ?? written(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const completed = { ...answer, headers: { ...Object.fromEntries(standing), ...answer.headers } }
  const wrong = violations(operation, completed)
  if (wrong.length > 0) throw new Error(`An answer was not sent, since it breaks the contract: ${wrong.join('; ')}`)
  return completed
}

// Cache-Control, Vary and the like: where the contract leaves no choice, nobody has to make it.
function constantOf(header: Header | Reference): string | undefined {
  const value = resolve<Schema>(resolve<Header>(header).schema).const
  return typeof value === 'string' ? value : undefined
}
