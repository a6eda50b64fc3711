// The argument of each operation, typed from the contract: `query`, `path` and `header` parameters and a `body`. Each
// exists only where the operation has it, and is required only where the contract requires something in it.

import type { operations } from '../generated/api.d.ts'
import type { CallOptions } from './call-options.ts'
import type { OperationId } from './operation-table.ts'

type Flat<T> = { [K in keyof T]: T[K] }

type Parameters<P> = {
  [K in keyof P as K extends 'cookie' ? never : Exclude<P[K], undefined> extends never ? never : K]: P[K]
}

// The client sends JSON only: an operation without a JSON body has a body of type never, and cannot be called.
type JsonOf<B> = B extends { content: infer C }
  ? C extends { 'application/json': infer J }
    ? J
    : C extends { [MediaType in `application/${string}+json`]: infer J }
      ? J
      : never
  : never

type Body<O> = O extends { requestBody: infer B }
  ? { body: JsonOf<B> }
  : O extends { requestBody?: infer B }
    ? Exclude<B, undefined> extends never
      ? unknown
      : { body?: JsonOf<Exclude<B, undefined>> }
    : unknown

/** The argument of the method `Id`: the parameters and the body of the operation, and options for this call. */
export type Input<Id extends OperationId> = Flat<
  Parameters<operations[Id]['parameters']> & Body<operations[Id]> & CallOptions
>

/** The argument is optional if nothing in it is required. */
export type ArgumentOf<I> = Partial<I> extends I ? [input?: I] : [input: I]

export type Arguments<Id extends OperationId> = ArgumentOf<Input<Id>>

/** The input of any operation. */
export interface AnyInput extends CallOptions {
  query?: object | undefined
  path?: object | undefined
  header?: object | undefined
  body?: unknown
}
