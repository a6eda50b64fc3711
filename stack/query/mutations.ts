// The writes, as options for useMutation or createMutation. Each also updates the lists and items in the cache of TanStack Query.

import type { MutationFunctionContext, MutationKey, MutationObserverOptions, QueryClient } from '@tanstack/query-core'
import type { AnyCollection, BodyOf, ErrorOf, Seen } from '../client/collections.ts'
import type { ContractTypes } from '../client/contract.ts'
import type { ClientError } from '../client/errors.ts'
import type { Shape } from '../client/operation-input.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { randomKey } from '../client/request.ts'
import { endChange, mapFor, startChange } from './lists.ts'
import type { MutationHookOptions } from './mutation-options.ts'
import { type AnySeen, type AnyUpdate, getEntry, type Place, referredId } from './place.ts'
import { seenIn } from './queries.ts'

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

/**
 * Options for `useMutation` or `createMutation` of TanStack Query. They reject like `orThrow`. Of their `meta`, `refreshLists: false`
 * keeps the lists as they are, and `optimistic: true` shows an update before the service has confirmed it.
 */
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
  ErrorOf<T, Path, Kind>
>

export type MutationKind = keyof MutationData<ContractTypes, never>

export function mutationFor(client: object, kind: MutationKind, place: Place): object {
  const mutationKey = [place.path, kind]
  if (kind === 'create') {
    return {
      mutationKey,
      retry: false,
      mutationFn: (body) => create(client, place, body),
      onSuccess: (seen, _, __, { client: queries }) => endChange(queries, place, { seen }, seen),
      // Only the service knows which lists and pages contain the item.
      onSettled: async (_, error, __, ___, context) => {
        if (error?.outcome !== 'unchanged') await refreshLists(context, place)
      },
    } satisfies Mutation<AnySeen, unknown>
  }
  const isDeletion = kind === 'delete'
  const idIn = (which: AnyUpdate) => referredId(place, which)
  return {
    mutationKey,
    retry: false,
    mutationFn: async (which) => {
      const path = { ...place.parameters, [place.parameter]: idIn(which) }
      const header = which.seen && { 'If-Match': which.seen.etag }
      const success = await callOrThrow(client, place[kind], { path, header, body: which.change })
      return isDeletion ? undefined : seenIn(place, success)
    },
    onMutate: async (which, { client: queries, meta }) => {
      // A read that is running does not show the item again.
      if (isDeletion) startChange(queries, place, which, null)
      else if (meta?.optimistic) await showUpdatedItem(queries, place, which)
    },
    onSuccess: async (seen, which, _, { client: queries }) => {
      if (!seen) return queries.removeQueries(getEntry(place, idIn(which)))
      // The late response of a read would undo the change.
      await queries.cancelQueries(place.lists)
      await queries.cancelQueries(getEntry(place, idIn(which)))
      await endChange(queries, place, which, seen)
    },
    onError: (_, which, __, { client: queries }) => endChange(queries, place, which),
    onSettled: async (_, __, ___, ____, context) => {
      // The last of several changes refreshes for all of them.
      if (context.client.isMutating({ mutationKey }) === 1) await refreshLists(context, place)
    },
  } satisfies Mutation<AnySeen | undefined, AnyUpdate>
}

/**
 * Keeps the keys of creations whose outcome is unknown, by place and body, in the map of the client. The same body again is a retry:
 * with the same key, the service creates nothing twice.
 */
async function create(client: object, place: Place, body: unknown): Promise<AnySeen> {
  const known = mapFor(client)
  const name = JSON.stringify([place.path, body])
  const key = known.get(name) ?? randomKey()
  known.delete(name)
  const header = place.takesKey && { 'Idempotency-Key': key }
  try {
    return seenIn(place, await callOrThrow(client, place.create, { path: place.parameters, header, body }))
  } catch (error) {
    // The client throws no other errors.
    if ((error as ClientError).outcome === 'unknown') known.set(name, key)
    throw error
  }
}

/** Does nothing if the mutation has the option `meta: { refreshLists: false }`. */
async function refreshLists({ client, meta }: MutationFunctionContext, { lists }: Place): Promise<void> {
  if (meta?.refreshLists === false) return
  // Otherwise the late response of a read that nobody waits for would count as fresh.
  await client.cancelQueries(lists)
  await client.invalidateQueries(lists)
}

/** @returns A function that takes the change back at once. */
export async function showUpdatedItem(queries: QueryClient, place: Place, update: AnyUpdate): Promise<() => void> {
  const given = Object.entries(Object(update.change)).filter(([, value]) => value !== undefined)
  const fields = Object.fromEntries(given.map(([name, value]) => [name, value ?? place.emptied[name]]))
  startChange(queries, place, update, fields)
  return () => void endChange(queries, place, update)
}
