// What a call resolves to: one member for each answer the contract documents, told apart by `status` (or `ok`), and
// one for whatever else may come, so that a switch over all of them stays complete when the server is newer.

import type { operations, Problem } from '../generated/api.d.ts'
import type { OperationId } from './operation-table.ts'

// Field names are lower-case, as fetch gives them, and a value is text on the wire, whatever it means. Where the
// contract has a constant it is any text all the same: a gateway may add to Vary, or tighten Cache-Control.
type Headers<R> = R extends { headers: infer H }
  ? { readonly [K in keyof H as string extends K ? never : K extends string ? Lowercase<K> : never]: string }
  : object

/** Which call it was, for a log. */
export interface Call {
  /** The `operationId`. */
  readonly operation: string
  /** Where it was sent, or would have been, without its query. */
  readonly url: string
  /** How often it was sent, this time included. */
  readonly attempt: number
}

/**
 * Whether a call that did not succeed has changed anything: surely not, or perhaps. Perhaps is after an attempt that was
 * sent and never answered by the service, whatever was answered to a later one, and after its own 500. A call that only
 * reads changes nothing.
 */
export type Outcome = 'unchanged' | 'unknown'

interface Answer<Status, R> {
  readonly status: Status
  readonly call: Call
  /** The documented headers. As the body they are what the contract promises, and are not checked again. */
  readonly headers: Headers<R>
  /** The answer as it came, so this may be another status; its body has been read. */
  readonly response: Response
}

/** A documented answer to a request that was carried out. */
export interface Success<Status, R> extends Answer<Status, R> {
  readonly ok: true
  readonly body: R extends { content: { 'application/json': infer Body } } ? Body : undefined
}

/**
 * What the caller has, and named in `If-None-Match`, is still what it would get. It is no success, for it has no body,
 * and no refusal either: `problem` is undefined.
 */
export interface NotModified<R> extends Answer<304, R> {
  readonly ok: false
  readonly outcome: 'unchanged'
  readonly problem: undefined
}

/** A documented refusal; `problem.type` says which one. */
export interface Refusal<Status, R> extends Answer<Status, R> {
  readonly ok: false
  readonly outcome: Outcome
  readonly problem: R extends { content: { 'application/problem+json': infer P } } ? P : never
}

/**
 * Any other answer: a status or a problem type that is new, or something that a gateway between here and the service
 * made up. The true status is `response.status`.
 */
export interface Unexpected {
  readonly ok: false
  readonly status: 'unexpected'
  readonly outcome: Outcome
  readonly call: Call
  /** One sentence for a log. It quotes nothing of the body. */
  readonly detail: string
  /** If it is a problem document all the same, as every answer of a healthy service is. */
  readonly problem: Problem | undefined
  /** The body as it came: parsed if it is JSON, or else its text; undefined if there is none. */
  readonly body: unknown
  readonly response: Response
}

type Documented<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { content: { 'application/problem+json': unknown } }
    ? Refusal<Status, Responses[Status]>
    : Status extends 304
      ? NotModified<Responses[Status]>
      : Success<Status, Responses[Status]>
}[keyof Responses]

/** What the method `Id` resolves to. */
export type Result<Id extends OperationId> = Documented<operations[Id]['responses']> | Unexpected

/** Every problem that some operation documents, told apart by `type`. */
export type DocumentedProblem = {
  [Id in OperationId]: Extract<Documented<operations[Id]['responses']>, { problem: Problem }>['problem']
}[OperationId]
