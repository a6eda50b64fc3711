// What can be changed, as options for useMutation: each keeps what TanStack Query has in step with the service.

import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { NewPlant, PlantId, PlantPatch } from '../../generated/api.d.ts'
import type { PlantClient } from '../client.ts'
import type { PlantClientError } from '../errors.ts'
import { orThrow } from '../or-throw.ts'
import { plantKeys } from './keys.ts'
import { removeFromLists, replaceInLists } from './lists.ts'
import type { SeenPlant } from './queries.ts'

/** Which plant: as it was seen, to be refused with 412 if it has changed since, or whatever it is by now. */
export type WhichPlant = { seen: SeenPlant } | { id: PlantId }

export type PlantUpdate = WhichPlant & { change: PlantPatch }

export type PlantMutations = ReturnType<typeof plantMutations>

export function plantMutations(client: PlantClient) {
  const api = orThrow(client)
  return {
    create: mutationOptions<SeenPlant, PlantClientError, NewPlant>({
      mutationKey: plantKeys.create,
      mutationFn: async (plant) => {
        const { body, headers } = await api.createPlant({ body: plant })
        return { plant: body, etag: headers.etag }
      },
      onSuccess: (seen, _, __, { client: queries }) => {
        keep(queries, seen)
        // Whether it stands in a list, and on which page, is for the service to say.
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
        keep(queries, seen)
        replaceInLists(queries, seen.plant)
      },
      onSettled: async (_, error, which, ___, { client: queries }) => {
        const isStale = error && queries.invalidateQueries({ queryKey: plantKeys.plant(idOf(which)) })
        await Promise.all([isStale, refreshLists(queries)])
      },
    }),

    /** Takes the plant out of the lists at once, and puts it back where the service refuses. */
    delete: mutationOptions<void, PlantClientError, WhichPlant, () => void>({
      mutationKey: plantKeys.delete,
      mutationFn: async (which) => {
        await api.deletePlant(inputOf(which))
      },
      onMutate: async (which, { client: queries }) => {
        // The answer to what was asked before would bring it back.
        await queries.cancelQueries({ queryKey: plantKeys.lists })
        return removeFromLists(queries, idOf(which))
      },
      onError: (_, which, putBack, { client: queries }) => {
        putBack?.()
        return queries.invalidateQueries({ queryKey: plantKeys.plant(idOf(which)) })
      },
      onSuccess: (_, which, __, { client: queries }) => {
        queries.removeQueries({ queryKey: plantKeys.plant(idOf(which)) })
      },
      onSettled: async (_, __, ___, ____, { client: queries }) => {
        // While another is on its way, a list would show its plant again.
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

function keep(queries: QueryClient, seen: SeenPlant): void {
  queries.setQueryData(plantKeys.plant(seen.plant.id), seen)
}

function refreshLists(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: plantKeys.lists })
}
