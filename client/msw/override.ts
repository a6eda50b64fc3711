// A response that a test sets for one operation, typed by the contract: a documented status, with the body, the problem and
// the headers that belong to it.

import type { HttpHandler } from 'msw'
import type { FieldError, operations } from '../../generated/api.d.ts'
import { changedExample, type ExampleChanges } from '../../server/core/examples/example-response.ts'
import type { Respond } from '../../server/core/pipeline/pipeline.ts'
import type { OperationId } from '../operation-table.ts'

type Responses<Id extends OperationId> = operations[Id]['responses']

type HeadersOf<R> = R extends { headers: infer H } ? { [Name in keyof H]?: string } : never

type Overridden<Status, R> = {
  status: Status
  /** Default: as in the documented example. */
  headers?: HeadersOf<R>
} & (R extends { content: { 'application/problem+json': unknown } }
  ? {
      /** Default: as in the documented example. */
      detail?: string
      errors?: FieldError[]
    }
  : R extends { content: { 'application/json': infer Body } }
    ? {
        /** Default: the documented example. */
        body?: Body
      }
    : object)

/** A response that the operation documents. Parts that are left out come from its example. */
export type OverrideAnswer<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Overridden<Status, Responses<Id>[Status]>
}[keyof Responses<Id>]

type Given<Id extends OperationId, Group extends 'path' | 'query' | 'header'> = Required<
  operations[Id]['parameters']
>[Group] extends infer G
  ? [NonNullable<G>] extends [never]
    ? object
    : NonNullable<G>
  : never

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : undefined

/** A valid request, parsed. The pipeline has refused all others. */
export interface Asked<Id extends OperationId> {
  request: Request
  /** The name that `whoIs` returns, or the token. */
  caller: string
  path: Given<Id, 'path'>
  query: Given<Id, 'query'>
  header: Given<Id, 'header'>
  body: BodyOf<Id>
}

/** The response of an operation in a test. */
export type Overriding<Id extends OperationId> = OverrideAnswer<Id> | 'network error'

/** Returns the response; `undefined` leaves the request to the next handlers. */
export type Override<Id extends OperationId> = (
  asked: Asked<Id>,
) => Overriding<Id> | undefined | Promise<Overriding<Id> | undefined>

/** By operation: a handler for `server.use`. It gets valid requests only. */
export type Overrides = {
  /** @param options `once`: only for the first request. */
  [Id in OperationId]: (answer: Overriding<Id> | Override<Id>, options?: { once?: boolean }) => HttpHandler
}

/** An override of any operation; which one is up to its caller to know. */
export type AnyOverride = AnyResponse | 'network error' | ((asked: object) => unknown)

interface AnyResponse extends ExampleChanges {
  status: number
}

/** Thrown through the pipeline if an override does not respond. */
export class Unanswered extends Error {
  readonly isNetworkError: boolean

  constructor(isNetworkError: boolean) {
    super(isNetworkError ? 'network error' : 'left to the next handler')
    this.isNetworkError = isNetworkError
  }
}

export function respondWithOverride(override: AnyOverride, request: Request): Respond {
  return async (call) => {
    const { caller, path, query, headers, body } = call
    const asked = { request, caller: caller.owner, path, query, header: headers, body }
    // True because `Override` is its type outside.
    const result = (typeof override === 'function' ? await override(asked) : override) as
      | AnyResponse
      | 'network error'
      | undefined
    if (result === undefined || result === 'network error') throw new Unanswered(result === 'network error')
    return changedExample(call, result.status, result)
  }
}
