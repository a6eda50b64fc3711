// The results of a call: one type for each response that the contract documents, and one for any other response. So a
// switch over `status` stays complete when the service is newer than the client.

import type { ContractTypes, OperationId } from './contract.ts'

type ResponsesOf<T extends ContractTypes, Id extends OperationId<T>> = T['operations'][Id] extends {
  responses: infer R
}
  ? R
  : never

type ResponseOf<T extends ContractTypes, Id extends OperationId<T>, Status> = ResponsesOf<T, Id>[Status &
  keyof ResponsesOf<T, Id>]

// Names are lower-case, as fetch returns them, and each value is a string. A constant of the contract is any string
// here: a gateway may add to Vary, or make Cache-Control stricter.
type HeadersOf<R> = R extends { headers: infer H }
  ? { readonly [K in keyof H as string extends K ? never : K extends string ? Lowercase<K> : never]: string }
  : object

/** Identifies a call in a log. */
export interface Call {
  /** The `operationId`. */
  readonly operation: string
  /** The URL of the request without its query, also if nothing was sent. */
  readonly url: string
  /** Number of attempts so far. 0 if an argument cannot be sent. */
  readonly attempt: number
}

/**
 * Whether a failed call may have changed data: `unchanged` (no) or `unknown` (maybe). It is `unknown` after a 500, and
 * after an attempt without a response of the service, whatever the next attempt returns. A read is always `unchanged`.
 */
export type Outcome = 'unchanged' | 'unknown'

interface ResultWith<T extends ContractTypes, Id extends OperationId<T>, Status> {
  readonly status: Status
  readonly call: Call
  /** The documented headers by lower-case name. The client does not validate them, nor the body. */
  readonly headers: HeadersOf<ResponseOf<T, Id, Status>>
  /**
   * The response of the last attempt. Its body has been read. Its status differs from `status` if the result is from
   * the cache (304), or if a retried deletion finds that the item is gone (404).
   */
  readonly response: Response
}

/**
 * An error response, as RFC 9457 defines it. The problems of the service have all members; those of a gateway may lack
 * some. A problem can have other members too: see `body`.
 */
export interface Problem {
  /** The kind of problem. Default: `about:blank`, for a problem that only its status describes. */
  readonly type: string
  /** The kind of problem in words. */
  readonly title?: string | undefined
  /** Default: the status of the response. */
  readonly status: number
  /** An explanation of this error, for people. */
  readonly detail?: string | undefined
  /** Identifies this error. For a problem of the service, the `Request-Id` of the response, as a URN. */
  readonly instance?: string | undefined
}

/** A documented success. */
export interface Success<T extends ContractTypes, Id extends OperationId<T>, Status> extends ResultWith<T, Id, Status> {
  readonly ok: true
  readonly body: ResponseOf<T, Id, Status> extends { content: { 'application/json': infer Body } } ? Body : undefined
}

/**
 * A 304: the copy that `If-None-Match` or `If-Modified-Since` names is current. `ok` is false because there is no body,
 * and `problem` is undefined because nothing failed.
 */
export interface NotModified<T extends ContractTypes, Id extends OperationId<T>> extends ResultWith<T, Id, 304> {
  readonly ok: false
  readonly outcome: 'unchanged'
  readonly problem: undefined
}

/** A documented problem. `problem.type` says which one. */
export interface Refusal<T extends ContractTypes, Id extends OperationId<T>, Status> extends ResultWith<T, Id, Status> {
  readonly ok: false
  readonly outcome: Outcome
  readonly problem: ResponseOf<T, Id, Status> extends { content: { 'application/problem+json': infer P } } ? P : never
}

/**
 * Any other response: a status or a problem type that this client does not know, or the error page of a gateway. The
 * status of the response is `response.status`.
 */
export interface Unexpected {
  readonly ok: false
  readonly status: 'unexpected'
  readonly outcome: Outcome
  readonly call: Call
  /** Why the response is unexpected, for a log. Quotes nothing of the body. */
  readonly detail: string
  /** The problem, if the body is one. Each error response of the service has one, and those of some gateways. */
  readonly problem: Problem | undefined
  /** The parsed body if it is JSON, otherwise its text; undefined if it is empty. */
  readonly body: unknown
  readonly response: Response
}

type Documented<T extends ContractTypes, Id extends OperationId<T>> = {
  [Status in keyof ResponsesOf<T, Id>]: ResponseOf<T, Id, Status> extends {
    content: { 'application/problem+json': unknown }
  }
    ? Refusal<T, Id, Status>
    : Status extends 304
      ? NotModified<T, Id>
      : Success<T, Id, Status>
}[keyof ResponsesOf<T, Id>]

/** The result of the method `Id`: one of its documented responses, or an unexpected one. */
export type Result<T extends ContractTypes, Id extends OperationId<T>> = Documented<T, Id> | Unexpected

/** Any problem that an operation documents. `type` tells them apart. */
export type DocumentedProblem<T extends ContractTypes> = {
  [Id in OperationId<T>]: Extract<Documented<T, Id>, { problem: Problem }>['problem']
}[OperationId<T>]

/** A problem with all members, as each documented one has them. */
export type CompleteProblem = { readonly [Name in keyof Problem]-?: NonNullable<Problem[Name]> }

interface AnyResponse {
  call: Call
  headers: Partial<Record<string, string>>
  response: Response
}

/** The success of any operation. */
export interface AnySuccess extends AnyResponse {
  ok: true
  status: number
  body: unknown
}

/** The documented problem of any operation. */
export interface AnyRefusal extends AnyResponse {
  ok: false
  status: number
  outcome: Outcome
  problem: CompleteProblem
}

interface AnyNotModified extends AnyResponse {
  ok: false
  status: 304
  outcome: 'unchanged'
  problem: undefined
}

/** The result of any operation. */
export type AnyResult = AnySuccess | AnyRefusal | AnyNotModified | Unexpected
