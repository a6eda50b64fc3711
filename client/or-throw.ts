// The throwing style: methods that resolve to a success and reject otherwise, instead of returning a result to check.

import type { PlantClient } from './client.ts'
import type { Arguments } from './operation-input.ts'
import { forEachOperation, type OperationId } from './operation-table.ts'
import type { AnyResult } from './response.ts'
import type { Result } from './result.ts'
import { type SuccessOf, successOf } from './success.ts'

// A 304 is not a success, so a method that could get one does not take the headers that ask for it.
type Unconditional<Input extends unknown[]> = {
  [I in keyof Input]: Input[I] & { header?: { 'If-None-Match'?: never; 'If-Modified-Since'?: never } }
}
type ThrowingArguments<Id extends OperationId> = 304 extends Result<Id>['status']
  ? Unconditional<Arguments<Id>>
  : Arguments<Id>

/** A client whose methods resolve to a success, and reject with an error otherwise. */
export type ThrowingClient = Omit<PlantClient, OperationId> & {
  [Id in OperationId]: (...input: ThrowingArguments<Id>) => Promise<SuccessOf<Id>>
}

/**
 * Wraps a client. The methods of the wrapper reject with a `ProblemError` for a documented problem, and with an
 * `UnexpectedResponseError` for any other response that is not a success. The client itself does not change.
 */
export function orThrow(client: PlantClient): ThrowingClient {
  // Safe because each method takes the input of the client's own method, and narrows its result.
  const methods = forEachOperation((id) => async (input: never) => {
    const method: (input: never) => Promise<AnyResult> = client[id]
    return successOf(await method(input))
  }) as Pick<ThrowingClient, OperationId>
  return { ...client, ...methods }
}
