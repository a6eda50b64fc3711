// The types of handlers, from generated/: an undocumented status, a wrong body or a forgotten required header does not compile,
// and neither does an operation that is not standard and has no handler.
import type { operations as contractOperations } from '../../../generated/api.d.ts'
import type { ConditionReads, Items, OmissibleFields } from '../../../generated/items.ts'
import type { DefaultedParameters } from '../../../generated/operations.ts'
import type { AdaptedParameters, StandardOperation } from '../../../generated/resources.ts'
import type { Caller } from '../caller.ts'
import type { Contract } from '../contract/contract.ts'
import type { OperationId } from '../contract/plan.ts'
import type { ParameterValue } from '../contract/validator.ts'
import type { Call } from '../pipeline/pipeline.ts'
import type { Deletion, ListQuery } from './item-store.ts'

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

/** A call resolves with `undefined` if the item, or the parent of the collection, does not exist. */
export interface HandlerItems<T, New> {
  /** In ascending order of id. Default: the first 100, without filters. */
  list: (query?: Partial<ListQuery>) => Promise<T[] | undefined>
  get: (id: string) => Promise<T | undefined>
  /**
   * The service sets the fields that have an `x-role`. The first creation takes the Idempotency-Key of the request.
   * @param id Default: a new one.
   */
  create: (item: New, id?: string) => Promise<T | undefined>
  /**
   * The service keeps the fields that have an `x-role`, and sets the time of the change.
   * @param change Returns the whole item. Must be pure and return at once.
   */
  update: (id: string, change: (item: T) => New) => Promise<T | undefined>
  /** @param check Must return at once. It can throw a problem. */
  delete: (id: string, check?: (item: T) => void) => Promise<Deletion | undefined>
}

type Writable<T, Omissible extends PropertyKey> = Omit<T, Omissible> & Partial<Pick<T, Omissible & keyof T>>

type ParametersIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersIn<Rest> : never

/** @param parameters Those of the path of a collection that belongs to an item. */
export type ItemsOf = <Path extends keyof Items>(
  path: Path,
  ...parameters: [ParametersIn<Path>] extends [never] ? [] : [Record<ParametersIn<Path>, ParameterValue>]
) => HandlerItems<Items[Path], Writable<Items[Path], OmissibleFields[Path]>>

/** What a handler can use. */
export interface HandlerParts {
  /** The items of the caller. The first write evaluates the conditions of the request (handler-conditions.ts). */
  items: ItemsOf
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

/** Whether the standard method can respond to the operation, perhaps after an adapter. */
export function isStandard(
  { standardOperations, adaptedParameters }: Contract,
  handlers: AnyHandlers,
  id: OperationId,
): boolean {
  return (
    standardOperations.includes(id) || (id in adaptedParameters && typeof Object(handlers[id]).adapt === 'function')
  )
}

/** The operations to which nothing can respond. */
export function missingHandlers(contract: Contract, handlers: AnyHandlers): OperationId[] {
  const isSpecial = (handler: unknown) => typeof handler === 'function' || Object(handler).read !== undefined
  const ids = contract.operations.map(({ id }) => id)
  return ids.filter((id) => !isSpecial(handlers[id]) && !isStandard(contract, handlers, id))
}

/**
 * Responds to a GET with the item that its path names. The conditions of the other operations at the path refer to this
 * result, so their writes call this function too.
 */
export interface Reader<Id extends OperationId & keyof ConditionReads> {
  /** Must be pure. It gets the item with the defaults of the contract. */
  read: (item: ConditionReads[Id]) => Result<Id>
}

/** An adapter cannot take the place of a handler. What conditions refer to is a standard list, or has a reader. */
type Special<Id extends OperationId> =
  | (Id extends StandardOperation | AdaptedOperation ? Adapter<Id> : never)
  | (Id extends keyof ConditionReads ? ([ConditionReads[Id]] extends [never] ? never : Reader<Id>) : Handler<Id>)

/** What is special, by operationId: a handler, or an adapter of a standard method. */
export type Handlers = { [Id in Exclude<OperationId, StandardOperation>]: Special<Id> } & {
  [Id in StandardOperation]?: Special<Id>
}

/** What a test can set in their place: any handler. */
export type AnyHandlers = { [Id in OperationId]?: Special<Id> | Handler<Id> }

/** The call of a standard method after its adapter, if it has one. */
export function adapted(handlers: AnyHandlers, call: Call): Call {
  // The pipeline has validated this request for this operation, which is what Input says.
  const handler = handlers[call.operation.id] as { adapt?: (call: Call) => Call } | undefined
  return handler?.adapt === undefined ? call : { ...call, ...handler.adapt(call) }
}
