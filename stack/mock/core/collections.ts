// The collections of the callers of a mock. A reset or a restore gives a caller another collection. Requests that began
// earlier keep theirs, so what they still write is not seen. Items that several callers see belong to the service.
import type { Respond } from '../../core/pipeline/pipeline.ts'
import type { ItemStore } from '../../core/stores/item-store.ts'
import { collectionsOf, copyOf, type MemoryData } from '../../core/stores/memory-store.ts'

export interface CallerCollections {
  data: MemoryData
  store: ItemStore
  respond: Respond
}

/** A test suite has fewer callers. The one that was unused for the longest time goes first. */
const maxCollections = 1_000

/** The owner of shared items (stack/core/items/collection-key.ts), and of all items of a contract without security. */
const service = ''

/** @param create Returns the collection of a caller with these data. */
export function createCollections(create: (caller: string, data: MemoryData) => CallerCollections) {
  const collections = new Map<string, CallerCollections>()

  /** Starts again with the first items. @param caller Default: all callers. */
  const reset = (caller?: string) => (caller === undefined ? collections.clear() : collections.delete(caller))

  // The map is in the order of the last use.
  function get(caller: string): CallerCollections {
    const collection = collections.get(caller) ?? create(caller, withShared(caller, new Map()))
    collections.delete(caller)
    collections.set(caller, collection)
    const oldest = [...collections.keys()].find((name) => name !== service)
    if (collections.size > maxCollections && oldest !== undefined) collections.delete(oldest)
    return collection
  }

  function withShared(caller: string, data: MemoryData): MemoryData {
    return caller === service ? data : data.set(service, collectionsOf(get(service).data, service))
  }

  return {
    get,
    reset,
    /** Returns a function that restores the items and keys of this moment. @param only The caller. Default: all. */
    snapshot(only?: string): () => void {
      const selected = [...collections].filter(([caller]) => only === undefined || caller === only)
      const snapshots = selected.map(([caller, { data }]) => [caller, copyOf(data)] as const)
      // The others use the items of the service.
      snapshots.sort(([first], [second]) => Number(second === service) - Number(first === service))
      return () => {
        reset(only)
        for (const [caller, data] of snapshots)
          collections.set(caller, create(caller, withShared(caller, copyOf(data))))
      }
    },
  }
}
