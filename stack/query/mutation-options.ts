// Runs the callbacks of an application and the built-in ones of a mutation.

import type { MutationMeta, MutationObserverOptions } from '@tanstack/query-core'
import type { ClientError } from '../client/errors.ts'

/** What a mutation does to the cache. An application can have more properties: it adds them to the interface Register of TanStack Query. */
export type CacheMeta = {
  /** `false` keeps the lists as they are. */
  refreshLists?: boolean
} & (string extends keyof MutationMeta ? unknown : MutationMeta)

export type UpdateMeta = CacheMeta & {
  /** Shows an update before the service has confirmed it. */
  optimistic?: boolean
}

/** Options of TanStack Query for a mutation hook. Its callbacks run in addition to the built-in ones. */
export type MutationHookOptions<
  Data,
  Variables,
  OnMutateResult = unknown,
  Failure = ClientError,
  Meta = UpdateMeta,
> = Omit<MutationObserverOptions<Data, Failure, Variables, OnMutateResult>, 'mutationFn' | 'mutationKey' | 'meta'> & {
  meta?: Meta
}

/** Adds options to those of a mutation, whose `onMutate` returns nothing. */
export function withOptions<Data, Variables, Added, Failure = ClientError>(
  builtIn: MutationObserverOptions<Data, Failure, Variables>,
  added: MutationHookOptions<Data, Variables, Added, Failure>,
): MutationObserverOptions<Data, Failure, Variables, Added> {
  return {
    ...builtIn,
    ...added,
    // The added one is first: if it throws, there is nothing to restore. Its result is for the added callbacks.
    onMutate: inTurn(added.onMutate, builtIn.onMutate),
    onSuccess: inTurn(builtIn.onSuccess, added.onSuccess),
    onError: inTurn(builtIn.onError, added.onError),
    // Side by side, because the built-in one waits for a refresh.
    onSettled: (...settled) => Promise.all([builtIn.onSettled?.(...settled), added.onSettled?.(...settled)]),
  }
}

/** Calls both. @returns The result of the first one. */
function inTurn<Args extends unknown[], Result>(
  first: ((...args: Args) => Result) | undefined,
  second: ((...args: Args) => unknown) | undefined,
) {
  return async (...args: Args): Promise<Awaited<Result>> => {
    const result = await first?.(...args)
    await second?.(...args)
    // Safe because callbacks without an onMutate expect no result.
    return result as Awaited<Result>
  }
}
