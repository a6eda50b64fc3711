// The throwing style, for those who would rather write only what happens when all goes well.

import type { PlantClient } from './client.ts'
import type { Arguments } from './operation-input.ts'
import { forEachOperation, type OperationId } from './operation-table.ts'
import type { AnyResult } from './response.ts'
import { type SuccessOf, successOf } from './success.ts'

// A 304 is neither success nor failure, so it cannot be asked for here.
type Unconditional<Input extends unknown[]> = {
  [I in keyof Input]: NonNullable<Input[I]> extends { header?: { 'If-None-Match'?: string } }
    ? Input[I] & { header?: { 'If-None-Match'?: never } }
    : Input[I]
}

/** The methods of a client, which resolve to a success and otherwise reject. */
export type ThrowingClient = Omit<PlantClient, OperationId> & {
  [Id in OperationId]: (...input: Unconditional<Arguments<Id>>) => Promise<SuccessOf<Id>>
}

/**
 * A client that sends as this one does. It rejects with a `ProblemError` or an `UnexpectedAnswerError` where this one
 * resolves to a refusal.
 */
export function orThrow(client: PlantClient): ThrowingClient {
  // True because each method takes what the client's own takes, and narrows what that one gives.
  const methods = forEachOperation((id) => async (input: never) => {
    const method: (input: never) => Promise<AnyResult> = client[id]
    return successOf(await method(input))
  }) as Pick<ThrowingClient, OperationId>
  return { ...client, ...methods }
}
