// A store over a synchronous database, such as SQLite: each call reads, decides and writes without a wait.
import {
  asRefusal,
  type CollectionKey,
  type CommitOutcome,
  type Creation,
  type DeleteOutcome,
  type ItemStore,
  type ListQuery,
  maxDescendants,
  type Page,
  type Reads,
  Refused,
  responsesKey,
  type StoredResponse,
  type Write,
} from './item-store.ts'
import type { StoreContract } from './validation.ts'

/** Operations of the database, which makes no decisions. */
export interface SynchronousItems {
  find: (collectionKey: CollectionKey, id: string) => { text: string; createdBy: string } | undefined
  list: (collectionKey: CollectionKey, query: ListQuery) => Pick<Page, 'items' | 'next' | 'total'>
  /** `''` for a collection that has never changed. */
  getRevision: (collectionKey: CollectionKey) => string
  /** @throws {Error} if there is an item with the id. */
  insert: (collectionKey: CollectionKey, id: string, text: string, createdBy: string) => void
  /** @param before The current text. */
  replace: (collectionKey: CollectionKey, id: string, before: string, text: string) => void
  remove: (collectionKey: CollectionKey, id: string, before: string) => void
  /** Removes all descendants of an item, unless there are more than `max`. @returns Whether none is left. */
  deleteDescendants: (collectionKey: CollectionKey, id: string, max: number) => boolean
  /** Returns the text of the creation with a key that has not expired. */
  findCreation: (collectionKey: CollectionKey, name: string) => string | undefined
  saveCreation: (collectionKey: CollectionKey, key: NonNullable<Creation['key']>, text: string) => void
  /** Called before the writes of a commit. @returns `rollback` reverts the writes; `end` is called in any case. */
  begin: (writes: Write[]) => { rollback: () => void; end?: () => void }
  /** Default: no item is trusted. */
  trust?: {
    /** Whether each item of the collections with this path is sent as it is stored. */
    has: (path: string) => boolean
    /** Called before an item is stored. */
    update: (path: string, isAsSent: boolean) => void
  }
}

type RunWithItems = <T>(use: (items: SynchronousItems) => T) => Promise<T>

type Calls = Pick<ItemStore, 'list' | 'revision' | 'get' | 'create' | 'update' | 'delete' | 'commit' | 'response'>

