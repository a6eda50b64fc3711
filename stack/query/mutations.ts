// Options for writes with useMutation or createMutation, which also update the cache of TanStack Query.

import type { MutationFunctionContext, MutationKey, MutationObserverOptions, QueryClient } from '@tanstack/query-core'
import type { AnyCollection, BodyOf, ErrorOf, Seen } from '../client/collections.ts'
import type { ContractTypes } from '../client/contract.ts'
import { type ClientError, isConflict, isNotFound } from '../client/errors.ts'
import type { Shape } from '../client/operation-input.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { randomKey } from '../client/request.ts'
import { type AnySeen, type AnyUpdate, type CollectionRef, getId, getTargetId, itemFilters } from './collection-ref.ts'
import { endChange, refetchInvalidated, startChange } from './lists.ts'
import type { CacheMeta, MutationHookOptions, UpdateMeta } from './mutation-options.ts'
import { toSeen } from './queries.ts'

/**
 * The item to change or delete. With `seen`, the service returns 412 if the item has changed since. With `id`, the
 * service does not check that.
 */
export type Reference<T extends ContractTypes, Path extends AnyCollection<T>> = Shape<
  { seen: Seen<T, Path> } | { id: string }
>

/** An item, and the properties to change. */
export type Update<T extends ContractTypes, Path extends AnyCollection<T>> = Shape<
  Reference<T, Path> & { change: BodyOf<T, Path, 'update'> }
>

/** Options for `useMutation` or createMutation of TanStack Query. They reject like `orThrow`. Their `meta` can be an UpdateMeta. */
export type Mutation<Data, Variables, Failure = ClientError> = MutationObserverOptions<Data, Failure, Variables> & {
  mutationKey: MutationKey
}

/** The variables of each kind of mutation. */
export interface MutationVariables<T extends ContractTypes, Path extends AnyCollection<T>> {
  create: BodyOf<T, Path, 'create'>
  update: Update<T, Path>
  delete: Reference<T, Path>
}

/** The result of each kind of mutation. */
export interface MutationData<T extends ContractTypes, Path extends AnyCollection<T>> {
  create: Seen<T, Path>
  update: Seen<T, Path>
  // biome-ignore lint/suspicious/noConfusingVoidType: the type of a mutation without a result
  delete: void
}

/** Options of TanStack Query for a mutation of this kind. Its callbacks run in addition to the built-in ones. */
export type ItemMutationOptions<
  T extends ContractTypes,
  Path extends AnyCollection<T>,
  Kind extends MutationKind,
  OnMutateResult = unknown,
> = MutationHookOptions<
  MutationData<T, Path>[Kind],
  MutationVariables<T, Path>[Kind],
  OnMutateResult,
  ErrorOf<T, Path, Kind>,
  Kind extends 'update' ? UpdateMeta : CacheMeta
>

export type MutationKind = keyof MutationData<ContractTypes, never>

const mutations = { create: createOptions, update: updateOptions, delete: deleteOptions }

export function mutationFor(client: object, kind: MutationKind, collection: CollectionRef): object {
  const mutationKey = [collection.path, kind]
  const common = {
    mutationKey,
    retry: false,
    onSettled: (_, error, __, ___, context) => refreshLists(context, collection, mutationKey, error),
  } satisfies Mutation<unknown, never>
  return { ...mutations[kind](client, collection), ...common }
}

function createOptions(client: object, collection: CollectionRef) {
  return {
    mutationFn: (body) => create(client, collection, body),
    onSuccess: async (seen, _, __, { client: queryClient }) => {
      const entry = itemFilters(collection, getId(collection, seen[collection.item]))
      queryClient.setQueryData(entry.queryKey, seen)
      // An item without an entity tag must be refetched.
      if (!seen.etag) await queryClient.invalidateQueries(entry)
    },
  } satisfies MutationObserverOptions<AnySeen, ClientError, unknown>
}

