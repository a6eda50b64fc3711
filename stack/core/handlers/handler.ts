// Types that generated/handlers.ts and handlers use, besides the types of the contract.
import type { ItemId } from '../items/item-id.ts'
import type { ListQuery } from '../stores/item-store.ts'

/** The fields of a form. The types of a contract have Blob instead of File, because a client can send any Blob. */
export type WithFiles<Fields> = Fields extends unknown ? { [Name in keyof Fields]: AsFile<Fields[Name]> } : never

type AsFile<Value> = Value extends Blob ? File : Value extends Blob[] ? File[] : Value

/** Query of a list. The contract of a product says which fields have filters, ranges and sort orders. */
export interface HandlerQuery extends Pick<ListQuery, 'filters' | 'ranges'> {
  search?: string
  sort?: string
  after?: ItemId
  limit?: number
}

/** A call resolves with `undefined` if the item, or the parent of the collection, does not exist. */
export interface HandlerItems<Item, NewItem, Query extends HandlerQuery> {
  /** Default: the first 100 by id. Nothing comes after an item that does not exist, unless the list is by id. */
  list: (query?: Query) => Promise<Item[] | undefined>
  /** Yields all items in the order of their ids, page by page; none if the parent does not exist. */
  all: (filters?: Query['filters']) => AsyncIterable<Item>
  get: (id: ItemId) => Promise<Item | undefined>
  /** The service sets the fields that have an `x-role`. @param id Default: a new id. */
  create: (item: NewItem, id?: ItemId) => Promise<Item | undefined>
  /**
   * The service keeps the fields that have an `x-role`, and sets the time of the change.
   * @param change Returns the whole item.
   */
  update: (id: ItemId, change: (item: Item) => NewItem) => Promise<Item | undefined>
  /** Deletes the item with its descendants, or the response is the problem `has-children`: `x-children` decides. */
  delete: (id: ItemId) => Promise<'deleted' | undefined>
}

export interface HandlerContext<Items> {
  /**
   * The items that the principal sees. The service makes all writes atomically, after the handler has returned. The
   * handler runs again if something that it has read has changed by then.
   */
  items: Items
  now: () => Date
  /** Returns an id that sorts after those before it. */
  newId: () => string
}
