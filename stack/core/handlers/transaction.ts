// The reads and writes of one handler. Once it has returned and its response is valid, the store makes all writes at
// one moment, or none if something that the handler has read has changed.
import { getCollection } from '../contract/collections.ts'
import { reusedKey } from '../items/idempotency-key.ts'
import { type Listed, selectPage } from '../items/list-page.ts'
import {
  type Commit,
  type CommitOptions,
  type Creation,
  getDescendants,
  type ItemStore,
  type ListQuery,
  type Page,
  type Place,
  type Reads,
  type Write,
} from '../stores/item-store.ts'

export type Transaction = ReturnType<typeof startTransaction>

/** The store has changed between two reads of a transaction. */
export class Stale extends Error {
  override readonly name = 'Stale'
}

/** @param earlier The text of an earlier creation with the key of the request, which has made the writes then. */
export function startTransaction(
  { collections }: { collections: Listed[] },
  store: ItemStore,
  earlier: string | undefined,
) {
  const known = new Map<string, Reads['items'][number]>()
  const revisions = new Map<string, Reads['revisions'][number]>()
  const writes: Write[] = []
  let hasCreated = false
  /** By key: `null` for a deleted item. */
  const staged = new Map<string, { place: Place; id: string; text: string | null }>()
  /** By key: items that were deleted, also if there are new ones with their ids. */
  const deleted = new Set<string>()

  async function stored(place: Place, id: string): Promise<string | undefined> {
    if (isEmptied(place)) return undefined
    const key = getKey(place, id)
    if (!known.has(key)) {
      const text = (await store.get(place, id))?.text
      // Of several reads at a time, the first result counts for all.
      if (!known.has(key)) known.set(key, { place, id, text })
    }
    return known.get(key)?.text
  }

  async function get(place: Place, id: string): Promise<string | undefined> {
    if (isGone(place)) return undefined
    const found = staged.get(getKey(place, id))
    return found === undefined ? stored(place, id) : (found.text ?? undefined)
  }

  /** Whether the item that has the collection, or one above it, is deleted. */
  function isGone({ parent }: Place): boolean {
    return parent !== undefined && (staged.get(getKey(parent.place, parent.id))?.text === null || isGone(parent.place))
  }

  /** Whether all items that the store has in the collection go with an item above them. */
  function isEmptied({ parent }: Place): boolean {
    return parent !== undefined && (deleted.has(getKey(parent.place, parent.id)) || isEmptied(parent.place))
  }

  /** Also the items below it. */
  function stageDeletion(place: Place, id: string): void {
    deleted.add(getKey(place, id))
    const [from, to] = getDescendants(place, id)
    for (const [key, { place: at, id }] of staged) {
      const isBelow = at.owner === place.owner && at.collection > from && at.collection < to
      if (isBelow) staged.set(key, { place: at, id, text: null })
    }
  }

  async function exists({ parent }: Place): Promise<boolean> {
    return parent === undefined || (await get(parent.place, parent.id)) !== undefined
  }

  function keepRevision(place: Place, revision: string): void {
    const key = getKey(place)
    const before = revisions.get(key)
    if (before !== undefined && before.revision !== revision) throw new Stale()
    revisions.set(key, { place, revision })
  }

  function write(one: Write): void {
    writes.push(one)
    const { place, id } = one
    staged.set(getKey(place, id), { place, id, text: one.kind === 'delete' ? null : one.text })
  }

  return {
    /** As if the writes had been made, like each of these. `undefined` if the parent does not exist. */
    async list(place: Place, query: ListQuery): Promise<Page | undefined> {
      if (!(await exists(place))) return undefined
      const own = [...staged.values()].filter(({ place: { collection, owner } }) => {
        return collection === place.collection && owner === place.owner
      })
      const isNew = place.parent !== undefined && staged.has(getKey(place.parent.place, place.parent.id))
      // A parent that only this transaction has is no parent in the store.
      const limit = query.limit + own.length
      const page = isEmptied(place) ? undefined : await store.list(place, { ...query, limit })
      if (page !== undefined) keepRevision(place, page.revision)
      // The item that has the collection is gone.
      else if (!isNew) throw new Stale()
      const collection = getCollection(collections, place.path)
      const left = own.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]))
      const others = (page?.items ?? []).filter(({ id }) => own.every((one) => one.id !== id))
      return { ...selectPage(collection, [...others, ...left], query, page?.next), revision: page?.revision ?? '' }
    },
    /** That of the store, before the writes. */
    async revision(place: Place): Promise<string | undefined> {
      const revision = (await exists(place)) ? await store.revision(place) : undefined
      if (revision !== undefined) keepRevision(place, revision)
      return revision
    },
    get,
    /** @returns The text, or that of the earlier creation with the key. @throws {Problem} 422 for a second one then. */
    async create(place: Place, creation: Omit<Creation, 'check' | 'key'>): Promise<string | undefined> {
      if (!(await exists(place))) return undefined
      if (earlier !== undefined) {
        if (hasCreated) throw reusedKey('This Idempotency-Key was already used for one item. Choose a new key.')
        hasCreated = true
        return earlier
      }
      // Another item may have got the id at the same time.
      const key = getKey(place, creation.id)
      if (!known.has(key) && !isEmptied(place)) known.set(key, { place, id: creation.id, text: undefined })
      write({ kind: 'create', place, ...creation })
      return creation.text
    },
    /** @param creator The item must have this one, or the commit fails. `undefined`: any. */
    async update(place: Place, id: string, change: (text: string) => string, creator: string | undefined) {
      const text = await get(place, id)
      if (text === undefined) return undefined
      const changed = change(text)
      if (changed !== text) write({ kind: 'update', place, id, text: changed, creator })
      return changed
    },
    /** @param creator As for an update. @returns The text before. */
    async delete(place: Place, id: string, creator: string | undefined): Promise<string | undefined> {
      const text = await get(place, id)
      if (text === undefined) return undefined
      write({ kind: 'delete', place, id, creator })
      stageDeletion(place, id)
      return text
    },
    /** What a write has left of an item; `undefined` without one. */
    written: (place: Place, id: string) => staged.get(getKey(place, id))?.text ?? undefined,
    /**
     * Makes the writes. A transaction with one read and no write is not compared with the store.
     * @param toKey Returns the key of the first creation, by the path of its collection.
     */
    async commit({
      toKey,
      ...options
    }: CommitOptions & { toKey?: (path: string) => Creation['key'] }): Promise<Commit> {
      const isOneRead = writes.length === 0 && known.size + revisions.size < 2
      if ((isOneRead && options.response === undefined) || earlier !== undefined) return 'committed'
      const first = writes.find(({ kind }) => kind === 'create')
      const keyed = writes.map((one) => (one === first ? { ...one, key: toKey?.(one.place.path) } : one))
      return store.commit({ items: [...known.values()], revisions: [...revisions.values()] }, keyed, options)
    },
  }
}

/** Different for any two items, and any two collections. */
function getKey({ owner, collection }: Place, id?: string): string {
  return JSON.stringify([owner, collection, id])
}
