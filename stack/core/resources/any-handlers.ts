// The handlers, adapters and readers of any contract, after their types are checked (handler.ts).
import type { Contract } from '../contract/contract.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call } from '../pipeline/pipeline.ts'
import { AnyProblem } from '../problem.ts'
import type { Item } from './item.ts'

/** Handlers of any contract, by operationId. Their types are checked where they are written. */
export type AnyHandlers = { readonly [Id in string]?: object }

/** Whether the standard method can respond to the operation, perhaps after an adapter. */
export function isStandard(
  { standardOperations, adaptedParameters }: Contract,
  handlers: AnyHandlers,
  id: string,
): boolean {
  return (
    standardOperations.includes(id) || (id in adaptedParameters && typeof Object(handlers[id]).adapt === 'function')
  )
}

/** The handler of an operation until somebody writes it. A service with an identity provider does not start with it. */
export function notWritten(): never {
  throw new AnyProblem('not-implemented', 'The service does not have this operation yet.')
}

/** The operations to which nothing can respond. */
export function missingHandlers(contract: Contract, handlers: AnyHandlers): string[] {
  const isWritten = (one: unknown) => typeof one === 'function' && one !== notWritten
  const isSpecial = (handler: unknown) => isWritten(handler) || isWritten(Object(handler).read)
  const ids = contract.operations.map(({ id }) => id)
  return ids.filter((id) => !isSpecial(handlers[id]) && !isStandard(contract, handlers, id))
}

/** The call of a standard method after its adapter, if it has one. */
export function adapted(handlers: AnyHandlers, call: Call): Call {
  // The pipeline has validated this request for this operation, which is what Input says.
  const handler = handlers[call.operation.id] as { adapt?: (call: Call) => Call } | undefined
  return handler?.adapt === undefined ? call : { ...call, ...handler.adapt(call) }
}

/** What a reader does, after its types are checked. */
export type Read = (item: Item) => DraftResponse

/** @returns The reader of a GET; `undefined` if the GET returns an item as it is. */
export function readerOf(handlers: AnyHandlers, get: string | undefined): Read | undefined {
  // Its type says that it takes an item of the collection that its path names.
  const read = get === undefined ? undefined : (handlers[get] as { read?: Read } | undefined)?.read
  return read === notWritten ? undefined : read
}
