// The collections of the contract (https://google.aip.dev/121) as types: their operations and items.

import type { collections } from '../generated/collections.ts'
import type { Input } from './operation-input.ts'
import type { OperationId } from './operation-table.ts'
import type { SuccessOf } from './success.ts'

type Collections = typeof collections
type Method = 'list' | 'create' | 'get' | 'update' | 'delete'

/** A collection that has these methods, by its path in the contract: `/rooms/{roomId}/bookings`. */
export type Collection<M extends Method = never> = {
  [Path in keyof Collections]: Collections[Path] extends Record<M, string> ? Path : never
}[keyof Collections]

/** The operation that is this method of a collection. */
export type MethodOf<Path extends Collection, M extends Method> = {
  [P in Path]: Collections[P] extends Record<M, infer Id extends OperationId> ? Id : never
}[Path]

/** The names of a collection, such as `item`. */
export type NameOf<Path extends Collection, Name extends 'item' | 'items'> = Collections[Path][Name]

type ListOrCreate<Path extends Collection> = [MethodOf<Path, 'list'>] extends [never]
  ? MethodOf<Path, 'create'>
  : MethodOf<Path, 'list'>

/** An item of a collection. */
export type ItemOf<Path extends Collection> = SuccessOf<ListOrCreate<Path>>['body'] extends (infer Item)[]
  ? Item
  : SuccessOf<ListOrCreate<Path>>['body']

type PathOf<Id extends OperationId> = Input<Id> extends { path: infer Parameters } ? Parameters : object

/** The parameters in the path of a collection: they name the items above it. */
export type ParentsOf<Path extends Collection> = PathOf<ListOrCreate<Path>>

/** The parameters in the path of an item. */
export type ItemPathOf<Path extends Collection> = PathOf<MethodOf<Path, 'get' | 'update'>>

/** The query of a list. `limit` is the size of a page. */
export type QueryOf<Path extends Collection> =
  Input<MethodOf<Path, 'list'>> extends { query?: infer Query } ? NonNullable<Query> : object

/** What a creation or an update of an item takes. */
export type BodyOf<Path extends Collection, M extends 'create' | 'update'> =
  Input<MethodOf<Path, M>> extends { body: infer Body } ? Body : never

type Etag<Path extends Collection> =
  SuccessOf<MethodOf<Path, 'get'>> extends { headers: { etag: infer Value } } ? Value : undefined

/** An item and its entity tag. The tag lets the service reject a change if somebody else has changed the item. */
export type Seen<Path extends Collection> = {
  [Name in NameOf<Path, 'item'> | 'etag']: Name extends 'etag' ? Etag<Path> : ItemOf<Path>
}
