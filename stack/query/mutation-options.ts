// Runs the callbacks of an application and the built-in ones of a mutation.

import type { MutationMeta, MutationObserverOptions } from '@tanstack/query-core'
import type { ClientError } from '../client/errors.ts'

/** How a mutation changes the cache. An application can add properties to the interface Register of TanStack Query. */
export type CacheMeta = {
  /** `false` does not invalidate the lists. */
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
    // The added callback runs first: if it throws, there is nothing to restore. Its result is for the added callbacks.
    onMutate: runInOrder(added.onMutate, builtIn.onMutate),
    onSuccess: runInOrder(builtIn.onSuccess, added.onSuccess),
    onError: runInOrder(builtIn.onError, added.onError),
    // In parallel, because the built-in callback waits for a refetch.
    onSettled: (...settled) => Promise.all([builtIn.onSettled?.(...settled), added.onSettled?.(...settled)]),
  }
}

/** Calls both. @returns The result of the first one. */
function runInOrder<Args extends unknown[], Result>(
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
