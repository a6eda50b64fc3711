// The collections of the callers of a mock. A reset or a restore gives a caller another collection. Requests that began before
// it keep theirs, so what they still write is not seen.
import type { Respond } from '../../core/pipeline/pipeline.ts'
import type { MemoryStore } from '../../core/resources/memory-store.ts'

export interface Collection {
  store: MemoryStore
  /** Responds like the service, with this store. */
  respond: Respond
}

export interface Collections {
  get: (caller: string) => Collection
  /** Starts again with the first items. @param caller Default: all callers. */
  reset: (caller?: string) => void
  /** Returns a function that brings back the items and keys of this moment. @param caller Default: all callers. */
  snapshot: (caller?: string) => () => void
}

/** A test suite has fewer callers. The one that was unused for the longest time goes first. */
const maxCollections = 1_000

/** @param create Returns the collection of a caller. Default of its store: a new one with the first items. */
export function createCollections(create: (caller: string, store?: MemoryStore) => Collection): Collections {
  const collections = new Map<string, Collection>()

  function reset(caller?: string): void {
    if (caller === undefined) collections.clear()
    else collections.delete(caller)
  }

  return {
    // The order of a map is that of the last use.
    get(caller) {
      const collection = collections.get(caller) ?? create(caller)
      collections.delete(caller)
      collections.set(caller, collection)
      const [oldest] = collections.keys()
      if (collections.size > maxCollections && oldest !== undefined) collections.delete(oldest)
      return collection
    },
    reset,
    snapshot(only) {
      const selected = [...collections].filter(([caller]) => only === undefined || caller === only)
      const kept = selected.map(([caller, { store }]) => [caller, store.copy()] as const)
      return () => {
        reset(only)
        for (const [caller, store] of kept) collections.set(caller, create(caller, store.copy()))
      }
    },
  }
}
