// Options of TanStack Query for any operation of the contract, even outside of a collection: a GET is a query, any other
// method a mutation.

import type { DataTag, QueryKey } from '@tanstack/query-core'
import type { CallOptions } from '../client/call-options.ts'
import type { ContractTypes, MutationId, QueryId } from '../client/contract.ts'
import type { OperationError } from '../client/errors.ts'
import type { AnyInput, ArgumentOf, Input } from '../client/operation-input.ts'
import type { SuccessOf } from '../client/or-throw.ts'
import { callOrThrow, type NotConditional } from '../client/or-throw.ts'
import type { Mutation } from './mutations.ts'
import type { ReadOptions } from './queries.ts'

/** The input of a query. It is a part of the key, so it has no options for the call: set the options of the client. */
export type QueryInput<T extends ContractTypes, Id extends QueryId<T>> = Omit<Input<T, Id>, keyof CallOptions> &
  NotConditional

/** The body of the successful response. TanStack Query needs data for a query, so it is `null` instead of `undefined`. */
type QueryData<Body> = Body extends undefined ? null : Body

export type OperationKey<T extends ContractTypes, Id extends QueryId<T>> = readonly [Id, QueryInput<T, Id>]

/** Options for an operation that reads. */
export type OperationQuery<T extends ContractTypes, Id extends QueryId<T>> = ReadOptions<
  QueryData<SuccessOf<T, Id>['body']>,
  DataTag<OperationKey<T, Id>, QueryData<SuccessOf<T, Id>['body']>, OperationError<T, Id>>,
  OperationError<T, Id>
>

/** Options for an operation that writes. Its variables are the input of the operation. */
export type OperationMutation<T extends ContractTypes, Id extends MutationId<T>> = Mutation<
  SuccessOf<T, Id>['body'],
  VariablesOf<Input<T, Id>>,
  OperationError<T, Id>
>

// `mutate()` takes no argument if nothing in the input is required.
// biome-ignore lint/suspicious/noConfusingVoidType: the type of variables that can be omitted
type VariablesOf<I> = ArgumentOf<I> extends [input: I] ? I : I | void

export function operationQuery(client: object, id: string, input: AnyInput = {}): ReadOptions<unknown, QueryKey> {
  return {
    queryKey: [id, input],
    queryFn: async ({ signal }) => (await callOrThrow(client, id, { ...input, signal })).body ?? null,
    retry: false,
  }
}

export function operationMutation(client: object, id: string): Mutation<unknown, AnyInput | undefined> {
  return {
    mutationKey: [id],
    mutationFn: async (input = {}) => (await callOrThrow(client, id, input)).body,
    retry: false,
  }
}