/** @param runWrite If the function throws, all its changes are undone. Several functions can share a transaction. */
export function synchronousStore(
  { collections, validation }: StoreContract,
  runRead: RunWithItems,
  runWrite: RunWithItems,
): Calls {
  const childrenByPath = new Map(collections.map(({ path, children }) => [path, children]))

  async function change<T>(use: (items: SynchronousItems) => T): Promise<T> {
    const outcome = await runWrite((items) => {
      try {
        return { result: use(items) }
      } catch (error) {
        // Not thrown here: the writes that share the transaction would be undone, and run again one by one.
        if (error instanceof Refused) return { error: error.cause }
        throw error
      }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }

  /** @throws {Refused} if the item is not valid. */
  function requireValid(items: SynchronousItems, { path }: CollectionKey, id: string, text: string): void {
    const isAsSent = asRefusal(() => validation?.validate(path, id, text))
    items.trust?.update(path, isAsSent === true)
  }

  function create(
    items: SynchronousItems,
    collectionKey: CollectionKey,
    { id, text, createdBy = '', key, check }: Creation,
  ): string | undefined {
    if (!parentExists(items, collectionKey)) return undefined
    asRefusal(() => check?.(items.getRevision(collectionKey)))
    const existing = key && items.findCreation(collectionKey, key.name)
    if (existing !== undefined) return existing
    requireValid(items, collectionKey, id, text)
    items.insert(collectionKey, id, text, createdBy)
    if (key !== undefined) items.saveCreation(collectionKey, key, text)
    return text
  }

  /** @param before The current text. */
  function remove(items: SynchronousItems, collectionKey: CollectionKey, id: string, before: string): DeleteOutcome {
    const children = childrenByPath.get(collectionKey.path)
    const max = children === 'cascade' ? maxDescendants : 0
    if (children !== undefined && !items.deleteDescendants(collectionKey, id, max)) return 'has-children'
    items.remove(collectionKey, id, before)
    return 'deleted'
  }

  function commit(items: SynchronousItems, reads: Reads, writes: Write[], response?: StoredResponse): CommitOutcome {
    const isUnchanged =
      reads.items.every(({ collectionKey, id, text }) => items.find(collectionKey, id)?.text === text) &&
      reads.revisions.every(({ collectionKey, revision }) => items.getRevision(collectionKey) === revision)
    if (!isUnchanged) return 'stale'
    const collectionKey = response && responsesKey(response.owner)
    if (collectionKey && items.findCreation(collectionKey, response.key.name) !== undefined) return 'stale'
    const { rollback, end } = items.begin(writes)
    try {
      for (const write of writes) {
        const refusal = applyWrite(items, write)
        if (refusal === undefined) continue
        rollback()
        return refusal
      }
      if (collectionKey) items.saveCreation(collectionKey, response.key, response.text)
    } catch (error) {
      rollback()
      throw error
    } finally {
      end?.()
    }
    return 'committed'
  }

  /** Makes a write. @returns Why it was not made; `undefined` if it was. */
  function applyWrite(items: SynchronousItems, write: Write): Exclude<CommitOutcome, 'committed'> | undefined {
    const { collectionKey, id } = write
    if (write.kind === 'create') {
      const text = create(items, collectionKey, write)
      if (text === undefined) return 'stale'
      return text === write.text ? undefined : { earlier: text }
    }
    const item = items.find(collectionKey, id)
    if (item === undefined) return 'stale'
    if (write.createdBy !== undefined && item.createdBy !== write.createdBy) return { otherCreator: collectionKey }
    if (write.kind === 'delete')
      return remove(items, collectionKey, id, item.text) === 'has-children'
        ? { withChildren: collectionKey }
        : undefined
    requireValid(items, collectionKey, id, write.text)
    items.replace(collectionKey, id, item.text, write.text)
    return undefined
  }

  return {
    list: (collectionKey, query) =>
      runRead((items) => {
        if (!parentExists(items, collectionKey)) return undefined
        const isTrusted = items.trust?.has(collectionKey.path) === true
        return { ...items.list(collectionKey, query), revision: items.getRevision(collectionKey), isTrusted }
      }),
    revision: (collectionKey) =>
      runRead((items) => (parentExists(items, collectionKey) ? items.getRevision(collectionKey) : undefined)),
    get: (collectionKey, id) =>
      runRead((items) => {
        const item = items.find(collectionKey, id)
        return item && { text: item.text, isTrusted: items.trust?.has(collectionKey.path) === true }
      }),
    create: (collectionKey, creation) => change((items) => create(items, collectionKey, creation)),
    update: (collectionKey, id, getText) =>
      change((items) => {
        const item = items.find(collectionKey, id)
        if (item === undefined) return undefined
        const text = asRefusal(() => getText(item.text, item.createdBy))
        if (text === item.text) return text
        requireValid(items, collectionKey, id, text)
        items.replace(collectionKey, id, item.text, text)
        return text
      }),
    delete: (collectionKey, id, check) =>
      change((items) => {
        const item = items.find(collectionKey, id)
        if (item === undefined) return undefined
        asRefusal(() => check?.(item.text, item.createdBy))
        return remove(items, collectionKey, id, item.text)
      }),
    commit: (reads, writes, { response } = {}) => change((items) => commit(items, reads, writes, response)),
    response: (owner, key) => runRead((items) => items.findCreation(responsesKey(owner), key)),
  }
}

/** Whether the parent item of the collection exists. True at the top level. */
export function parentExists(items: Pick<SynchronousItems, 'find'>, { parent }: CollectionKey): boolean {
  return parent === undefined || items.find(parent.collectionKey, parent.id) !== undefined
}
