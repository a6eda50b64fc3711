// The types of handlers, from generated/: an undocumented status, a wrong body or a forgotten required header does not compile,
// and neither does an operation that is not standard and has no handler.
import type { operations as contractOperations } from '../../../generated/api.d.ts'
import type { DefaultedParameters } from '../../../generated/operations.ts'
import {
  type AdaptedParameters,
  adaptedParameters,
  type StandardOperation,
  standardOperations,
} from '../../../generated/resources.ts'
import type { Caller } from '../caller.ts'
import type { OperationId } from '../contract/plan.ts'
import type { Call } from '../pipeline/pipeline.ts'
import type { ItemStore } from './item-store.ts'

type Group<Id extends OperationId, In extends 'query' | 'header' | 'path'> = NonNullable<
  contractOperations[Id]['parameters'][In]
>

type BodyOf<Id extends OperationId> = contractOperations[Id] extends { requestBody: { content: infer Content } }
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
  | 'Last-Modified'
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
  [Status in keyof contractOperations[Id]['responses'] & Success]: { status: Status } & HeadersPart<
    contractOperations[Id]['responses'][Status]
  > &
    BodyPart<contractOperations[Id]['responses'][Status]>
}[keyof contractOperations[Id]['responses'] & Success]

/** What a handler can use. */
export interface HandlerParts {
  store: ItemStore
  now: () => Date
  /** Returns an id that sorts after those before it. */
  newId: () => string
}

export type Handler<Id extends OperationId> = (input: Input<Id>, parts: HandlerParts) => Promise<Result<Id>>

type AdaptedOperation = keyof AdaptedParameters

/** The query parameters that a standard list does not know. */
type Unknown<Id extends OperationId> = Id extends AdaptedOperation ? AdaptedParameters[Id][number] : never

/**
 * Changes the input of a standard method, for example where a parameter has an older form. It must replace the parameters that
 * the method does not know.
 */
export interface Adapter<Id extends OperationId> {
  adapt: (input: Input<Id>) => Omit<Input<Id>, 'query'> & {
    query: Omit<Input<Id>['query'], Unknown<Id>> & { [Name in Unknown<Id>]?: never }
  }
}

/** An adapter cannot take the place of a handler. */
type Special<Id extends OperationId> = Id extends StandardOperation | AdaptedOperation
  ? Handler<Id> | Adapter<Id>
  : Handler<Id>

/** What is special, by operationId: a handler, or an adapter of a standard method. */
export type Handlers = { [Id in Exclude<OperationId, StandardOperation>]: Special<Id> } & {
  [Id in StandardOperation]?: Special<Id>
}

/** Whether the standard method can respond to the operation, perhaps after an adapter. */
export function isStandard(handlers: Partial<Handlers>, id: OperationId): boolean {
  const names: readonly string[] = standardOperations
  return names.includes(id) || (id in adaptedParameters && typeof Object(handlers[id]).adapt === 'function')
}

/** The call of a standard method after its adapter, if it has one. */
export function adapted(handlers: Partial<Handlers>, call: Call): Call {
  // The pipeline has validated this request for this operation, which is what Input says.
  const handler = handlers[call.operation.id] as { adapt?: (call: Call) => Call } | undefined
  return handler?.adapt === undefined ? call : { ...call, ...handler.adapt(call) }
}
