// The reads and writes of one handler. Once it has returned and its response is valid, the store makes all writes
// atomically, or none if something that the handler has read has changed.
import { getCollection } from '../contract/collections.ts'
import { reusedKey } from '../items/idempotency-key.ts'
import { type ListedCollection, selectPage } from '../items/list-page.ts'
import {
  type CollectionKey,
  type CommitOptions,
  type CommitOutcome,
  type Creation,
  getDescendantRange,
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

/** @param earlierItem Item created by an earlier request with the same key, which has made all writes already. */
export function startTransaction(
  { collections }: { collections: ListedCollection[] },
  store: ItemStore,
  earlierItem: string | undefined,
) {
  const readItems = new Map<string, Reads['items'][number]>()
  const revisions = new Map<string, Reads['revisions'][number]>()
  const writes: Write[] = []
  let hasCreated = false
  /** Staged items by key; a text of `null` is a deletion. */
  const staged = new Map<string, { collectionKey: CollectionKey; id: string; text: string | null }>()
  /** Keys of deleted items, even if new items have their ids. */
  const deletedKeys = new Set<string>()

  async function readStored(collectionKey: CollectionKey, id: string): Promise<string | undefined> {
    if (isCleared(collectionKey)) return undefined
    const key = getKey(collectionKey, id)
    if (!readItems.has(key)) {
      const text = (await store.get(collectionKey, id))?.text
      // Of concurrent reads, the first result wins.
      if (!readItems.has(key)) readItems.set(key, { collectionKey, id, text })
    }
    return readItems.get(key)?.text
  }

  async function get(collectionKey: CollectionKey, id: string): Promise<string | undefined> {
    if (isParentDeleted(collectionKey)) return undefined
    const change = staged.get(getKey(collectionKey, id))
    return change === undefined ? readStored(collectionKey, id) : (change.text ?? undefined)
  }

  /** Whether the parent of the collection, or an ancestor of the parent, is deleted now. */
  function isParentDeleted({ parent }: CollectionKey): boolean {
    return (
      parent !== undefined &&
      (staged.get(getKey(parent.collectionKey, parent.id))?.text === null || isParentDeleted(parent.collectionKey))
    )
  }

  /** Whether an ancestor was deleted, even if it was created again: then no stored item of the collection is left. */
  function isCleared({ parent }: CollectionKey): boolean {
    return (
      parent !== undefined &&
      (deletedKeys.has(getKey(parent.collectionKey, parent.id)) || isCleared(parent.collectionKey))
    )
  }

  /** Records the deletion of an item, and marks its staged descendants as deleted. */
  function stageDeletion(collectionKey: CollectionKey, id: string): void {
    deletedKeys.add(getKey(collectionKey, id))
    const [from, to] = getDescendantRange(collectionKey, id)
    for (const [key, { collectionKey: at, id }] of staged) {
      const isDescendant = at.owner === collectionKey.owner && at.collection > from && at.collection < to
      if (isDescendant) staged.set(key, { collectionKey: at, id, text: null })
    }
  }

  async function parentExists({ parent }: CollectionKey): Promise<boolean> {
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
    /** Lists items as if the writes had been made. Returns `undefined` if the parent does not exist. */
    async list(collectionKey: CollectionKey, query: ListQuery): Promise<Page | undefined> {
      if (!(await parentExists(collectionKey))) return undefined
      const changes = [...staged.values()].filter(({ collectionKey: { collection, owner } }) => {
        return collection === collectionKey.collection && owner === collectionKey.owner
      })
      const isParentStaged =
        collectionKey.parent !== undefined &&
        staged.has(getKey(collectionKey.parent.collectionKey, collectionKey.parent.id))
      const limit = query.limit + changes.length
      // The store does not have a parent that only this transaction has created.
      const page = isCleared(collectionKey) ? undefined : await store.list(collectionKey, { ...query, limit })
      if (page !== undefined) recordRevision(collectionKey, page.revision)
      // Another request has deleted the parent.
      else if (!isParentStaged) throw new SerializationFailure()
      const collection = getCollection(collections, collectionKey.path)
      const edited = changes.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]))
      const unchanged = (page?.items ?? []).filter(({ id }) => changes.every((change) => change.id !== id))
      return { ...selectPage(collection, [...unchanged, ...edited], query, page?.next), revision: page?.revision ?? '' }
    },
    /** Returns the revision in the store, without the staged writes. */
    async revision(collectionKey: CollectionKey): Promise<string | undefined> {
      const revision = (await parentExists(collectionKey)) ? await store.revision(collectionKey) : undefined
      if (revision !== undefined) recordRevision(collectionKey, revision)
      return revision
    },
    get,
    /** @returns The text, or that of the earlier creation with the key. @throws {Problem} 422 for a second creation with that key. */
    async create(collectionKey: CollectionKey, creation: Omit<Creation, 'check' | 'key'>): Promise<string | undefined> {
      if (!(await parentExists(collectionKey))) return undefined
      if (earlierItem !== undefined) {
        if (hasCreated) throw reusedKey('This Idempotency-Key was already used for one item. Choose a new key.')
        hasCreated = true
        return earlierItem
      }
      // The commit is stale if another request uses the id at the same time.
      const key = getKey(collectionKey, creation.id)
      if (!readItems.has(key) && !isCleared(collectionKey))
        readItems.set(key, { collectionKey, id: creation.id, text: undefined })
      write({ kind: 'create', collectionKey, ...creation })
      return creation.text
    },
    /** @param createdBy Required creator of the item, or the commit fails. `undefined`: any creator. */
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
    /** @param createdBy As for an update. @returns The text before the deletion. */
    async delete(collectionKey: CollectionKey, id: string, createdBy: string | undefined): Promise<string | undefined> {
      const text = await get(collectionKey, id)
      if (text === undefined) return undefined
      write({ kind: 'delete', collectionKey, id, createdBy })
      stageDeletion(collectionKey, id)
      return text
    },
    /** Returns the text of an item that was written; `undefined` if it was not, or was deleted. */
    getStaged: (collectionKey: CollectionKey, id: string) => staged.get(getKey(collectionKey, id))?.text ?? undefined,
    /**
     * Commits the writes. Does not call the store for a repeated creation, or after one read without write and response.
     * @param toKey Returns the key of the first creation, by the path of its collection.
     */
    async commit({
      toKey,
      ...options
    }: CommitOptions & { toKey?: (path: string) => Creation['key'] }): Promise<CommitOutcome> {
      const isSingleRead = writes.length === 0 && readItems.size + revisions.size < 2
      if ((isSingleRead && options.response === undefined) || earlierItem !== undefined) return 'committed'
      const first = writes.find(({ kind }) => kind === 'create')
      const keyed = writes.map((write) =>
        write === first ? { ...write, key: toKey?.(write.collectionKey.path) } : write,
      )
      return store.commit({ items: [...readItems.values()], revisions: [...revisions.values()] }, keyed, options)
    },
  }
}

/** Different for any two items, and any two collections. */
function getKey({ owner, collection }: CollectionKey, id?: string): string {
  return JSON.stringify([owner, collection, id])
}
