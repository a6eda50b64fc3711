// The argument of each operation, typed from the contract: `query`, `path` and `header` parameters and a `body`. Each
// exists only where the operation has it, and is required only where the contract requires something in it.

import type { CallOptions } from './call-options.ts'
import type { ContractTypes, OperationId } from './contract.ts'

type Parameters<O> = O extends { parameters: infer P }
  ? { [K in keyof P as K extends 'cookie' ? never : Exclude<P[K], undefined> extends never ? never : K]: P[K] }
  : unknown

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
export type Input<T extends ContractTypes, Id extends OperationId<T>> = {
  [K in keyof (Parameters<T['operations'][Id]> & Body<T['operations'][Id]> & CallOptions)]: (Parameters<
    T['operations'][Id]
  > &
    Body<T['operations'][Id]> &
    CallOptions)[K]
}

/** The argument is optional if nothing in it is required. */
export type ArgumentOf<I> = Partial<I> extends I ? [input?: I] : [input: I]

/** The input of any operation. */
export interface AnyInput extends CallOptions {
  query?: object | undefined
  path?: object | undefined
  header?: object | undefined
  body?: unknown
}
