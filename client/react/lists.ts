// Changes the lists and plants in the cache of TanStack Query, before or after the service has confirmed a change.

import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Plant, PlantId } from '../../generated/api.d.ts'
import { plantKeys } from './keys.ts'
import type { ListPage, SeenPlant } from './queries.ts'

// What to show instead of the plants that the service returns: a changed plant, or `undefined` for a deleted one. The
// service may have read a list before it changed the plant.
const changes = new WeakMap<QueryClient, Map<PlantId, Plant | undefined>>()

export function changesIn(queries: QueryClient): Map<PlantId, Plant | undefined> {
  const known = changes.get(queries) ?? new Map()
  changes.set(queries, known)
  return known
}

/** A page as it is shown. */
export function shownPage(queries: QueryClient, { read, next }: Omit<ListPage, 'plants'>): ListPage {
  const shown = changesIn(queries)
  return { read, plants: read.flatMap((plant) => (shown.has(plant.id) ? (shown.get(plant.id) ?? []) : plant)), next }
}

/** Shows the changes in every list. @param confirmed A plant that the service has just returned. */
export function showChanges(queries: QueryClient, confirmed?: Plant): void {
  const newest = (plant: Plant) => (plant.id === confirmed?.id ? confirmed : plant)
  queries.setQueriesData<InfiniteData<ListPage>>(
    { queryKey: plantKeys.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map(({ read, next }) => shownPage(queries, { read: read.map(newest), next })),
      },
  )
}

/** Ends what `showUpdate` shows. A plant that is being deleted stays hidden. */
export function endUpdate(queries: QueryClient, id: PlantId): void {
  if (changesIn(queries).get(id)) changesIn(queries).delete(id)
}

/** Stores a plant for `usePlant`. */
export function storePlant(queries: QueryClient, seen: SeenPlant): void {
  queries.setQueryData(plantKeys.plant(seen.plant.id), seen)
}

/** Stops the reads whose late response would undo a change: those of the plant and of every list. */
export async function stopReads(queries: QueryClient, id: PlantId): Promise<void> {
  await queries.cancelQueries({ queryKey: plantKeys.lists })
  await queries.cancelQueries({ queryKey: plantKeys.plant(id) })
}
