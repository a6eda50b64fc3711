// The argument of each operation, typed from the contract: `query`, `path` and `header` parameters and a `body`. Each
// exists only where the operation has it, and is required only where the contract requires something in it.

import type { CallOptions } from './call-options.ts'
import type { ContractTypes, OperationId } from './contract.ts'
import type { BodyChoice, ContentOf } from './request-body.ts'

type Parameters<O> = O extends { parameters: infer P }
  ? { [K in keyof P as K extends 'cookie' ? never : Exclude<P[K], undefined> extends never ? never : K]: Shape<P[K]> }
  : unknown

type BodyInput<O> = [ContentOf<O>] extends [never]
  ? unknown
  : BodyChoice<ContentOf<O>> | (O extends { requestBody: object } ? never : { mediaType?: undefined; body?: undefined })

type InputParts<O> = Parameters<O> & BodyInput<O> & CallOptions

/** The same type, but an editor shows its properties instead of the conditional type behind it. */
export type Shape<T> = [T] extends [infer Same] ? { [K in keyof Same]: Same[K] } : never

// With several media types, it allows the body of each with each of them.
/** The argument of the method `Id`: the parameters and the body of the operation, and options for this call. */
export type Input<T extends ContractTypes, Id extends OperationId<T>> = Shape<{
  [K in keyof InputParts<T['operations'][Id]>]: InputParts<T['operations'][Id]>[K]
}>

/** The argument is optional if nothing in it is required. */
export type ArgumentOf<I> = Partial<I> extends I ? [input?: I] : [input: I]

/** The input of any operation. */
export interface AnyInput extends CallOptions {
  query?: object | undefined
  path?: object | undefined
  header?: object | undefined
  body?: unknown
  /** Media type of the body. Default: the default of the operation. */
  mediaType?: string | undefined
}
