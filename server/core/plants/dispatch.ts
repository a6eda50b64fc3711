// Calls the handler of an operation. Handlers have their types from generated/: a missing handler, an undocumented
// status, a wrong body or a forgotten required header does not compile.
import type { operations } from '../../../generated/api.d.ts'
import type { DefaultedParameters } from '../../../generated/operations.ts'
import type { Caller } from '../caller.ts'
import type { OperationId } from '../contract/plan.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Respond } from '../pipeline/pipeline.ts'
import type { Sha256 } from './digest.ts'
import { entityTag, isKnown } from './entity-tag.ts'

type Group<Id extends OperationId, In extends 'query' | 'header' | 'path'> = NonNullable<
  operations[Id]['parameters'][In]
>

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : undefined

/** The validator fills in parameters that have a default. */
type Filled<T, Name extends PropertyKey> = T & { [K in keyof T & Name]-?: NonNullable<T[K]> }

/** The input of a handler: validated, converted, with the contract's defaults filled in. */
export interface Input<Id extends OperationId> {
  caller: Caller
  path: Group<Id, 'path'>
  query: Filled<Group<Id, 'query'>, DefaultedParameters[Id]>
  headers: Group<Id, 'header'>
  body: BodyOf<Id>
}

/** The pipeline sets these headers; a handler never does. */
export type CommonHeader =
  | 'Request-Id'
  | 'Cache-Control'
  | 'Vary'
  | 'Access-Control-Allow-Origin'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'ETag'
  | 'Deprecation'
  | 'Sunset'

type BodyPart<R> = R extends { content: { 'application/json': infer Body } } ? { body: Body } : { body?: never }

type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]
type HeadersPart<R> = R extends { headers: infer H }
  ? Exclude<keyof H, CommonHeader> extends never
    ? { headers?: never }
    : Exclude<keyof H, CommonHeader | Optional<H>> extends never
      ? { headers?: Omit<H, CommonHeader> }
      : { headers: Omit<H, CommonHeader> }
  : { headers?: never }

type Success = 200 | 201 | 204

/** The result of a handler: one of the documented successes. Problems are thrown (problem.ts). */
export type Result<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: { status: Status } & HeadersPart<
    operations[Id]['responses'][Status]
  > &
    BodyPart<operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses'] & Success]

/** One handler for each operation of the contract, by its operationId. */
export type Handlers = { [Id in OperationId]: (input: Input<Id>) => Promise<Result<Id>> }

/** Responds with the handler that the operation names, and evaluates If-None-Match (RFC 9110, 13.1.2). */
export function respondWith(handlers: Handlers, sha256: Sha256): Respond {
  return async ({ operation, caller, path, query, headers, body }) => {
    // The pipeline has validated this request for this operation, which is what Input says.
    const handler = handlers[operation.id] as (input: unknown) => Promise<DraftResponse>
    const result = await handler({ caller, path, query, headers, body })
    if (result.body === undefined) return result
    const text = JSON.stringify(result.body)
    const ETag = entityTag(sha256, caller.owner, text, result.headers?.Link)
    if (isKnown(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
    return { ...result, text, headers: { ...result.headers, ETag } }
  }
}
