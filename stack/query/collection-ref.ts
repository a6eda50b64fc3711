// A collection with the ids in its path, such as the bookings of one room, and the keys of its lists and items in the
// cache of TanStack Query.

import type { AnyCollection, NameOf, QueryOf } from '../client/collections.ts'
import type { AnyContract, CollectionData, ContractTypes } from '../client/contract.ts'
import type { Styles } from '../core/pipeline/write-styles.ts'

export interface CollectionRef extends CollectionData {
  /** The ids in the path, by parameter. They can include the id of an item. */
  parameters: Partial<Record<string, string>>
  /** The path with its ids, such as `rooms/0199/bookings`, with which all keys start. */
  path: string
  lists: { queryKey: string[] }
  /** Whether a creation takes an `Idempotency-Key`. */
  takesIdempotencyKey?: true | undefined
  /** Styles of the query parameters of the list. */
  styles?: Styles | undefined
}

/** @param collection The path of a collection of the contract. */
export function getRef(
  { collections, operations }: AnyContract,
  collection: string,
  parameters: object,
): CollectionRef {
  const values = parameters as CollectionRef['parameters']
  const path = collection.slice(1).replace(/\{([^{}]+)\}/g, (_, name: string) => String(values[name]))
  // Safe because the types of the hooks allow collections of the contract only.
  const data = collections[collection] as CollectionData
  const takesKey = operations[data.create ?? '']?.takesKey
  const styles = operations[data.list ?? '']?.styles?.query
  return {
    ...data,
    parameters: values,
    path,
    lists: { queryKey: [path, 'list'] },
    takesIdempotencyKey: takesKey,
    styles,
  }
}

export function itemFilters({ path, item }: CollectionRef, id: string) {
  return { queryKey: [path, item, id] }
}

/** An item in the cache, under the name of the item, and its entity tag. */
export interface AnySeen {
  etag?: string | undefined
  [item: string]: unknown
}

export function getId({ idField }: CollectionRef, item: unknown): string {
  // Safe because the items of a collection are JSON objects with this field.
  return (item as Record<string, string>)[idField] as string
}

/** An item to change or delete, and the change. */
export interface AnyUpdate {
  seen?: AnySeen
  id?: string
  change?: unknown
}

export function getTargetId(collection: CollectionRef, { seen, id = '' }: AnyUpdate): string {
  return seen ? getId(collection, seen[collection.item]) : id
}

type ResolvedPath<Path> = Path extends `${string}{${string}` ? string : Path extends `/${infer Name}` ? Name : never

export type ListKey<T extends ContractTypes, Path extends AnyCollection<T>> = readonly [
  ResolvedPath<Path>,
  'list',
  QueryOf<T, Path>,
]
export type ItemKey<T extends ContractTypes, Path extends AnyCollection<T>> = readonly [
  ResolvedPath<Path>,
  NameOf<T, Path, 'item'>,
  string,
]

/** Keys of a collection, for code that invalidates, prefetches or reads entries. */
export interface ItemKeys<T extends ContractTypes, Path extends AnyCollection<T>> {
  /** Matches every list and item. */
  all: readonly [ResolvedPath<Path>]
  lists: readonly [ResolvedPath<Path>, 'list']
  list: (query: QueryOf<T, Path>) => ListKey<T, Path>
  item: (id: string) => ItemKey<T, Path>
  /** Keys of mutations. */
  create: readonly [ResolvedPath<Path>, 'create']
  update: readonly [ResolvedPath<Path>, 'update']
  delete: readonly [ResolvedPath<Path>, 'delete']
}

export function itemKeys(collection: CollectionRef): object {
  const { path, lists } = collection
  return {
    all: [path],
    lists: lists.queryKey,
    list: (query: object) => [...lists.queryKey, query],
    item: (id: string) => itemFilters(collection, id).queryKey,
    create: [path, 'create'],
    update: [path, 'update'],
    delete: [path, 'delete'],
  }
}
