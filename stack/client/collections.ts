// The collections of a contract (https://google.aip.dev/121) as types: their operations and items.

import type { ContractTypes, OperationId } from './contract.ts'
import type { OperationError, PagingError } from './errors.ts'
import type { Input, Shape } from './operation-input.ts'
import type { SuccessOf } from './or-throw.ts'

type Method = 'list' | 'create' | 'get' | 'update' | 'delete'

/** The path of any collection. */
export type AnyCollection<T extends ContractTypes> = keyof T['collections']

/** A collection that has these methods, by its path in the contract: `/rooms/{roomId}/bookings`. */
export type Collection<T extends ContractTypes, M extends Method = never> = {
  [Path in AnyCollection<T>]: T['collections'][Path] extends Record<M, string> ? Path : never
}[AnyCollection<T>]

/** The operation that is this method of a collection. */
export type MethodOf<T extends ContractTypes, Path extends AnyCollection<T>, M extends Method> = {
  [P in Path]: T['collections'][P] extends Record<M, infer Id extends OperationId<T>> ? Id : never
}[Path]

/** The errors of these methods of a collection. */
export type ErrorOf<T extends ContractTypes, Path extends AnyCollection<T>, M extends Method> = M extends 'list'
  ? OperationError<T, MethodOf<T, Path, M>> | PagingError
  : OperationError<T, MethodOf<T, Path, M>>

/** The names of a collection, such as `item`. */
export type NameOf<
  T extends ContractTypes,
  Path extends AnyCollection<T>,
  Name extends 'item' | 'items',
> = T['collections'][Path][Name]

type ListOrCreate<T extends ContractTypes, Path extends AnyCollection<T>> = [MethodOf<T, Path, 'list'>] extends [never]
  ? MethodOf<T, Path, 'create'>
  : MethodOf<T, Path, 'list'>

/** An item of a collection. */
export type ItemOf<T extends ContractTypes, Path extends AnyCollection<T>> = SuccessOf<
  T,
  ListOrCreate<T, Path>
>['body'] extends (infer Item)[]
  ? Item
  : SuccessOf<T, ListOrCreate<T, Path>>['body']

type PathParams<T extends ContractTypes, Id extends OperationId<T>> =
  Input<T, Id> extends { path: infer Parameters } ? Parameters : object

/** The path parameters of a collection, which identify its ancestors. */
export type ParentsOf<T extends ContractTypes, Path extends AnyCollection<T>> = PathParams<T, ListOrCreate<T, Path>>

/** The path parameters of an item. */
export type ItemPathOf<T extends ContractTypes, Path extends AnyCollection<T>> = PathParams<
  T,
  MethodOf<T, Path, 'get' | 'update'>
>

/** The query of a list. `limit` is the size of a page. */
export type QueryOf<T extends ContractTypes, Path extends AnyCollection<T>> =
  Input<T, MethodOf<T, Path, 'list'>> extends { query?: infer Query } ? NonNullable<Query> : object

/** The body of a creation or an update of an item. */
export type BodyOf<T extends ContractTypes, Path extends AnyCollection<T>, M extends 'create' | 'update'> =
  Input<T, MethodOf<T, Path, M>> extends { body: infer Body } ? Body : never

type Etag<T extends ContractTypes, Path extends AnyCollection<T>> =
  SuccessOf<T, MethodOf<T, Path, 'get'>> extends { headers: { etag: infer Value } } ? Value : undefined

/** An item and its entity tag. The tag lets the service reject a change if the item has changed since. */
export type Seen<T extends ContractTypes, Path extends AnyCollection<T>> = Shape<{
  [Name in NameOf<T, Path, 'item'> | 'etag']: Name extends 'etag' ? Etag<T, Path> : ItemOf<T, Path>
}>
