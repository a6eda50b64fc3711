// The collections of the callers of a mock. A reset or a restore gives a caller another collection. Requests that began before
// it keep theirs, so what they still write is not seen. Items that several callers see belong to the service.
import type { Respond } from '../../core/pipeline/pipeline.ts'
import type { ItemStore, Place } from '../../core/resources/item-store.ts'
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

/** The owner of these items (stack/core/resources/place.ts), and of all items of a contract without security. */
const service = ''

/**
 * @param create Returns the collection of a caller. Default of its store: a new one with the first items. `shared` has the items
 * that several callers see.
 * @param isSharing Whether the contract has such items.
 */
export function createCollections(
  create: (caller: string, store?: MemoryStore, shared?: MemoryStore) => Collection,
  isSharing: boolean,
): Collections {
  const collections = new Map<string, Collection>()

  function reset(caller?: string): void {
    if (caller === undefined) collections.clear()
    else collections.delete(caller)
  }

  // The order of a map is that of the last use.
  function get(caller: string): Collection {
    const collection = collections.get(caller) ?? create(caller, undefined, sharedFor(caller))
    collections.delete(caller)
    collections.set(caller, collection)
    const oldest = collections.keys().find((one) => one !== service)
    if (collections.size > maxCollections && oldest !== undefined) collections.delete(oldest)
    return collection
  }

  function sharedFor(caller: string): MemoryStore | undefined {
    return isSharing && caller !== service ? get(service).store : undefined
  }

  return {
    get,
    reset,
    snapshot(only) {
      const selected = [...collections].filter(([caller]) => only === undefined || caller === only)
      const kept = selected.map(([caller, { store }]) => [caller, store.copy()] as const)
      // The others use the items of the service.
      kept.sort(([one], [other]) => Number(other === service) - Number(one === service))
      return () => {
        reset(only)
        for (const [caller, store] of kept) collections.set(caller, create(caller, store.copy(), sharedFor(caller)))
      }
    },
  }
}

/** @param shared The store of the items that belong to the service. */
export function withShared(own: MemoryStore, shared: MemoryStore): MemoryStore {
  const storeOf = ({ owner }: Place) => (owner === service ? shared : own)
  return {
    ...own,
    list: (place, query) => storeOf(place).list(place, query),
    revision: (place) => storeOf(place).revision(place),
    get: (place, id) => storeOf(place).get(place, id),
    create: (place, creation, options) => storeOf(place).create(place, creation, options),
    update: (place, id, change, options) => storeOf(place).update(place, id, change, options),
    delete: (place, id, check, options) => storeOf(place).delete(place, id, check, options),
    async commit(reads, writes) {
      const partOf = (store: ItemStore) => {
        const isOf = ({ place }: { place: Place }) => storeOf(place) === store
        const part = { items: reads.items.filter(isOf), revisions: reads.revisions.filter(isOf) }
        return [part, writes.filter(isOf)] as const
      }
      // On copies first: one store must not change if the other one refuses.
      for (const store of [own, shared]) {
        const outcome = await store.copy().commit(...partOf(store))
        if (outcome !== 'committed') return outcome
      }
      const [outcome] = await Promise.all([own, shared].map((store) => store.commit(...partOf(store))))
      return outcome ?? 'committed'
    },
  }
}
