// Several writes at one moment, in a store whose calls do not wait.
import type { Commit, Creation, Deletion, Place, Reads, Write } from './item-store.ts'

export interface SynchronousStore {
  find: (place: Place, id: string) => { text: string; creator: string } | undefined
  revision: (place: Place) => string | undefined
  create: (place: Place, creation: Creation) => string | undefined
  /** @returns Whether there is such an item. */
  replace: (place: Place, id: string, text: string) => boolean
  remove: (place: Place, id: string) => Deletion | undefined
  /** Called before the writes. @returns What undoes them, and what is called at the end. */
  begin: (writes: Write[]) => { undo: () => void; end?: () => void }
}

/** @throws What a write throws. Then none was made. */
export function commitNow(store: SynchronousStore, { items, revisions }: Reads, writes: Write[]): Commit {
  const isSame =
    items.every(({ place, id, text }) => store.find(place, id)?.text === text) &&
    revisions.every(({ place, revision }) => store.revision(place) === revision)
  if (!isSame) return 'stale'
  const { undo, end } = store.begin(writes)
  try {
    for (const write of writes) {
      const refusal = toRefusal(store, write)
      if (refusal === undefined) continue
      undo()
      return refusal
    }
  } catch (error) {
    undo()
    throw error
  } finally {
    end?.()
  }
  return 'committed'
}

/** @returns Why the write was not made; `undefined` if it was. */
function toRefusal(store: SynchronousStore, write: Write): Exclude<Commit, 'committed'> | undefined {
  const { place, id } = write
  if (write.kind !== 'create' && write.creator !== undefined) {
    const found = store.find(place, id)
    if (found !== undefined && found.creator !== write.creator) return { ofAnother: place }
  }
  if (write.kind === 'update') return store.replace(place, id, write.text) ? undefined : 'stale'
  if (write.kind === 'create') {
    const text = store.create(place, write)
    if (text === undefined) return 'stale'
    return text === write.text ? undefined : { earlier: text }
  }
  const outcome = store.remove(place, id)
  if (outcome === undefined) return 'stale'
  return outcome === 'deleted' ? undefined : { withChildren: place }
}
