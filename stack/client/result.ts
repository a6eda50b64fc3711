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
type ResponseHeadersOf<R> = R extends { headers: infer H }
  ? { readonly [K in keyof H as string extends K ? never : K extends string ? Lowercase<K> : never]: string }
  : object

/** Identifies a call in a log. */
export interface Call {
  /** The `operationId`. */
  readonly operation: string
  /** The URL of the request without its query, even if nothing was sent. */
  readonly url: string
  /** Number of attempts so far. 0 for an `InputError`. */
  readonly attempt: number
}

/**
 * Whether a failed call may have changed data: `unchanged` (no) or `unknown` (maybe). It is `unknown` after a 500, and
 * after an attempt without a response of the service, whatever error the next attempt gets. A read is always `unchanged`.
 *
 * The client repeats a write whose response is lost, except a `PATCH` and a `POST` without an `Idempotency-Key`:
 * - `DELETE`, then 404: a successful result with the status 204, if the contract documents it. The item is gone.
 * - `PUT`, then 404: an error. The first attempt may have changed the item before another client deleted it.
 * - `PUT` with `If-Match`, then 412: `unknown`. The first attempt may have changed the entity tag itself.
 * - `POST` with a key: the stored response of the first attempt.
 */
export type Outcome = 'unchanged' | 'unknown'

interface ResultWith<T extends ContractTypes, Id extends OperationId<T>, Status> {
  readonly status: Status
  readonly call: Call
  /** The documented headers by lower-case name. The client does not validate them, nor the body. */
  readonly headers: ResponseHeadersOf<ResponseOf<T, Id, Status>>
  /**
   * The response of the last attempt. Its body has been read. Its status differs from `status` if the result is from the
   * cache (304), if a retried deletion finds that the item is gone (404), or if the contract documents a range.
   */
  readonly response: Response
}

/**
 * An error response, as RFC 9457 defines it. The problems of the service have all members; those of a gateway may lack
 * some. A problem can have other members too: see `body`.
 */
export interface Problem {
  /** URI of the problem type. Default: `about:blank`, for a problem that only its status describes. */
  readonly type: string
  /** Summary of the problem type, for people. */
  readonly title?: string | undefined
  /** Default: the status of the response. */
  readonly status: number
  /** Explanation of this occurrence, for people. */
  readonly detail?: string | undefined
  /** Identifies this error. For a problem of the service, the `Request-Id` of the response, as a URN. */
  readonly instance?: string | undefined
}

type ProblemType = 'application/problem+json'

/** A problem of the service, whose type is a `tag:` URI. */
interface ServiceProblem {
  type: `tag:${string}`
}

type ProblemOf<R> = R extends { content: { 'application/problem+json': infer P } } ? Extract<P, ServiceProblem> : never

/** JSON as its schema says, text and XML as a string, anything else as bytes. */
type ResponseBodyOf<R> = R extends { content: infer C }
  ? {
      [M in keyof C]: M extends ProblemType
        ? Exclude<C[M], ServiceProblem>
        : M extends `${string}json`
          ? C[M]
          : M extends `text/${string}` | `${string}xml`
            ? string
            : Uint8Array
    }[keyof C]
  : undefined

/** A documented successful response. Its `status` is a range, such as `2XX`, or `default`, if the contract says so. */
export interface Success<T extends ContractTypes, Id extends OperationId<T>, Status> extends ResultWith<T, Id, Status> {
  readonly ok: true
  readonly body: ResponseBodyOf<ResponseOf<T, Id, Status>>
}

/** A documented error that is not a problem. The status of the response is `response.status`, if `status` is a range. */
export interface Failure<T extends ContractTypes, Id extends OperationId<T>, Status> extends ResultWith<T, Id, Status> {
  readonly ok: false
  readonly outcome: Outcome
  readonly problem: undefined
  readonly body: ResponseBodyOf<ResponseOf<T, Id, Status>>
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
  readonly problem: ProblemOf<ResponseOf<T, Id, Status>>
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
  /** The problem, if the body is one: of the service, or of some gateways. */
  readonly problem: Problem | undefined
  /** The parsed body if it is JSON, otherwise its text; undefined if it is empty. */
  readonly body: unknown
  readonly response: Response
}

type SuccessDigit = 1 | 2 | 3

/** The documented codes below 400; `default` if there is none. */
type SuccessCode<Code> = [CodeIn<Code, `${SuccessDigit}${string}`>] extends [never]
  ? Extract<Code, 'default'>
  : CodeIn<Code, `${SuccessDigit}${string}`>

type CodeIn<Code, Text> = Code extends string | number ? (`${Code}` extends Text ? Code : never) : never

type ErrorCode<Code> = CodeIn<Code, `${4 | 5}${string}` | 'default'>

type Documented<T extends ContractTypes, Id extends OperationId<T>> = {
  [Code in keyof ResponsesOf<T, Id>]:
    | (Code extends 304
        ? NotModified<T, Id>
        : Code extends SuccessCode<keyof ResponsesOf<T, Id>>
          ? Success<T, Id, Code>
          : never)
    | (Code extends ErrorCode<Code> ? DocumentedErrorOf<T, Id, Code> : never)
}[keyof ResponsesOf<T, Id>]

type DocumentedErrorOf<T extends ContractTypes, Id extends OperationId<T>, Code> =
  | (ResponseOf<T, Id, Code> extends { content: { 'application/problem+json': infer P } }
      ? [Extract<P, ServiceProblem>] extends [never]
        ? never
        : Refusal<T, Id, Code>
      : never)
  | ([ResponseBodyOf<ResponseOf<T, Id, Code>>] extends [never] ? never : Failure<T, Id, Code>)

/** The result of the method `Id`: one of its documented responses, or an unexpected one. */
export type Result<T extends ContractTypes, Id extends OperationId<T>> = Documented<T, Id> | Unexpected

/** Any problem that these operations document. Default: all of the contract. `type` tells them apart. */
export type DocumentedProblem<T extends ContractTypes, Ids extends OperationId<T> = OperationId<T>> = {
  [Id in Ids]: Extract<Documented<T, Id>, { problem: Problem }>['problem']
}[Ids]

/** A problem with all members. Each documented problem has them. */
export type CompleteProblem = { readonly [Name in keyof Problem]-?: NonNullable<Problem[Name]> }

/** A documented range of statuses, or `default`: all other statuses. */
export type RangeCode = 'default' | `${1 | 2 | 3 | 4 | 5}XX`

interface AnyResponse {
  call: Call
  headers: Partial<Record<string, string>>
  response: Response
}

/** The successful result of any operation. */
export interface AnySuccess extends AnyResponse {
  ok: true
  status: number | RangeCode
  body: unknown
}

interface AnyError<P> extends AnyResponse {
  ok: false
  status: number | RangeCode
  outcome: Outcome
  problem: P
  /** Body of an error that is not a problem. A 304 has none. */
  body?: unknown
}

/** The documented problem of any operation. */
export type AnyRefusal = AnyError<CompleteProblem>

/** The result of any operation. */
export type AnyResult = AnySuccess | AnyRefusal | AnyError<undefined> | Unexpected
