// The options of a contract for TanStack Query in any framework, and the keys of its cache.

import type { Client } from '../client/client.ts'
import type { AnyCollection, Collection, ErrorOf, ItemPathOf, ParentsOf, QueryOf } from '../client/collections.ts'
import type { ClientContract, ContractTypes, MutationId, QueryId } from '../client/contract.ts'
import type { ArgumentOf } from '../client/operation-input.ts'
import { getRef, type ItemKeys, itemKeys } from './collection-ref.ts'
import {
  type Mutation,
  type MutationData,
  type MutationKind,
  type MutationVariables,
  mutationFor,
} from './mutations.ts'
import {
  type OperationMutation,
  type OperationQuery,
  operationMutation,
  operationQuery,
  type QueryInput,
} from './operations.ts'
import { type ItemOptions, itemOptions, type ListOptions, listOptions } from './queries.ts'

export interface QueryOptions<T extends ContractTypes> {
  itemKeys<Path extends AnyCollection<T>>(collection: Path, parents: ParentsOf<T, Path>): ItemKeys<T, Path>

  /** The items of all pages fetched so far. Rejects like `orThrow`. */
  listOptions<Path extends Collection<T, 'list'>>(
    client: Client<T>,
    collection: Path,
    parents: ParentsOf<T, Path>,
    query?: QueryOf<T, Path>,
  ): ListOptions<T, Path>

  /** An item. Rejects like `orThrow`. */
  itemOptions<Path extends Collection<T, 'get'>>(
    client: Client<T>,
    collection: Path,
    path: ItemPathOf<T, Path>,
  ): ItemOptions<T, Path>

  /** A deletion removes the item from the lists at once, and restores it if it fails. */
  mutationFor<Kind extends MutationKind, Path extends Collection<T, Kind>>(
    client: Client<T>,
    kind: Kind,
    collection: Path,
    parents: ParentsOf<T, Path>,
  ): Mutation<MutationData<T, Path>[Kind], MutationVariables<T, Path>[Kind], ErrorOf<T, Path, Kind>>

  /**
   * Any operation that writes. Its variables are the input of the operation. Changes nothing in the cache: for a standard method
   * of a collection, name the collection.
   */
  mutationFor<Id extends MutationId<T>>(client: Client<T>, id: Id): OperationMutation<T, Id>

  /** Any operation that reads. `data` is the body of its successful response, the key its `operationId` and input. */
  queryFor<Id extends QueryId<T>>(
    client: Client<T>,
    id: Id,
    ...input: ArgumentOf<QueryInput<T, Id>>
  ): OperationQuery<T, Id>
}

export function createQueryOptions<T extends ContractTypes>(contract: ClientContract<T>): QueryOptions<T> {
  const options: object = {
    itemKeys: (collection: string, parents: object) => itemKeys(getRef(contract, collection, parents)),
    listOptions: (client: object, collection: string, parents: object, query?: object) =>
      listOptions(client, getRef(contract, collection, parents), query),
    itemOptions: (client: object, collection: string, path: object) =>
      itemOptions(client, getRef(contract, collection, path)),
    mutationFor: (client: object, name: string, collection?: string, parents: object = {}) =>
      collection === undefined
        ? operationMutation(client, name)
        : mutationFor(client, name as MutationKind, getRef(contract, collection, parents)),
    queryFor: operationQuery,
  }
  // Safe because the signatures in the type differ from these functions only in the types of one collection.
  return options as QueryOptions<T>
}
