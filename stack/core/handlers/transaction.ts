// The reads and writes of one handler. Once it has returned and its response is valid, the store makes all writes at
// one moment, or none if something that the handler has read has changed.
import { getCollection } from '../contract/collections.ts'
import { reusedKey } from '../items/idempotency-key.ts'
import { type Listed, selectPage } from '../items/list-page.ts'
import {
  type CollectionKey,
  type CommitOptions,
  type CommitOutcome,
  type Creation,
  getDescendants,
  type ItemStore,
  type ListQuery,
  type Page,
  type Reads,
  type Write,
} from '../stores/item-store.ts'

export type Transaction = ReturnType<typeof startTransaction>

/** The store has changed between two reads of a transaction. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure'
}

/** @param earlierItem The text of an earlier creation with the key of the request, which has made the writes then. */
export function startTransaction(
  { collections }: { collections: Listed[] },
  store: ItemStore,
  earlierItem: string | undefined,
) {
  const known = new Map<string, Reads['items'][number]>()
  const revisions = new Map<string, Reads['revisions'][number]>()
  const writes: Write[] = []
  let hasCreated = false
  /** Staged items by key; a text of `null` is a deletion. */
  const staged = new Map<string, { collectionKey: CollectionKey; id: string; text: string | null }>()
  /** Keys of deleted items, also if there are new items with their ids. */
  const deleted = new Set<string>()

  async function readStored(collectionKey: CollectionKey, id: string): Promise<string | undefined> {
    if (isEmptied(collectionKey)) return undefined
    const key = getKey(collectionKey, id)
    if (!known.has(key)) {
      const text = (await store.get(collectionKey, id))?.text
      // Of concurrent reads, the first result counts for all.
      if (!known.has(key)) known.set(key, { collectionKey, id, text })
    }
    return known.get(key)?.text
  }

  async function get(collectionKey: CollectionKey, id: string): Promise<string | undefined> {
    if (isGone(collectionKey)) return undefined
    const change = staged.get(getKey(collectionKey, id))
    return change === undefined ? readStored(collectionKey, id) : (change.text ?? undefined)
  }

  /** Whether the item that has the collection, or an ancestor of it, is deleted. */
  function isGone({ parent }: CollectionKey): boolean {
    return (
      parent !== undefined &&
      (staged.get(getKey(parent.collectionKey, parent.id))?.text === null || isGone(parent.collectionKey))
    )
  }

  /** Whether all items that the store has in the collection go with an ancestor. */
  function isEmptied({ parent }: CollectionKey): boolean {
    return (
      parent !== undefined && (deleted.has(getKey(parent.collectionKey, parent.id)) || isEmptied(parent.collectionKey))
    )
  }

  /** Records the deletion of an item, and drops the staged writes of its descendants. */
  function stageDeletion(collectionKey: CollectionKey, id: string): void {
    deleted.add(getKey(collectionKey, id))
    const [from, to] = getDescendants(collectionKey, id)
    for (const [key, { collectionKey: at, id }] of staged) {
      const isDescendant = at.owner === collectionKey.owner && at.collection > from && at.collection < to
      if (isDescendant) staged.set(key, { collectionKey: at, id, text: null })
    }
  }

  async function exists({ parent }: CollectionKey): Promise<boolean> {
    return parent === undefined || (await get(parent.collectionKey, parent.id)) !== undefined
  }

  function recordRevision(collectionKey: CollectionKey, revision: string): void {
    const key = getKey(collectionKey)
    const before = revisions.get(key)
    if (before !== undefined && before.revision !== revision) throw new SerializationFailure()
    revisions.set(key, { collectionKey, revision })
  }

  function write(added: Write): void {
    writes.push(added)
    const { collectionKey, id } = added
    staged.set(getKey(collectionKey, id), { collectionKey, id, text: added.kind === 'delete' ? null : added.text })
  }

  return {
    /** Lists as if the writes had been made. Returns `undefined` if the parent does not exist. */
    async list(collectionKey: CollectionKey, query: ListQuery): Promise<Page | undefined> {
      if (!(await exists(collectionKey))) return undefined
      const changes = [...staged.values()].filter(({ collectionKey: { collection, owner } }) => {
        return collection === collectionKey.collection && owner === collectionKey.owner
      })
      const isParentStaged =
        collectionKey.parent !== undefined &&
        staged.has(getKey(collectionKey.parent.collectionKey, collectionKey.parent.id))
      const limit = query.limit + changes.length
      // The store does not have a parent that only this transaction has created.
      const page = isEmptied(collectionKey) ? undefined : await store.list(collectionKey, { ...query, limit })
      if (page !== undefined) recordRevision(collectionKey, page.revision)
      // The item that has the collection is gone.
      else if (!isParentStaged) throw new SerializationFailure()
      const collection = getCollection(collections, collectionKey.path)
      const remaining = changes.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]))
      const others = (page?.items ?? []).filter(({ id }) => changes.every((change) => change.id !== id))
      return { ...selectPage(collection, [...others, ...remaining], query, page?.next), revision: page?.revision ?? '' }
    },
    /** Returns the revision in the store, before the writes. */
    async revision(collectionKey: CollectionKey): Promise<string | undefined> {
      const revision = (await exists(collectionKey)) ? await store.revision(collectionKey) : undefined
      if (revision !== undefined) recordRevision(collectionKey, revision)
      return revision
    },
    get,
    /** @returns The text, or the earlier text with the key. @throws {Problem} 422 for a second creation with that key. */
    async create(collectionKey: CollectionKey, creation: Omit<Creation, 'check' | 'key'>): Promise<string | undefined> {
      if (!(await exists(collectionKey))) return undefined
      if (earlierItem !== undefined) {
        if (hasCreated) throw reusedKey('This Idempotency-Key was already used for one item. Choose a new key.')
        hasCreated = true
        return earlierItem
      }
      // Another item may have got the id at the same time.
      const key = getKey(collectionKey, creation.id)
      if (!known.has(key) && !isEmptied(collectionKey))
        known.set(key, { collectionKey, id: creation.id, text: undefined })
      write({ kind: 'create', collectionKey, ...creation })
      return creation.text
    },
    /** @param createdBy The item must have this one, or the commit fails. `undefined`: any. */
    async update(
      collectionKey: CollectionKey,
      id: string,
      change: (text: string) => string,
      createdBy: string | undefined,
    ) {
      const text = await get(collectionKey, id)
      if (text === undefined) return undefined
      const changed = change(text)
      if (changed !== text) write({ kind: 'update', collectionKey, id, text: changed, createdBy })
      return changed
    },
    /** @param createdBy As for an update. @returns The text before. */
    async delete(collectionKey: CollectionKey, id: string, createdBy: string | undefined): Promise<string | undefined> {
      const text = await get(collectionKey, id)
      if (text === undefined) return undefined
      write({ kind: 'delete', collectionKey, id, createdBy })
      stageDeletion(collectionKey, id)
      return text
    },
    /** What a write has left of an item; `undefined` without one. */
    getStaged: (collectionKey: CollectionKey, id: string) => staged.get(getKey(collectionKey, id))?.text ?? undefined,
    /**
     * Makes the writes. Compares nothing with the store after one read without a write or response, and for a repeated creation.
     * @param toKey Returns the key of the first creation, by the path of its collection.
     */
    async commit({
      toKey,
      ...options
    }: CommitOptions & { toKey?: (path: string) => Creation['key'] }): Promise<CommitOutcome> {
      const isOneRead = writes.length === 0 && known.size + revisions.size < 2
      if ((isOneRead && options.response === undefined) || earlierItem !== undefined) return 'committed'
      const first = writes.find(({ kind }) => kind === 'create')
      const keyed = writes.map((write) =>
        write === first ? { ...write, key: toKey?.(write.collectionKey.path) } : write,
      )
      return store.commit({ items: [...known.values()], revisions: [...revisions.values()] }, keyed, options)
    },
  }
}

/** Different for any two items, and any two collections. */
function getKey({ owner, collection }: CollectionKey, id?: string): string {
  return JSON.stringify([owner, collection, id])
}
