// Runs the callbacks of an application and the built-in ones of a mutation.

import type { UseMutationOptions } from '@tanstack/react-query'
import type { PlantClientError } from '../errors.ts'

/** Options of TanStack Query for a mutation hook. Its callbacks run in addition to the built-in ones. */
export type MutationHookOptions<Data, Variables, OnMutateResult = unknown> = Omit<
  UseMutationOptions<Data, PlantClientError, Variables, OnMutateResult>,
  'mutationFn' | 'mutationKey'
>

/** What both `onMutate` returned, or nothing if one of them threw. */
interface OnMutateResults {
  builtIn: unknown
  added: unknown
}

/** Adds options to those of a mutation. */
export function withOptions<Data, Variables, BuiltIn, Added>(
  builtInOptions: UseMutationOptions<Data, PlantClientError, Variables, BuiltIn>,
  addedOptions: MutationHookOptions<Data, Variables, Added>,
): UseMutationOptions<Data, PlantClientError, Variables, OnMutateResults> {
  // Safe because the callbacks get the results of their own `onMutate` only.
  const builtIn = builtInOptions as UseMutationOptions<Data, PlantClientError, Variables, unknown>
  const added = addedOptions as MutationHookOptions<Data, Variables>
  return {
    ...added,
    ...builtIn,
    // The added one is first: if it throws, there is nothing to restore.
    onMutate: async (variables, context) => ({
      added: await added.onMutate?.(variables, context),
      builtIn: await builtIn.onMutate?.(variables, context),
    }),
    onSuccess: async (data, variables, results, context) => {
      await builtIn.onSuccess?.(data, variables, results?.builtIn, context)
      await added.onSuccess?.(data, variables, results?.added, context)
    },
    onError: async (error, variables, results, context) => {
      await builtIn.onError?.(error, variables, results?.builtIn, context)
      await added.onError?.(error, variables, results?.added, context)
    },
    // Side by side, because the built-in one waits for a refresh.
    onSettled: (data, error, variables, results, context) =>
      Promise.all([
        builtIn.onSettled?.(data, error, variables, results?.builtIn, context),
        added.onSettled?.(data, error, variables, results?.added, context),
      ]),
  }
}
