// A place is a collection with the ids in its path, such as the bookings of one room. Its lists and items have keys in the cache
// of TanStack Query.

import { collections } from '../../generated/collections.ts'
import type { Collection, NameOf, ParentsOf, QueryOf } from '../collections.ts'
import type { OperationId } from '../operation-table.ts'

interface Row extends Partial<Record<'list' | 'create' | 'get' | 'update' | 'delete', OperationId>> {
  /** The names of one item and of several in the cache, such as `booking` and `bookings`. */
  item: string
  items: string
  /** The field and the parameter of the path that identify an item. */
  idField: string
  parameter: string
}

export interface Place extends Row {
  /** The path with its ids, such as `rooms/0199/bookings`, with which all keys start. */
  path: string
  /** All lists. */
  lists: { queryKey: string[] }
}

export function placeOf(collection: Collection, parameters: object): Place {
  const row: Row = collections[collection]
  const values = parameters as Record<string, string>
  const path = collection.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  return { ...row, path, lists: { queryKey: [path, 'list'] } }
}

/** One item. */
export function entryOf({ path, item }: Place, id: string) {
  return { queryKey: [path, item, id] }
}

/** An item in the cache, with its name, and its entity tag. */
export interface AnySeen {
  etag?: string | undefined
  [item: string]: unknown
}

export function idOf({ idField }: Place, item: unknown): string {
  // Safe because the items of a collection are JSON objects with this field.
  return (item as Record<string, string>)[idField] as string
}

/** The path with its ids. */
type Filled<Path> = Path extends `${string}{${string}` ? string : Path extends `/${infer Name}` ? Name : never

export type ListKey<Path extends Collection> = readonly [Filled<Path>, 'list', QueryOf<Path>]
export type ItemKey<Path extends Collection> = readonly [Filled<Path>, NameOf<Path, 'item'>, string]

/** Keys of a collection, for code that invalidates, prefetches or reads entries. */
export interface ItemKeys<Path extends Collection> {
  /** Matches every list and item. */
  all: readonly [Filled<Path>]
  lists: readonly [Filled<Path>, 'list']
  list: (query: QueryOf<Path>) => ListKey<Path>
  item: (id: string) => ItemKey<Path>
  /** Keys of mutations. */
  create: readonly [Filled<Path>, 'create']
  update: readonly [Filled<Path>, 'update']
  delete: readonly [Filled<Path>, 'delete']
}

export function itemKeys<Path extends Collection>(collection: Path, parents: ParentsOf<Path>): ItemKeys<Path> {
  const place = placeOf(collection, parents as object)
  const { path, lists } = place
  const keys: object = {
    all: [path],
    lists: lists.queryKey,
    list: (query: object) => [...lists.queryKey, query],
    item: (id: string) => entryOf(place, id).queryKey,
    create: [path, 'create'],
    update: [path, 'update'],
    delete: [path, 'delete'],
  }
  // Safe because the types say for one collection what the functions do for any.
  return keys as ItemKeys<Path>
}
