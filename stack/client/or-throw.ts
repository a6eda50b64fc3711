// The throwing style: methods resolve to a successful result and reject otherwise, instead of returning a result to check.
// Iterations throw like them, because they cannot return an error result.

import type { ContractTypes, OperationId } from './contract.ts'
import { ProblemError, UnexpectedResponseError } from './errors.ts'
import type { AnyInput } from './operation-input.ts'
import type { AnyResult, AnySuccess, Result } from './result.ts'

// A 304 is not successful, so a method that could get one does not take the headers that ask for it.
type Unconditional<Input extends unknown[]> = {
  [I in keyof Input]: Input[I] & NotConditional
}

/** Input without the headers that ask for a 304. */
export interface NotConditional {
  header?: { 'If-None-Match'?: never; 'If-Modified-Since'?: never }
}

type Throwing<Method> = Method extends (...input: infer Input) => Promise<infer R extends { status: unknown }>
  ? (...input: 304 extends R['status'] ? Unconditional<Input> : Input) => Promise<Extract<R, { ok: true }>>
  : Method

/** Methods that resolve to a result, and iterations. */
type ClientMethods<C> = { [Name in keyof C]: (...input: never) => Promise<{ ok: boolean }> | AsyncIterable<unknown> }

/** A client whose methods resolve to a successful result, and reject with an error otherwise. */
export type ThrowingClient<C> = { [Name in keyof C]: Throwing<C[Name]> }

/**
 * Wraps a client. The methods of the wrapper reject with a `ProblemError` for a documented problem, and with an
 * `UnexpectedResponseError` for any other response that is not successful. The client itself does not change.
 */
export function orThrow<C extends ClientMethods<C>>(client: C): ThrowingClient<C> {
  const methods: object = client
  const wrapped = Object.entries(methods).map(([name, method]) => [name, wrapMethod(method)])
  // Safe because each method takes the input of the client's own method, and narrows its result.
  return Object.fromEntries(wrapped) as ThrowingClient<C>
}

function wrapMethod(method: (...input: unknown[]) => Promise<AnyResult> | AsyncIterable<unknown>) {
  return (...input: unknown[]) => {
    const returned = method(...input)
    // Iterations throw already.
    return Symbol.asyncIterator in returned ? returned : returned.then(getSuccess)
  }
}

export async function callOrThrow(client: object, id: string | undefined, input: AnyInput): Promise<AnySuccess> {
  // Safe because the caller knows that the operation exists, and what it takes and returns.
  const method = Reflect.get(client, String(id)) as (input: AnyInput) => Promise<AnyResult>
  return getSuccess(await method(input))
}

/** The successful result of the method `Id`, to which a throwing client resolves. */
export type SuccessOf<T extends ContractTypes, Id extends OperationId<T>> = Extract<Result<T, Id>, { ok: true }>

/** Returns a successful result. @throws {ProblemError} for a documented problem, or else {UnexpectedResponseError}. */
export function getSuccess(result: AnyResult): AnySuccess {
  if (result.ok) return result
  if (result.status === 'unexpected') throw new UnexpectedResponseError(result)
  if (result.problem) throw new ProblemError(result)
  // A 304 for a request without If-None-Match is from a cache between the client and the service.
  const isCached = result.response.status === 304
  const detail = isCached
    ? '304, though the request had no If-None-Match'
    : `${result.response.status}, a documented error`
  throw new UnexpectedResponseError({ body: undefined, ...result, status: 'unexpected', detail })
}
