// The handlers of any contract, after the compiler has checked them against generated/handlers.ts.
import type { Contract } from '../contract/contract.ts'
import { getResponse } from '../contract/responses.ts'
import { getOperation } from '../contract/routes.ts'
import type { Item } from '../items/item.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import { AnyProblem } from '../problem.ts'
import type { HandlerContext, HandlerItems, HandlerQuery } from './handler.ts'

/** Handlers of any contract, by operationId. Their types are checked where a product defines them. */
export type AnyHandlers = { readonly [Id in string]?: object }

type RequestInput = Pick<OperationCall, 'path' | 'query' | 'headers' | 'cookies' | 'mediaType' | 'body'>

/** Handlers get the principal as `caller`. */
type AnyHandlerInput = RequestInput & { caller: OperationCall['principal'] }

/** The validator has checked what clients send, and the store checks what handlers write. */
export type AnyItems = (path: string, parents?: AnyHandlerInput['path']) => HandlerItems<Item, Item, HandlerQuery>

export type AnyHandler = (input: AnyHandlerInput, context: HandlerContext<AnyItems>) => Promise<DraftResponse>

export type Serializer = (item: Item) => DraftResponse

interface HandlerFunctions {
  handle?: AnyHandler
  adapt?: (input: AnyHandlerInput) => AnyHandlerInput
  read?: Serializer
}

/** Placeholder for a handler that is not written yet. A service with an identity provider does not start with it. */
export function notImplemented(): never {
  throw new AnyProblem('not-implemented', 'The service does not have this operation yet.')
}

/** @returns The functions of the product for an operation, without the placeholder. */
export function functionsOf(handlers: AnyHandlers, id = ''): HandlerFunctions {
  const { [id]: entry = {} } = handlers
  const functions = typeof entry === 'function' ? { handle: entry } : entry
  // By their types, they take what the pipeline has validated for the operation.
  return Object.fromEntries(Object.entries(functions).filter(([, value]) => value !== notImplemented))
}

/**
 * Whether the standard method can respond to the operation, perhaps with an adapter. Without the adapter, it ignores
 * the parameters to adapt, unless the operation documents a 501.
 */
export function isStandard(contract: Contract, handlers: AnyHandlers, id: string): boolean {
  const { standardOperations, adaptedParameters } = contract
  if (standardOperations.includes(id)) return true
  if (!(id in adaptedParameters)) return false
  return (
    functionsOf(handlers, id).adapt !== undefined ||
    getResponse(getOperation(contract, id).responses, 501) === undefined
  )
}

/** Returns the operations that are not standard and have no code. */
export function missingHandlers({ operations, standardOperations }: Contract, handlers: AnyHandlers): string[] {
  const ids = Object.keys(operations).filter((id) => !standardOperations.includes(id))
  return ids.filter((id) => Object.keys(functionsOf(handlers, id)).length === 0)
}

/** Returns a call without its request: a handler may log its input, and the headers of a request have secrets. */
export function toInput({ principal, path, query, headers, cookies, mediaType, body }: OperationCall): AnyHandlerInput {
  return { caller: principal, path, query, headers, cookies, mediaType, body }
}

/** Applies the adapter of the product to the call of a standard method, if there is one. */
export function adaptCall(handlers: AnyHandlers, call: OperationCall): OperationCall {
  const { adapt } = functionsOf(handlers, call.operation.id)
  if (adapt === undefined) return call
  const { caller: _, ...input } = adapt(toInput(call))
  return { ...call, ...input }
}

/** @returns The body that GET returns for an item, as JSON; `undefined` if the serializer throws a problem. */
export function serializeBody(serialize: Serializer, item: Item): string | undefined {
  try {
    return JSON.stringify(serialize(item).body)
  } catch (error) {
    if (error instanceof AnyProblem) return undefined
    throw error
  }
}
