// A contract as a value. Types do not exist at run time, so `make generate` writes the data that the client needs: how to
// send each operation, which responses it documents, and which operations belong to a collection.

import type { Styles } from '../core/pipeline/write-styles.ts'

/** The types of a contract. Those of operations and paths are interfaces, so they cannot be a Record, which has an index signature. */
export interface ContractTypes {
  operations: object
  paths: object
  collections: Record<string, CollectionData>
  /** `true` if no operation needs a token. */
  isTokenOptional?: true
}

/** An `operationId` of the contract. The client has a method for each. */
export type OperationId<T extends ContractTypes> = keyof T['operations']

export type HttpMethod = 'get' | 'put' | 'post' | 'patch' | 'delete'

/** What the client must know about an operation to send it and to read its response. */
export interface OperationData {
  method: HttpMethod
  path: string
  /** The path of its server, if it is not that of the contract. */
  base?: string
  /** Whether the operation takes an `Idempotency-Key`, which makes a creation safe to retry. */
  takesKey?: true
  /** Media type of the body, if a call names none. Default: `application/json`. */
  mediaType?: string
  /** Locations of the token. Default: as a bearer token. Empty if the operation takes none. */
  credentials?: readonly CredentialLocation[]
  /** Styles of the parameters that do not have the default serialization. */
  styles?: Partial<Record<'path' | 'query' | 'header', Styles>>
  /** The documented responses by status, by a range such as `4XX`, or `default`. */
  responses: Partial<Record<string, ContentKind | readonly ContentKind[]>>
}

/** The content of a response: a JSON value, a string, bytes, no body, or a problem of this type. */
export type ContentKind = 'json' | 'text' | 'bytes' | 'empty' | `tag:${string}`

/** Where a request has its token: in the `Authorization` header, or as the API key with this name. */
export interface CredentialLocation {
  in: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  name?: string
}

/** What the hooks must know about a collection. Each method is an `operationId`. */
export interface CollectionData extends Partial<Record<'list' | 'create' | 'get' | 'update' | 'delete', string>> {
  /** The names of one item and of several in the cache of the hooks, such as `booking` and `bookings`. */
  item: string
  items: string
  /** The field and the path parameter that identify an item. */
  idField: string
  parameter: string
  /** The fields that query parameters of the list filter, by parameter. */
  filters: Readonly<Record<string, string>>
  /** The query parameter that names the field by which the list is sorted. */
  sort?: string
  /** The defaults of the query parameters of the list. */
  defaults?: Readonly<Record<string, unknown>>
  /** The fields that an update can change, each with its value after an update with `null`. */
  valueAfterNull: Readonly<Record<string, unknown>>
}

/** Any contract. The code behind the types of a contract uses the names of operations and collections as strings. */
export interface AnyContract {
  operations: Record<string, OperationData>
  collections: Record<string, CollectionData>
  /** The path of the first server, such as `/v1`: a base URL without a path gets it. Default: an empty one. */
  basePath?: string
  /** `true` if no operation needs a token. */
  isTokenOptional?: true
}

/** A contract with its types. */
export interface ClientContract<T extends ContractTypes> extends AnyContract {
  operations: Record<string, OperationData> & Record<OperationId<T>, OperationData>
  collections: Record<string, CollectionData> & T['collections']
}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

// The HTTP methods of this operation in `paths`. Two operations that differ only in their name would both match.
type HttpMethodOf<T extends ContractTypes, Id extends OperationId<T>> = {
  [Path in keyof T['paths']]: {
    [M in HttpMethod & keyof T['paths'][Path]]: Equal<T['paths'][Path][M], T['operations'][Id]> extends true ? M : never
  }[HttpMethod & keyof T['paths'][Path]]
}[keyof T['paths']]

/** An operation that reads: a `GET`. The contract has no `HEAD`, because the service responds to it as to `GET`. */
export type QueryId<T extends ContractTypes> = {
  [Id in OperationId<T>]: 'get' extends HttpMethodOf<T, Id> ? Id : never
}[OperationId<T>]

/** An operation with any other method. */
export type MutationId<T extends ContractTypes> = {
  [Id in OperationId<T>]: [Exclude<HttpMethodOf<T, Id>, 'get'>] extends [never] ? never : Id
}[OperationId<T>]
