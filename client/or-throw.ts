// The throwing style: methods that resolve to a success and reject otherwise, instead of returning a result to check.

import type { Client } from './client.ts'
import type { AnyInput, Arguments } from './operation-input.ts'
import { forEachOperation, type OperationId } from './operation-table.ts'
import type { AnyResult } from './response.ts'
import type { Result } from './result.ts'
import { type AnySuccess, type SuccessOf, successOf } from './success.ts'

// A 304 is not a success, so a method that could get one does not take the headers that ask for it.
type Unconditional<Input extends unknown[]> = {
  [I in keyof Input]: Input[I] & { header?: { 'If-None-Match'?: never; 'If-Modified-Since'?: never } }
}
type ThrowingArguments<Id extends OperationId> = 304 extends Result<Id>['status']
  ? Unconditional<Arguments<Id>>
  : Arguments<Id>

/** A client whose methods resolve to a success, and reject with an error otherwise. */
export type ThrowingClient<C extends Client = Client> = Omit<C, OperationId> & {
  [Id in OperationId]: (...input: ThrowingArguments<Id>) => Promise<SuccessOf<Id>>
}

/**
 * Wraps a client. The methods of the wrapper reject with a `ProblemError` for a documented problem, and with an
 * `UnexpectedResponseError` for any other response that is not a success. The client itself does not change.
 */
export function orThrow<C extends Client>(client: C): ThrowingClient<C> {
  // Safe because each method takes the input of the client's own method, and narrows its result.
  const methods = forEachOperation((id) => (input: AnyInput) => callOrThrow(client, id, input)) as Pick<
    ThrowingClient<C>,
    OperationId
  >
  return { ...client, ...methods }
}

/** Calls the method of an operation. The caller knows that it exists, and what it takes and returns. */
export async function callOrThrow(client: Client, id: OperationId | undefined, input: AnyInput): Promise<AnySuccess> {
  const method: (input: never) => Promise<AnyResult> = client[id as OperationId]
  return successOf(await method(input as never))
}