function updateOptions(client: object, collection: CollectionRef) {
  return {
    mutationFn: async (variables) => toSeen(collection, await send(client, collection, 'update', variables)),
    onMutate: async (variables, { client: queryClient, meta }) => {
      if (meta?.optimistic) await showUpdatedItem(queryClient, collection, variables)
    },
    onSuccess: async (seen, variables, _, { client: queryClient }) => {
      // The late response of a fetch would revert the change.
      await queryClient.cancelQueries(collection.lists)
      await queryClient.cancelQueries(itemFilters(collection, getTargetId(collection, variables)))
      await endChange(queryClient, collection, variables, seen)
    },
    onError: (_, variables, __, { client: queryClient }) => endChange(queryClient, collection, variables),
  } satisfies MutationObserverOptions<AnySeen, ClientError, AnyUpdate>
}

function deleteOptions(client: object, collection: CollectionRef) {
  return {
    mutationFn: async (variables) => void (await send(client, collection, 'delete', variables)),
    // A fetch in flight does not show the item again.
    onMutate: (variables, { client: queryClient }) => void startChange(queryClient, collection, variables, null),
    onSuccess: (_, variables, __, { client: queryClient }) =>
      queryClient.removeQueries(itemFilters(collection, getTargetId(collection, variables))),
    onError: (_, variables, __, { client: queryClient }) => endChange(queryClient, collection, variables),
  } satisfies MutationObserverOptions<void, ClientError, AnyUpdate>
}

function send(client: object, collection: CollectionRef, kind: 'update' | 'delete', variables: AnyUpdate) {
  const path = { ...collection.parameters, [collection.parameter]: getTargetId(collection, variables) }
  const header = variables.seen && { 'If-Match': variables.seen.etag }
  return callOrThrow(client, collection[kind], { path, header, body: variables.change })
}

/** The Idempotency-Keys of creations whose outcome is unknown, by client, and then by collection and body. */
const idempotencyKeys = new WeakMap<object, Map<string, string>>()

/** Creates an item. A second creation with the body of one whose outcome is unknown is a retry, and sends the same key. */
async function create(client: object, collection: CollectionRef, body: unknown): Promise<AnySeen> {
  const keys = idempotencyKeys.get(client) ?? new Map()
  idempotencyKeys.set(client, keys)
  const creation = JSON.stringify([collection.path, body])
  const key = keys.get(creation) ?? randomKey()
  keys.delete(creation)
  const header = collection.takesIdempotencyKey && { 'Idempotency-Key': key }
  try {
    return toSeen(
      collection,
      await callOrThrow(client, collection.create, { path: collection.parameters, header, body }),
    )
  } catch (error) {
    // The client throws no other errors.
    if ((error as ClientError).outcome === 'unknown') keys.set(creation, key)
    throw error
  }
}

/** Invalidates the lists, unless nothing changed or `meta` has `refreshLists: false`. Then refetches invalidated lists. */
async function refreshLists(
  { client: queryClient, meta }: MutationFunctionContext,
  collection: CollectionRef,
  mutationKey: MutationKey,
  error: ClientError | null,
): Promise<void> {
  // The lists are also out of date if the service has a different version of the item, or none.
  const isUnchanged = error?.outcome === 'unchanged' && !isConflict(error) && !isNotFound(error)
  if (meta?.refreshLists !== false && !isUnchanged) {
    // Otherwise the late response of a fetch without an observer would count as fresh.
    await queryClient.cancelQueries(collection.lists)
    await queryClient.invalidateQueries({ ...collection.lists, refetchType: 'none' })
  }
  // The last of several mutations refetches for all of them.
  if (queryClient.isMutating({ mutationKey }) === 1) await refetchInvalidated(queryClient, collection)
}

/** @returns A function that reverts the change at once. */
export async function showUpdatedItem(
  queryClient: QueryClient,
  collection: CollectionRef,
  update: AnyUpdate,
): Promise<() => void> {
  const changes = Object.entries(Object(update.change)).filter(([, value]) => value !== undefined)
  const fields = Object.fromEntries(changes.map(([name, value]) => [name, value ?? collection.valueAfterNull[name]]))
  return startChange(queryClient, collection, update, fields)
}
