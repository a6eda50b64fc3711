// The public names of @plant-collection/client: those of the client for any contract, bound to this contract, and shorter names
// for the list of plants.

import type * as generic from 'contract-stack/client'
import { ProblemError as AnyProblemError, createClient as createClientOf } from 'contract-stack/client'
import type { operations, Plant } from '../generated/api.d.ts'
import { contract, type Types } from '../generated/client.ts'

export * from 'contract-stack/client'
export { ClientError as PlantClientError } from 'contract-stack/client'
export type { FieldError, Plant, PlantDraft, PlantId, PlantPatch } from '../generated/api.d.ts'
export { plantRules } from './rules.ts'

/** An `operationId` of the contract. The client has a method for each. */
export type OperationId = generic.OperationId<Types>

/** A method for each `operationId`. It resolves to a result, or rejects with a `ClientError`. */
export interface Operations extends generic.Operations<Types> {}

/** Iterates over lists. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
export interface Lists extends generic.Lists<Types> {}

export interface Client extends generic.Client<Types> {}

/** The argument of the method `Id`: the parameters and the body of the operation, and options for this call. */
export type Input<Id extends OperationId> = generic.Input<Types, Id>

/** The result of the method `Id`: one of its documented responses, or an unexpected one. */
export type Result<Id extends OperationId> = generic.Result<Types, Id>

/** A documented success. */
export type Success<Id extends OperationId, Status> = generic.Success<Types, Id, Status>

/** A 304: the copy that `If-None-Match` or `If-Modified-Since` names is current. */
export type NotModified<Id extends OperationId> = generic.NotModified<Types, Id>

/** A documented problem. `problem.type` says which one. */
export type Refusal<Id extends OperationId, Status> = generic.Refusal<Types, Id, Status>

/** The result of the method `Id` of a throwing client. */
export type SuccessOf<Id extends OperationId> = generic.SuccessOf<Types, Id>

/** Any problem that an operation documents. `type` tells them apart. */
export type DocumentedProblem = generic.DocumentedProblem<Types>

/** An operation that lists a collection. */
export type ListId = generic.ListId<Types>

/** The path and the query of a list, and the options of each call. `timeoutMs` and `retry` apply to each page separately. */
export type ListArguments<Id extends ListId> = generic.ListArguments<Types, Id>

/** A collection that has these methods, by its path in the contract. */
export type Collection<M extends 'list' | 'create' | 'get' | 'update' | 'delete' = never> = generic.Collection<Types, M>

/** An item of a collection. */
export type ItemOf<Path extends Collection> = generic.ItemOf<Types, Path>

/**
 * The query of `listPlants`, and the options of each call. `limit` is the size of a page. `timeoutMs` and `retry` apply
 * to each page separately.
 */
export type ListInput = NonNullable<operations['listPlants']['parameters']['query']> & generic.CallOptions

/** A page of the list: the success of `listPlants`. */
export type Page = SuccessOf<'listPlants'>

export type PlantClientOptions = generic.ClientOptions

export interface PlantClient extends Client {
  /** Iterates over the pages of a list. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
  pages(input?: ListInput): AsyncGenerator<Page, void, undefined>
  /** Iterates over the plants on these pages. Throws like `orThrow`. */
  allPlants(input?: ListInput): AsyncGenerator<Plant, void, undefined>
}

/** A client whose methods resolve to a success, and reject with an error otherwise. */
export type ThrowingClient = generic.ThrowingClient<PlantClient>

/** The service returned a documented problem. `status` and `problem.type` say which one. */
export type ProblemError = generic.ProblemErrorOf<Types>

// The type of a class is not a union, so `status` would not narrow `problem`. The assertion is safe because the status is
// that of the problem, and the client throws it for the problems of this contract only.
export const ProblemError = AnyProblemError as new (
  ...result: ConstructorParameters<typeof AnyProblemError>
) => ProblemError

/**
 * Returns a client without the shorter names.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createClient(options: generic.ClientOptions): Client {
  return createClientOf(contract, options)
}

/**
 * Returns a client with one method for each operation of the service. Sends nothing yet.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createPlantClient(options: PlantClientOptions): PlantClient {
  const client: Client = createClientOf(contract, options)
  return {
    ...client,
    pages: (input) => client.allPages('listPlants', toList(input)),
    allPlants: (input) => client.allItems('listPlants', toList(input)),
  }
}

function toList({ signal, timeoutMs, retry, ...query }: ListInput = {}) {
  return { query, signal, timeoutMs, retry }
}
