// What an operation takes, as the contract says it: `query`, `path` and `header` parameters and a `body`, each only
// where the operation has one, and required only where the contract requires something of it.

import type { operations } from '../generated/api.d.ts'
import type { CallOptions } from './call-options.ts'
import type { OperationId } from './operation-table.ts'

type Flat<T> = { [K in keyof T]: T[K] }

type Parameters<P> = {
  [K in keyof P as K extends 'cookie' ? never : Exclude<P[K], undefined> extends never ? never : K]: P[K]
}

// The client sends JSON: an operation that takes only something else has a body of type never, and cannot be called.
type JsonOf<B> = B extends { content: infer C } ? (C extends { 'application/json': infer J } ? J : never) : never

type Body<O> = O extends { requestBody: infer B }
  ? { body: JsonOf<B> }
  : O extends { requestBody?: infer B }
    ? Exclude<B, undefined> extends never
      ? unknown
      : { body?: JsonOf<Exclude<B, undefined>> }
    : unknown

/** The argument of an operation's method. */
export type Input<Id extends OperationId> = Flat<
  Parameters<operations[Id]['parameters']> & Body<operations[Id]> & CallOptions
>

/** The argument may be left out where nothing in it is required. */
export type Arguments<Id extends OperationId> =
  Partial<Input<Id>> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

/** Any operation's input, as the transport sees it. */
export interface AnyInput extends CallOptions {
  query?: object | undefined
  path?: object | undefined
  header?: object | undefined
  body?: unknown
}
