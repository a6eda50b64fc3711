// What the operations of any contract need from a database. An item is stored as a JSON string.

/** Key of one collection of one owner. */
export interface CollectionKey {
  owner: string
  /** The path of the collection in the contract, such as `/rooms/{roomId}/bookings`. */
  path: string
  /** The path with its parameters, such as `/rooms/0199…/bookings`. It differs for any two collections of an owner. */
  collection: string
  /** The parent item; `undefined` at the top level. */
  parent?: { collectionKey: CollectionKey; id: string } | undefined
}

/** Returns exclusive bounds for `collection` of the descendants of an item: `0` comes after `/`. */
export function getDescendantRange({ collection }: CollectionKey, id: string): [from: string, to: string] {
  const path = `${collection}/${encodeURIComponent(id)}`
  return [`${path}/`, `${path}0`]
}

/** A value of a field that a list can compare. */
export type Scalar = string | number | boolean

export type SortValue = string | number

/** Inclusive bounds of the values of a field. */
export interface Range {
  min?: SortValue
  max?: SortValue
}

/** Sort order by a field. Items with the same value are in the order of their ids, in the same direction. */
export interface SortOrder {
  field: string
  descending?: boolean
}

/** Position of an item in a list. `value`: absent without a sort order; `null` for an item without one, at the end. */
export interface Cursor {
  id: string
  value?: SortValue | null | undefined
}

/** A list with any filters, ranges, search terms and sort order of the contract. */
export interface ListQuery {
  /** Filters by field: a value, or values any of which matches. An item without the field has its default. */
  filters?: Record<string, Scalar | null | (Scalar | null)[]>
  ranges?: Record<string, Range>
  /** Each is a prefix of a word of the item: `toSearchTerms` returns the words. */
  searchTerms?: string[]
  /** Default: by id. */
  sort?: SortOrder | undefined
  /** Default: from the start of the list. */
  after?: Cursor | undefined
  /** 1 to the maximum that the contract allows. */
  limit: number
  /** Whether to count the items of all pages. */
  count?: boolean
  /** Rows of an index that a page compares at most. Default: 5,000, which take SQLite about 5 ms. */
  maxCompared?: number | undefined
}

/** The text is JSON. It also contains the id, unless another program has damaged it. */
export interface StoredItem {
  id: string
  text: string
}

export interface StoredText {
  text: string
  /** `Page.isTrusted` for this item. */
  isTrusted?: boolean
}

/** A page has up to `limit` items and 4 million characters, or one item. A store compares a bounded number of items. */
export interface Page {
  items: StoredItem[]
  /** Revision of the collection at the moment when the items were read. */
  revision: string
  /** Whether the current contract sends each text as it is: it was valid when it was stored. Default: false. */
  isTrusted?: boolean
  /** Cursor of the next page. Absent on the last one. A page before it can have fewer items than its limit. */
  next?: Cursor | undefined
  /** Present if the query counts. */
  total?: Total | undefined
}

/** Number of the items of a list. */
export interface Total {
  count: number
  /** `false`: there are more, or not all were compared. */
  isExact: boolean
}

/** Greatest total that is counted exactly. */
export const maxTotal = 1_000

export interface Creation extends StoredItem {
  /** Stored with the item, for later writes. Default: `''`, if the owner is the creator. */
  createdBy?: string | undefined
  /** If an item was created with this key already, that item is returned, and none is created. */
  key?: { name: string; ttlHours: number } | undefined
  /** Called synchronously with the current revision. @throws if the item may not be created. */
  check?: ((revision: string) => void) | undefined
}

/** @param createdBy `Creation.createdBy` of the item. @returns The text to store. */
export type Change = (text: string, createdBy: string) => string

/** @param text The stored text. @throws if the item may not be deleted. */
export type Check = (text: string, createdBy: string) => void

export interface WriteOptions {
  client?: ClientSocket | undefined
}

/** A response that is stored with the key of its request. */
export interface StoredResponse {
  owner: string
  key: NonNullable<Creation['key']>
  text: string
}

export interface CommitOptions extends WriteOptions {
  /** Stored with the writes. If the key of the owner has a response already, the commit is stale. */
  response?: StoredResponse | undefined
}

/** Returns the key under which a store has the responses of an owner, like creations. No collection has this path. */
export function responsesKey(owner: string): CollectionKey {
  return { owner, path: '', collection: '' }
}

/** Socket of the client that waits for a write. Once it is destroyed, the write can reject with `StoreUnavailable`. */
export interface ClientSocket {
  readonly destroyed: boolean
}

/** `has-children`: nothing was deleted, because the contract does not cascade, or there are too many descendants. */
export type DeleteOutcome = 'deleted' | 'has-children'

