// What a test puts in the place of one operation, typed by the contract: a documented status, with the body, the problem
// and the headers that belong to it.

import type { HttpHandler } from 'msw'
import type { FieldError, operations } from '../../generated/api.d.ts'
import type { OperationId } from '../operation-table.ts'

type Responses<Id extends OperationId> = operations[Id]['responses']

type HeadersOf<R> = R extends { headers: infer H } ? { [Name in keyof H]?: string } : never

type Answered<Status, R> = {
  status: Status
  /** What is left out is as documented. */
  headers?: HeadersOf<R>
} & (R extends { content: { 'application/problem+json': unknown } }
  ? {
      /** Instead of that of the documented example. */
      detail?: string
      errors?: FieldError[]
    }
  : R extends { content: { 'application/json': infer Body } }
    ? {
        /** Instead of the documented example. */
        body?: Body
      }
    : object)

/** An answer that the operation documents; what is left out is as its example has it. */
export type OverrideAnswer<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Answered<Status, Responses<Id>[Status]>
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

/** The request that is answered, read and without a fault: others have been refused by now. */
export interface Asked<Id extends OperationId> {
  request: Request
  /** What `whoIs` says of the token, or the token. */
  caller: string
  path: Given<Id, 'path'>
  query: Given<Id, 'query'>
  header: Given<Id, 'header'>
  body: BodyOf<Id>
}

/** What an operation answers in a test. */
export type Overriding<Id extends OperationId> = OverrideAnswer<Id> | 'network error'

/** Makes the answer; `undefined` leaves it to the handlers that come next. */
export type Override<Id extends OperationId> = (
  asked: Asked<Id>,
) => Overriding<Id> | undefined | Promise<Overriding<Id> | undefined>

/** By operation: a handler that answers it, for `server.use`. What is wrong with a request is found before. */
export type Overrides = {
  /** @param options `once`: only the first request that it answers. */
  [Id in OperationId]: (answer: Overriding<Id> | Override<Id>, options?: { once?: boolean }) => HttpHandler
}
