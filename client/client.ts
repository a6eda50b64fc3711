// The client with shorter names for the list of plants, and the error that it throws for a problem.

import {
  ProblemError as AnyProblemError,
  type CallOptions,
  type ClientOptions,
  createClient as createClientOf,
  type ProblemErrorOf,
  type ThrowingClient as ThrowingClientOf,
} from 'contract-stack/client'
import type { operations, Plant } from '../generated/api.d.ts'
import { contract, type Types } from '../generated/client.ts'
import type { Client, SuccessOf } from './contract-types.ts'

/**
 * The query of `listPlants`, and the options of each call. `limit` is the size of a page. `timeoutMs` and `retry` apply
 * to each page separately.
 */
export type ListInput = NonNullable<operations['listPlants']['parameters']['query']> & CallOptions

/** A page of the list: the success of `listPlants`. */
export type Page = SuccessOf<'listPlants'>

export type PlantClientOptions = ClientOptions

export interface PlantClient extends Client {
  /** Iterates over the pages of a list. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
  pages(input?: ListInput): AsyncGenerator<Page, void, undefined>
  /** Iterates over the plants on these pages. Throws like `orThrow`. */
  allPlants(input?: ListInput): AsyncGenerator<Plant, void, undefined>
}

/** A client whose methods resolve to a success, and reject with an error otherwise. */
export type ThrowingClient = ThrowingClientOf<PlantClient>

/** The service returned a documented problem. `status` and `problem.type` say which one. */
export type ProblemError = ProblemErrorOf<Types>

// The type of a class is not a union, so `status` would not narrow `problem`. The assertion is safe because the status is
// that of the problem, and the client throws it for the problems of this contract only.
export const ProblemError = AnyProblemError as new (
  ...result: ConstructorParameters<typeof AnyProblemError>
) => ProblemError

/**
 * Returns a client without the shorter names.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createClient(options: ClientOptions): Client {
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
