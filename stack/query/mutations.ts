// The writes, as options for useMutation or createMutation. Each also updates the lists and items in the cache of TanStack Query.

import type {
  InfiniteData,
  MutationFunctionContext,
  MutationKey,
  MutationObserverOptions,
  QueryClient,
} from '@tanstack/query-core'
import type { AnyCollection, BodyOf, Seen } from '../client/collections.ts'
import type { ContractTypes } from '../client/contract.ts'
import type { ClientError } from '../client/errors.ts'
import { callOrThrow } from '../client/or-throw.ts'
import { randomKey } from '../client/request.ts'
import { type AnyPage, endChange, mapFor, startChange } from './lists.ts'
import { type AnySeen, getEntry, getId, type Place } from './place.ts'
import { seenIn } from './queries.ts'

/**
 * The item to change or delete. With `seen`, the service returns 412 if the item has changed since. With `id`, the
 * service does not check that.
 */
export type Reference<T extends ContractTypes, Path extends AnyCollection<T>> = { seen: Seen<T, Path> } | { id: string }

/** An item, and the properties to change. */
export type Update<T extends ContractTypes, Path extends AnyCollection<T>> = Reference<T, Path> & {
  change: BodyOf<T, Path, 'update'>
}

export interface AnyUpdate {
  seen?: AnySeen
  id?: string
  change?: unknown
}

/**
 * Options for `useMutation` or `createMutation` of TanStack Query. They reject like `orThrow`. Of their `meta`, `refreshLists: false`
 * keeps the lists as they are, and `optimistic: true` shows an update before the service has confirmed it.
 */
export type Mutation<Data, Variables> = MutationObserverOptions<Data, ClientError, Variables> & {
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

export type MutationKind = keyof MutationData<ContractTypes, never>

export function mutationFor(client: object, kind: MutationKind, place: Place): object {
  const mutationKey = [place.path, kind]
  if (kind === 'create') {
    return {
      mutationKey,
      retry: false,
      mutationFn: (body) => create(client, place, body),
      onSuccess: (seen, _, __, { client: queries }) => storeItem(queries, place, seen),
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
      if (isDeletion) startChange(queries, place, idIn(which))
      else if (meta?.optimistic) rollbacks.set(which, await showUpdatedItem(queries, place, which))
    },
    onSuccess: async (seen, which, _, { client: queries }) => {
      if (!seen) return queries.removeQueries(getEntry(place, idIn(which)))
      await stopReads(queries, place, idIn(which))
      endChange(queries, place, idIn(which), false, seen[place.item])
      await storeItem(queries, place, seen)
    },
    onError: (_, which, __, { client: queries }) => {
      endChange(queries, place, idIn(which), isDeletion)
      rollbacks.get(which)?.()
    },
    onSettled: async (_, error, which, __, context) => {
      if (error) await context.client.invalidateQueries(getEntry(place, idIn(which)))
      // The last of several changes refreshes for all of them.
      if (context.client.isMutating({ mutationKey }) === 1) await refreshLists(context, place)
    },
  } satisfies Mutation<AnySeen | undefined, AnyUpdate>
}

/** What takes back an optimistic update, by its variables. */
const rollbacks = new WeakMap<object, () => void>()

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

function referredId(place: Place, { seen, id = '' }: AnyUpdate): string {
  return seen ? getId(place, seen[place.item]) : id
}

/** Stores an item for `useItem`. Without its entity tag, it is read again. */
async function storeItem(queries: QueryClient, place: Place, seen: AnySeen): Promise<void> {
  const entry = getEntry(place, getId(place, seen[place.item]))
  if (seen.etag) queries.setQueryData(entry.queryKey, seen)
  else await queries.invalidateQueries(entry)
}

/** Does nothing if the mutation has the option `meta: { refreshLists: false }`. */
async function refreshLists({ client, meta }: MutationFunctionContext, { lists }: Place): Promise<void> {
  if (meta?.refreshLists === false) return
  // Otherwise the late response of a read that nobody waits for would count as fresh.
  await client.cancelQueries(lists)
  await client.invalidateQueries(lists)
}

/** Stops the reads whose late response would undo a change: those of the item and of every list. */
async function stopReads(queries: QueryClient, place: Place, id: string): Promise<void> {
  await queries.cancelQueries(place.lists)
  await queries.cancelQueries(getEntry(place, id))
}

/** @returns A function that takes the change back at once. */
export async function showUpdatedItem(
  queries: QueryClient,
  place: Place,
  { change, ...which }: AnyUpdate,
): Promise<() => void> {
  const id = referredId(place, which)
  await stopReads(queries, place, id)
  const seen = queries.getQueryData<AnySeen>(getEntry(place, id).queryKey)
  const before = seen?.[place.item] ?? listedItem(queries, place, id)
  if (before === undefined) return () => {}
  const given = Object.entries(Object(change)).filter(([, value]) => value !== undefined)
  const item = { ...before, ...Object.fromEntries(given.map(([name, value]) => [name, value ?? place.emptied[name]])) }
  startChange(queries, place, id, item)
  if (seen) void storeItem(queries, place, { ...seen, [place.item]: item })
  return () => {
    endChange(queries, place, id, false)
    if (seen) void storeItem(queries, place, seen)
  }
}

function listedItem(queries: QueryClient, place: Place, id: string): unknown {
  const lists = queries.getQueriesData<InfiniteData<AnyPage>>(place.lists)
  const items = lists.flatMap(([, list]) => list?.pages ?? []).flatMap(({ read }) => read)
  return items.find((item) => getId(place, item) === id)
}
