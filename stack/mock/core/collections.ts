// The collections of the callers of a mock. A reset or a restore gives a caller new collections. Requests that began
// earlier keep the old ones, so what they still write is not visible. Shared items belong to the service.
import type { Respond } from '../../core/pipeline/pipeline.ts'
import type { ItemStore } from '../../core/stores/item-store.ts'
import { clone, collectionsOf, type MemoryData } from '../../core/stores/memory-store.ts'

export interface CallerCollections {
  data: MemoryData
  store: ItemStore
  respond: Respond
}

/** A test suite has fewer callers. The collections of the least recent caller are evicted. */
const maxCollections = 1_000

/** The owner of shared items (stack/core/items/collection-key.ts), and of all items of a contract without security. */
const serviceOwner = ''

/** @param create Returns the collections of a caller with these data. */
export function createCollections(create: (caller: string, data: MemoryData) => CallerCollections) {
  const collections = new Map<string, CallerCollections>()

  /** Goes back to the initial items. @param caller Default: all callers. */
  const reset = (caller?: string) => (caller === undefined ? collections.clear() : collections.delete(caller))

  // The Map is in the order of the last use.
  function get(caller: string): CallerCollections {
    const collection = collections.get(caller) ?? create(caller, withShared(caller, new Map()))
    collections.delete(caller)
    collections.set(caller, collection)
    const leastRecentlyUsed = [...collections.keys()].find((name) => name !== serviceOwner)
    if (collections.size > maxCollections && leastRecentlyUsed !== undefined) collections.delete(leastRecentlyUsed)
    return collection
  }

  function withShared(caller: string, data: MemoryData): MemoryData {
    return caller === serviceOwner ? data : data.set(serviceOwner, collectionsOf(get(serviceOwner).data, serviceOwner))
  }

  return {
    get,
    reset,
    /** Returns a function that restores the current items and keys. @param only Caller. Default: all callers. */
    snapshot(only?: string): () => void {
      const selected = [...collections].filter(([caller]) => only === undefined || caller === only)
      const snapshots = selected.map(([caller, { data }]) => [caller, clone(data)] as const)
      // The service comes first, because the collections of the other callers include its items.
      snapshots.sort(([first], [second]) => Number(second === serviceOwner) - Number(first === serviceOwner))
      return () => {
        reset(only)
        for (const [caller, data] of snapshots) collections.set(caller, create(caller, withShared(caller, clone(data))))
      }
    },
  }
}
