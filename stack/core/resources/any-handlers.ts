// The handlers, adapters and readers of any contract, after their types are checked (handler.ts).
import type { Contract } from '../contract/contract.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call } from '../pipeline/pipeline.ts'
import { AnyProblem } from '../problem.ts'
import type { Item } from './item.ts'

/** Handlers of any contract, by operationId. Their types are checked where they are written. */
export type AnyHandlers = { readonly [Id in string]?: object }

/** What the input of a handler or an adapter is before its types are checked. */
export type AnyInput = Pick<Call, 'caller' | 'path' | 'query' | 'headers' | 'cookies' | 'mediaType' | 'body'>

/** Without the request: a handler may log its input, and the headers of a request have secrets. */
export function toInput({ caller, path, query, headers, cookies, mediaType, body }: Call): AnyInput {
  return { caller, path, query, headers, cookies, mediaType, body }
}

/**
 * Whether the standard method can respond to the operation, perhaps after an adapter. Without an adapter, it ignores
 * older parameters if the contract has no 501 for them.
 */
export function isStandard(contract: Contract, handlers: AnyHandlers, id: string): boolean {
  const { standardOperations, adaptedParameters, operations } = contract
  if (standardOperations.includes(id)) return true
  if (!(id in adaptedParameters)) return false
  const operation = operations.find((one) => one.id === id)
  return getAdapter(handlers, id) !== undefined || operation?.responses.get(501) === undefined
}

/** The handler of an operation until somebody writes it. A service with an identity provider does not start with it. */
export function notWritten(): never {
  throw new AnyProblem('not-implemented', 'The service does not have this operation yet.')
}

/** The operations that need code which nobody has written. */
export function missingHandlers(contract: Contract, handlers: AnyHandlers): string[] {
  const isWritten = (one: unknown) => typeof one === 'function' && one !== notWritten
  const isSpecial = (handler: unknown) => isWritten(handler) || isWritten(Object(handler).read)
  const ids = contract.operations.map(({ id }) => id)
  const isComplete = (id: string) => contract.standardOperations.includes(id) || isSpecial(handlers[id])
  return ids.filter((id) => !isComplete(id) && !(id in contract.adaptedParameters && getAdapter(handlers, id)))
}

type Adapt = (input: AnyInput) => AnyInput

function getAdapter(handlers: AnyHandlers, id: string): Adapt | undefined {
  // The pipeline has validated the call for this operation, which is what Input says.
  const { adapt } = Object(handlers[id]) as { adapt?: Adapt }
  return typeof adapt === 'function' && adapt !== notWritten ? adapt : undefined
}

/** The call of a standard method after its adapter, if it has one. */
export function adapted(handlers: AnyHandlers, call: Call): Call {
  const adapt = getAdapter(handlers, call.operation.id)
  return adapt === undefined ? call : { ...call, ...adapt(toInput(call)) }
}

/** What a reader does, after its types are checked. */
export type Read = (item: Item) => DraftResponse

/** @returns The reader of a GET; `undefined` if the GET returns an item as it is. */
export function findReader(handlers: AnyHandlers, get: string | undefined): Read | undefined {
  // Its type says that it takes an item of the collection that its path names.
  const read = get === undefined ? undefined : (handlers[get] as { read?: Read } | undefined)?.read
  return read === notWritten ? undefined : read
}

/** @returns The body that GET shows of an item, as JSON; `undefined` if the reader refuses to show it with a problem. */
export function shownText(read: Read, item: Item): string | undefined {
  try {
    return JSON.stringify(read(item).body)
  } catch (error) {
    if (error instanceof AnyProblem) return undefined
    throw error
  }
}
