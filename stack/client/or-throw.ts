// The throwing style: methods that resolve to a success and reject otherwise, instead of returning a result to check.

import type { AnyInput } from './operation-input.ts'
import type { AnyResult, AnySuccess } from './result.ts'
import { getSuccess } from './success.ts'

// A 304 is not a success, so a method that could get one does not take the headers that ask for it.
type Unconditional<Input extends unknown[]> = {
  [I in keyof Input]: Input[I] & NotConditional
}

/** Of an operation whose 304 would not be a success. */
export interface NotConditional {
  header?: { 'If-None-Match'?: never; 'If-Modified-Since'?: never }
}

type Throwing<Method> = Method extends (...input: infer Input) => Promise<infer R extends { status: unknown }>
  ? (...input: 304 extends R['status'] ? Unconditional<Input> : Input) => Promise<Extract<R, { ok: true }>>
  : Method

/** Methods that resolve to a result, and iterations. */
type Methods<C> = { [Name in keyof C]: (...input: never) => Promise<{ ok: boolean }> | AsyncIterable<unknown> }

/** A client whose methods resolve to a success, and reject with an error otherwise. */
export type ThrowingClient<C> = { [Name in keyof C]: Throwing<C[Name]> }

/**
 * Wraps a client. The methods of the wrapper reject with a `ProblemError` for a documented problem, and with an
 * `UnexpectedResponseError` for any other response that is not a success. The client itself does not change.
 */
export function orThrow<C extends Methods<C>>(client: C): ThrowingClient<C> {
  const methods: object = client
  const wrapped = Object.entries(methods).map(([name, method]) => [name, throwing(method)])
  // Safe because each method takes the input of the client's own method, and narrows its result.
  return Object.fromEntries(wrapped) as ThrowingClient<C>
}

function throwing(method: (...input: unknown[]) => Promise<AnyResult> | AsyncIterable<unknown>) {
  return (...input: unknown[]) => {
    const called = method(...input)
    // Iterations throw already.
    return Symbol.asyncIterator in called ? called : called.then(getSuccess)
  }
}

/** Calls the method of an operation. */
export async function callOrThrow(client: object, id: string | undefined, input: AnyInput): Promise<AnySuccess> {
  // Safe because the caller knows that the operation exists, and what it takes and returns.
  const method = Reflect.get(client, String(id)) as (input: AnyInput) => Promise<AnyResult>
  return getSuccess(await method(input))
}