/** What a transaction has read. */
export interface Reads {
  items: { collectionKey: CollectionKey; id: string; text: string | undefined }[]
  /** Revisions of collections that exist. */
  revisions: { collectionKey: CollectionKey; revision: string }[]
}

/** A write of a transaction. An update or a deletion with `createdBy` requires an item with that creator. */
export type Write =
  | ({ kind: 'create'; collectionKey: CollectionKey } & Omit<Creation, 'check'>)
  | { kind: 'update'; collectionKey: CollectionKey; id: string; text: string; createdBy?: string | undefined }
  | { kind: 'delete'; collectionKey: CollectionKey; id: string; createdBy?: string | undefined }

/**
 * `committed`: all writes were made. Otherwise none was. `stale`: something that was read has changed, or the key has a
 * response. `withChildren`: an item of this collection may not be deleted. `otherCreator`: an item of this collection
 * has a different creator. `earlier`: the text that was created with the key already.
 */
export type CommitOutcome =
  | 'committed'
  | 'stale'
  | { withChildren: CollectionKey }
  | { otherCreator: CollectionKey }
  | { earlier: string }

/** The data cannot be used at the moment. The call has changed nothing. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store failed while it made a write durable: the write may or may not have happened. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** A function that was passed to the store has refused the call: its error is the cause. Nothing has changed. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Calls a function that was passed to the store. @throws {Refused} if it throws: then the database has not failed. */
export function asRefusal<T>(decide: () => T): T {
  try {
    return decide()
  } catch (cause) {
    throw new Refused('The call was refused.', { cause })
  }
}

/** What works. `read-only`: the disk is full. */
export type Readiness = 'ready' | 'read-only' | 'unavailable'

/** A store tries a write for `readiness` at most once in this time: health checks can be frequent. */
export const probeEveryMs = 5_000

/** Maximum number of descendants that a deletion deletes: more would block other requests. */
export const maxDescendants = 1_000

/**
 * For a collection key, items of other owners do not exist. Each call is atomic, with a bounded number of round trips.
 * A write resolves once it is durable. A call resolves with `undefined` if the item, or the parent of the collection,
 * does not exist.
 *
 * A function that is passed must be pure and synchronous. A store may call it several times, each time with what is
 * stored then. If the function throws, the call rejects with that error and changes nothing.
 *
 * Every call can reject with `StoreUnavailable`, and a write also with `OutcomeUnknown`. The store recovers by itself
 * once the cause is gone.
 */
export interface ItemStore {
  /** Lists items in the order of the query. Strings are compared by code points. */
  list(collectionKey: CollectionKey, query: ListQuery): Promise<Page | undefined>
  /** Returns an opaque revision: every change of the collection produces a new one. Initially `''`. */
  revision(collectionKey: CollectionKey): Promise<string | undefined>
  get(collectionKey: CollectionKey, id: string): Promise<StoredText | undefined>
  /** Returns the text of the creation, or that of the earlier creation with the key, as it was then. */
  create(collectionKey: CollectionKey, creation: Creation, options?: WriteOptions): Promise<string | undefined>
  /** Stores what `change` returns for the stored text, and returns it. Nothing changes if the text is the same. */
  update(collectionKey: CollectionKey, id: string, change: Change, options?: WriteOptions): Promise<string | undefined>
  /** @param check Default: none. */
  delete(
    collectionKey: CollectionKey,
    id: string,
    check?: Check,
    options?: WriteOptions,
  ): Promise<DeleteOutcome | undefined>
  /** Makes all writes atomically, in their order. */
  commit(reads: Reads, writes: Write[], options?: CommitOptions): Promise<CommitOutcome>
  /** Returns the text of the response with the key of the owner, until it expires. */
  response(owner: string, key: string): Promise<string | undefined>
  /** Checks that reads and writes work. */
  readiness(): Promise<Readiness>
  close(): Promise<void>
}

export type StoredItemKey = [owner: string, collection: string, id: string]

export interface KeyedItem {
  key: StoredItemKey
  path: string
  text: string
}

/** @param row Owner, collection, id, path and text. */
export function keyedItem(row: ArrayLike<unknown>): KeyedItem {
  const [owner = '', collection = '', id = '', path = '', text = ''] = Array.from(row, String)
  return { key: [owner, collection, id], path, text }
}

/** Items of all owners, for a check after a change of the contract. */
export interface StoredItems {
  /** Returns items in ascending order of the key. @param after `undefined`: from the first one. */
  itemsAfter(after: StoredItemKey | undefined, limit: number): Promise<KeyedItem[]>
  /** Returns `Validation.key` of the last check; `undefined` if it is outdated or missing. */
  checkedContract(): Promise<string | undefined>
  /** @param trusted Paths whose items are all sent as they are stored. */
  keepCheckedContract(contract: string, trusted: string[]): Promise<void>
}
