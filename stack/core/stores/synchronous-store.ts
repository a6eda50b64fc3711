// A store whose database responds at once, such as SQLite: each call reads, decides and writes without a wait.
import {
  type Commit,
  type Creation,
  type Deletion,
  type ItemStore,
  type ListQuery,
  maxDescendants,
  orRefused,
  type Page,
  type Place,
  type Reads,
  Refused,
  responsesOf,
  type StoredResponse,
  type Write,
} from './item-store.ts'
import type { StoreContract } from './validation.ts'

/** What the database does. It decides nothing. */
export interface SynchronousItems {
  find: (place: Place, id: string) => { text: string; creator: string } | undefined
  list: (place: Place, query: ListQuery) => Pick<Page, 'items' | 'next' | 'total'>
  /** `''` for a collection that has never changed. */
  getRevision: (place: Place) => string
  /** @throws {Error} if there is an item with the id. */
  insert: (place: Place, id: string, text: string, creator: string) => void
  /** @param before The text until now. */
  replace: (place: Place, id: string, before: string, text: string) => void
  remove: (place: Place, id: string, before: string) => void
  /** Removes all items below an item, unless there are more than `most`. @returns Whether none is left. */
  removeBelow: (place: Place, id: string, most: number) => boolean
  /** The text of the creation with a key that has not expired. */
  findCreation: (place: Place, name: string) => string | undefined
  keepCreation: (place: Place, key: NonNullable<Creation['key']>, text: string) => void
  /** Called before several writes. @returns What undoes them, and what is called at the end. */
  begin: (writes: Write[]) => { undo: () => void; end?: () => void }
  /** Default: no item is trusted. */
  trust?: {
    /** Whether each item of the collections with this path is as the current contract sends it. */
    has: (path: string) => boolean
    /** Called before each write of an item. */
    update: (path: string, isAsSent: boolean) => void
  }
}

type Run = <T>(use: (items: SynchronousItems) => T) => Promise<T>

type Calls = Pick<ItemStore, 'list' | 'revision' | 'get' | 'create' | 'update' | 'delete' | 'commit' | 'response'>

/** @param write If the function throws, none of its changes stays. Several functions can share a transaction. */
export function synchronousStore({ collections, validation }: StoreContract, read: Run, write: Run): Calls {
  const childrenOf = new Map(collections.map(({ path, children }) => [path, children]))

  async function change<T>(use: (items: SynchronousItems) => T): Promise<T> {
    const outcome = await write((items) => {
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
  function requireValid(items: SynchronousItems, { path }: Place, id: string, text: string): void {
    const isAsSent = orRefused(() => validation?.validate(path, id, text))
    items.trust?.update(path, isAsSent === true)
  }

  function create(
    items: SynchronousItems,
    place: Place,
    { id, text, creator = '', key, check }: Creation,
  ): string | undefined {
    if (!exists(items, place)) return undefined
    orRefused(() => check?.(items.getRevision(place)))
    const earlier = key && items.findCreation(place, key.name)
    if (earlier !== undefined) return earlier
    requireValid(items, place, id, text)
    items.insert(place, id, text, creator)
    if (key !== undefined) items.keepCreation(place, key, text)
    return text
  }

  /** @param before The text until now. */
  function remove(items: SynchronousItems, place: Place, id: string, before: string): Deletion {
    const children = childrenOf.get(place.path)
    const most = children === 'cascade' ? maxDescendants : 0
    if (children !== undefined && !items.removeBelow(place, id, most)) return 'has-children'
    items.remove(place, id, before)
    return 'deleted'
  }

  function commit(items: SynchronousItems, reads: Reads, writes: Write[], response?: StoredResponse): Commit {
    const isSame =
      reads.items.every(({ place, id, text }) => items.find(place, id)?.text === text) &&
      reads.revisions.every(({ place, revision }) => items.getRevision(place) === revision)
    if (!isSame) return 'stale'
    const place = response && responsesOf(response.owner)
    if (place && items.findCreation(place, response.key.name) !== undefined) return 'stale'
    const { undo, end } = items.begin(writes)
    try {
      for (const write of writes) {
        const refusal = toRefusal(items, write)
        if (refusal === undefined) continue
        undo()
        return refusal
      }
      if (place) items.keepCreation(place, response.key, response.text)
    } catch (error) {
      undo()
      throw error
    } finally {
      end?.()
    }
    return 'committed'
  }

  /** @returns Why the write was not made; `undefined` if it was. */
  function toRefusal(items: SynchronousItems, write: Write): Exclude<Commit, 'committed'> | undefined {
    const { place, id } = write
    if (write.kind === 'create') {
      const text = create(items, place, write)
      if (text === undefined) return 'stale'
      return text === write.text ? undefined : { earlier: text }
    }
    const found = items.find(place, id)
    if (found === undefined) return 'stale'
    if (write.creator !== undefined && found.creator !== write.creator) return { ofAnother: place }
    if (write.kind === 'delete')
      return remove(items, place, id, found.text) === 'has-children' ? { withChildren: place } : undefined
    requireValid(items, place, id, write.text)
    items.replace(place, id, found.text, write.text)
    return undefined
  }

  return {
    list: (place, query) =>
      read((items) => {
        if (!exists(items, place)) return undefined
        const isTrusted = items.trust?.has(place.path) === true
        return { ...items.list(place, query), revision: items.getRevision(place), isTrusted }
      }),
    revision: (place) => read((items) => (exists(items, place) ? items.getRevision(place) : undefined)),
    get: (place, id) =>
      read((items) => {
        const found = items.find(place, id)
        return found && { text: found.text, isTrusted: items.trust?.has(place.path) === true }
      }),
    create: (place, creation) => change((items) => create(items, place, creation)),
    update: (place, id, getText) =>
      change((items) => {
        const found = items.find(place, id)
        if (found === undefined) return undefined
        const text = orRefused(() => getText(found.text, found.creator))
        if (text === found.text) return text
        requireValid(items, place, id, text)
        items.replace(place, id, found.text, text)
        return text
      }),
    delete: (place, id, check) =>
      change((items) => {
        const found = items.find(place, id)
        if (found === undefined) return undefined
        orRefused(() => check?.(found.text, found.creator))
        return remove(items, place, id, found.text)
      }),
    commit: (reads, writes, { response } = {}) => change((items) => commit(items, reads, writes, response)),
    response: (owner, key) => read((items) => items.findCreation(responsesOf(owner), key)),
  }
}

/** Whether the collection can have items: the item that it belongs to exists. */
export function exists(items: Pick<SynchronousItems, 'find'>, { parent }: Place): boolean {
  return parent === undefined || items.find(parent.place, parent.id) !== undefined
}
