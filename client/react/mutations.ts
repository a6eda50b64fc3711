// The writes, as options for useMutation. Each also updates the lists and plants in the cache of TanStack Query.

import {
  type InfiniteData,
  type MutationFunctionContext,
  mutationOptions,
  type QueryClient,
} from '@tanstack/react-query'
import type { Plant, PlantDraft, PlantId, PlantPatch } from '../../generated/api.d.ts'
import type { PlantClient } from '../client.ts'
import type { PlantClientError } from '../errors.ts'
import { orThrow } from '../or-throw.ts'
import { plantKeys } from './keys.ts'
import { changesIn, endUpdate, showChanges, stopReads, storePlant } from './lists.ts'
import type { ListPage, SeenPlant } from './queries.ts'

/**
 * The plant to change or delete. With `seen`, the service returns 412 if the plant has changed since. With `id`, the
 * service does not check that.
 */
export type PlantReference = { seen: SeenPlant } | { id: PlantId }

/** A plant, and the properties to change. */
export type PlantUpdate = PlantReference & { change: PlantPatch }

export type PlantMutations = ReturnType<typeof plantMutations>

/** Options for `useMutation` and the other mutation APIs of TanStack Query. Each rejects like `orThrow`. */
export function plantMutations(client: PlantClient) {
  const api = orThrow(client)
  return {
    create: mutationOptions<SeenPlant, PlantClientError, PlantDraft>({
      mutationKey: plantKeys.create,
      mutationFn: async (plant) => {
        const { body, headers } = await api.createPlant({ body: plant })
        return { plant: body, etag: headers.etag }
      },
      onSuccess: (seen, _, __, { client: queries }) => storePlant(queries, seen),
      // Only the service knows which lists and pages contain the plant.
      onSettled: async (_, error, __, ___, context) => {
        if (error?.outcome !== 'unchanged') await refreshLists(context)
      },
    }),

    update: mutationOptions<SeenPlant, PlantClientError, PlantUpdate>({
      mutationKey: plantKeys.update,
      mutationFn: async ({ change, ...which }) => {
        const { body, headers } = await api.updatePlant({ ...inputOf(which), body: change })
        return { plant: body, etag: headers.etag }
      },
      onSuccess: async (seen, which, __, { client: queries }) => {
        await stopReads(queries, idOf(which))
        endUpdate(queries, idOf(which))
        storePlant(queries, seen)
        showChanges(queries, seen.plant)
      },
      onError: (_, which, __, { client: queries }) => {
        endUpdate(queries, idOf(which))
        showChanges(queries)
      },
      onSettled: (_, error, which, __, context) =>
        Promise.all([error && refreshPlant(context, which), refreshLists(context)]),
    }),

    /** Removes the plant from the lists at once, and restores it if the deletion fails. */
    delete: mutationOptions<void, PlantClientError, PlantReference>({
      mutationKey: plantKeys.delete,
      mutationFn: async (which) => {
        await api.deletePlant(inputOf(which))
      },
      onMutate: async (which, { client: queries }) => {
        await stopReads(queries, idOf(which))
        changesIn(queries).set(idOf(which), undefined)
        showChanges(queries)
      },
      onError: (_, which, __, { client: queries }) => {
        changesIn(queries).delete(idOf(which))
        showChanges(queries)
      },
      onSuccess: (_, which, __, { client: queries }) => {
        queries.removeQueries({ queryKey: plantKeys.plant(idOf(which)) })
      },
      onSettled: async (_, error, which, __, context) => {
        // The last of several deletions refreshes for all of them.
        const isLast = context.client.isMutating({ mutationKey: plantKeys.delete }) === 1
        await Promise.all([error && refreshPlant(context, which), isLast && refreshLists(context)])
      },
    }),
  }
}

function idOf(which: PlantReference): PlantId {
  return 'seen' in which ? which.seen.plant.id : which.id
}

function inputOf(which: PlantReference) {
  return { path: { id: idOf(which) }, ...('seen' in which && { header: { 'If-Match': which.seen.etag } }) }
}

function refreshPlant({ client: queries }: MutationFunctionContext, which: PlantReference): Promise<void> {
  return queries.invalidateQueries({ queryKey: plantKeys.plant(idOf(which)) })
}

/** Does nothing if the mutation has the option `meta: { refreshLists: false }`. */
async function refreshLists({ client: queries, meta }: MutationFunctionContext): Promise<void> {
  if (meta?.refreshLists === false) return
  const lists = { queryKey: plantKeys.lists }
  // Otherwise the late response of a read that nobody waits for would count as fresh.
  await queries.cancelQueries(lists)
  await queries.invalidateQueries(lists)
}

/**
 * Shows an update before the service has confirmed it, for `onMutate` of `useUpdatePlant`. Until the update has ended, no
 * read shows the earlier values. @returns A function that takes the change back at once, for `onError`.
 */
export async function showUpdate(queries: QueryClient, update: PlantUpdate): Promise<() => void> {
  const id = idOf(update)
  await stopReads(queries, id)
  const seen = queries.getQueryData<SeenPlant>(plantKeys.plant(id))
  const before = seen?.plant ?? listedPlant(queries, id)
  if (before === undefined) return () => {}
  const { name = before.name, tag = before.tag } = update.change
  const plant = { ...before, name, tag: tag ?? '' }
  changesIn(queries).set(id, plant)
  showChanges(queries)
  if (seen) storePlant(queries, { ...seen, plant })
  return () => {
    endUpdate(queries, id)
    showChanges(queries)
    if (seen) storePlant(queries, seen)
  }
}

function listedPlant(queries: QueryClient, id: PlantId): Plant | undefined {
  const lists = queries.getQueriesData<InfiniteData<ListPage>>({ queryKey: plantKeys.lists })
  const plants = lists.flatMap(([, list]) => list?.pages ?? []).flatMap(({ read }) => read)
  return plants.find((plant) => plant.id === id)
}
