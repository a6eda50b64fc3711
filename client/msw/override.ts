// A response that a test sets for one operation, typed by the contract: a documented status, with the body, the problem and
// the headers that belong to it.

import type { HttpHandler } from 'msw'
import type { FieldError, operations } from '../../generated/api.d.ts'
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
export type OverrideResponse<Id extends OperationId> = {
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
export interface OverrideRequest<Id extends OperationId> {
  request: Request
  /** The name that `whoIs` returns, or the token. */
  caller: string
  path: Given<Id, 'path'>
  query: Given<Id, 'query'>
  header: Given<Id, 'header'>
  body: BodyOf<Id>
}

/** The response of an operation in a test. */
export type OverrideResult<Id extends OperationId> = OverrideResponse<Id> | 'network error'

/** Returns the response; `undefined` leaves the request to the next handlers. */
export type Override<Id extends OperationId> = (
  request: OverrideRequest<Id>,
) => OverrideResult<Id> | undefined | Promise<OverrideResult<Id> | undefined>

/** By operation: a handler for `server.use`. It gets valid requests only. */
export type Overrides = {
  /** @param options `once`: only for the first request. */
  [Id in OperationId]: (response: OverrideResult<Id> | Override<Id>, options?: { once?: boolean }) => HttpHandler
}
