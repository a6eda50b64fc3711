// The writes, as options for useMutation. Each also updates the lists and plants in the cache of TanStack Query.

import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { PlantDraft, PlantId, PlantPatch } from '../../generated/api.d.ts'
import type { PlantClient } from '../client.ts'
import type { PlantClientError } from '../errors.ts'
import { orThrow } from '../or-throw.ts'
import { plantKeys } from './keys.ts'
import { removeFromLists, replaceInLists } from './lists.ts'
import type { SeenPlant } from './queries.ts'

/**
 * The plant to change or delete. With `seen`, the service returns 412 if the plant has changed since. With `id`, the
 * service does not check that.
 */
export type WhichPlant = { seen: SeenPlant } | { id: PlantId }

/** A plant, and the properties to change. */
export type PlantUpdate = WhichPlant & { change: PlantPatch }

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
      onSuccess: (seen, _, __, { client: queries }) => {
        store(queries, seen)
        // Only the service knows which lists and pages contain the plant.
        return refreshLists(queries)
      },
    }),

    update: mutationOptions<SeenPlant, PlantClientError, PlantUpdate>({
      mutationKey: plantKeys.update,
      mutationFn: async ({ change, ...which }) => {
        const { body, headers } = await api.updatePlant({ ...inputOf(which), body: change })
        return { plant: body, etag: headers.etag }
      },
      onSuccess: (seen, _, __, { client: queries }) => {
        store(queries, seen)
        replaceInLists(queries, seen.plant)
      },
      onSettled: async (_, error, which, ___, { client: queries }) => {
        const isStale = error && queries.invalidateQueries({ queryKey: plantKeys.plant(idOf(which)) })
        await Promise.all([isStale, refreshLists(queries)])
      },
    }),

    /** Removes the plant from the lists at once, and restores it if the deletion fails. */
    delete: mutationOptions<void, PlantClientError, WhichPlant, () => void>({
      mutationKey: plantKeys.delete,
      mutationFn: async (which) => {
        await api.deletePlant(inputOf(which))
      },
      onMutate: async (which, { client: queries }) => {
        // The response of a list requested earlier would bring the plant back.
        await queries.cancelQueries({ queryKey: plantKeys.lists })
        return removeFromLists(queries, idOf(which))
      },
      onError: (_, which, restore, { client: queries }) => {
        restore?.()
        return queries.invalidateQueries({ queryKey: plantKeys.plant(idOf(which)) })
      },
      onSuccess: (_, which, __, { client: queries }) => {
        queries.removeQueries({ queryKey: plantKeys.plant(idOf(which)) })
      },
      onSettled: async (_, __, ___, ____, { client: queries }) => {
        // A list requested while another deletion is pending would show the plant of that deletion again.
        if (queries.isMutating({ mutationKey: plantKeys.delete }) === 1) await refreshLists(queries)
      },
    }),
  }
}

function idOf(which: WhichPlant): PlantId {
  return 'seen' in which ? which.seen.plant.id : which.id
}

function inputOf(which: WhichPlant) {
  return { path: { id: idOf(which) }, ...('seen' in which && { header: { 'If-Match': which.seen.etag } }) }
}

function store(queries: QueryClient, seen: SeenPlant): void {
  queries.setQueryData(plantKeys.plant(seen.plant.id), seen)
}

function refreshLists(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: plantKeys.lists })
}
