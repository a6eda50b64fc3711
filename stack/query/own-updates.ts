// The updates that a QueryClient makes, so that an observer of an item does not take them for changes of another client.

import { hashKey, matchMutation, type QueryClient } from '@tanstack/query-core'
import { type AnySeen, type AnyUpdate, type CollectionRef, referredId } from './collection-ref.ts'

const updatesIn = ({ path }: CollectionRef) => ({ mutationKey: [path, 'update'] })

/**
 * Calls the listener when an update starts, waits, fails or succeeds.
 * @param listener Gets the item that the service returned for a success. @returns Ends that.
 */
export function subscribeToUpdates(
  queryClient: QueryClient,
  collection: CollectionRef,
  listener: (id: string, update: AnyUpdate, updated?: AnySeen) => void,
): () => void {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || !matchMutation(updatesIn(collection), event.mutation)) return
    // Safe because mutationFor makes the mutations with this key. The data is undefined until the success.
    const { variables, data } = event.mutation.state as { variables: AnyUpdate; data?: AnySeen }
    listener(referredId(collection, variables), variables, data)
  })
}

/** Whether an update in this collection has not ended. The items that are read may have it already. */
export function isUpdating(queryClient: QueryClient, collection: CollectionRef): boolean {
  return queryClient.isMutating(updatesIn(collection)) > 0
}

/**
 * Whether an item differs by this update only. An update without an entity tag also returns what another client has changed before.
 * Fields that no update can change, such as a date of the last change, do not count.
 */
export function isOwnChange(
  collection: CollectionRef,
  before: AnySeen,
  { seen, change }: AnyUpdate,
  now: AnySeen,
): boolean {
  if (seen && seen.etag === before.etag) return true
  const [old, current] = [Object(before[collection.item]), Object(now[collection.item])]
  const isSame = (name: string) => name in Object(change) || hashKey([old[name]]) === hashKey([current[name]])
  return Object.keys(collection.emptied).every(isSame)
}
