// Tells the other tabs of a browser what this tab has created, changed and deleted, and shows their changes.

import { matchMutation, type QueryClient } from '@tanstack/query-core'
import { type AnySeen, type AnyUpdate, type CollectionRef, getId, getTargetId, itemFilters } from './collection-ref.ts'
import { showChangedItem, showCreatedItem, showRemovedItem } from './confirmed-changes.ts'

interface SharedChange {
  path: string
  kind: 'create' | 'update' | 'delete'
  /** The item as the service returned it. Without it, the item is deleted. */
  seen: AnySeen | undefined
  id: string
}

const mutationKinds = ['create', 'update', 'delete'] as const

export function shareChanges(
  queryClient: QueryClient,
  collection: CollectionRef,
  channel: BroadcastChannel,
): () => void {
  const { path, item } = collection
  const unsubscribe = queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const kind = mutationKinds.find((kind) => matchMutation({ mutationKey: [path, kind] }, event.mutation))
    if (kind === undefined) return
    // Safe because mutationFor creates the mutations with these keys.
    const { variables, data: seen } = event.mutation.state as { variables: AnyUpdate; data?: AnySeen }
    const id = seen ? getId(collection, seen[item]) : getTargetId(collection, variables)
    channel.postMessage({ path, kind, seen, id } satisfies SharedChange)
  })

  function show({ data: { path: changedPath, kind, seen, id } }: MessageEvent<SharedChange>) {
    if (changedPath !== path) return
    if (seen === undefined) return showRemovedItem(queryClient, collection, id)
    if (kind === 'create') return void showCreatedItem(queryClient, collection, seen[item])
    void showChangedItem(queryClient, collection, seen[item])
    // This tab may have a later version, so it refetches the item instead of using the entity tag of the other tab.
    void queryClient.invalidateQueries(itemFilters(collection, id))
  }
  channel.addEventListener('message', show)
  return () => {
    unsubscribe()
    channel.removeEventListener('message', show)
  }
}
