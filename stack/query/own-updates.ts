// Recognizes the updates of this QueryClient, so that an observer does not take them for changes of another client.

import { hashKey, matchMutation, type QueryClient } from '@tanstack/query-core'
import { type AnySeen, type AnyUpdate, type CollectionRef, getTargetId } from './collection-ref.ts'

const getUpdateFilters = ({ path }: CollectionRef) => ({ mutationKey: [path, 'update'] })

/**
 * Calls the listener when an update starts, pauses, fails or succeeds.
 * @param listener Gets the item that the service returned for a successful update. @returns A function that unsubscribes.
 */
export function subscribeToUpdates(
  queryClient: QueryClient,
  collection: CollectionRef,
  listener: (id: string, update: AnyUpdate, updated?: AnySeen) => void,
): () => void {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || !matchMutation(getUpdateFilters(collection), event.mutation)) return
    // Safe because mutationFor creates the mutations with this key. The data is undefined until the mutation succeeds.
    const { variables, data } = event.mutation.state as { variables: AnyUpdate; data?: AnySeen }
    listener(getTargetId(collection, variables), variables, data)
  })
}

/** Whether an update in this collection is pending. Fetched items may already have it. */
export function isUpdating(queryClient: QueryClient, collection: CollectionRef): boolean {
  return queryClient.isMutating(getUpdateFilters(collection)) > 0
}

/**
 * Whether an item differs by this update only. The response to an update without an entity tag can also contain an earlier
 * change of another client. Fields that no update can change, such as the date of the last change, are ignored.
 */
export function isOwnChange(
  collection: CollectionRef,
  oldSeen: AnySeen,
  { seen, change }: AnyUpdate,
  newSeen: AnySeen,
): boolean {
  if (seen && seen.etag === oldSeen.etag) return true
  const [oldItem, newItem] = [Object(oldSeen[collection.item]), Object(newSeen[collection.item])]
  const isSame = (name: string) => name in Object(change) || hashKey([oldItem[name]]) === hashKey([newItem[name]])
  return Object.keys(collection.valueAfterNull).every(isSame)
}
