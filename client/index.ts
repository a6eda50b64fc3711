// Public exports of @plant-collection/client: the client for this contract, and shorter names for the list of plants.

import type { operations, Plant } from '../generated/api.d.ts'
import type * as generated from '../generated/client.ts'
import { type CallOptions, type Client, type ClientOptions, createClient, type SuccessOf } from '../generated/client.ts'

export type { FieldError, Plant, PlantDraft, PlantId, PlantPatch } from '../generated/api.d.ts'
export * from '../generated/client.ts'
export { ClientError as PlantClientError } from '../generated/client.ts'
export { plantRules } from './rules.ts'

/**
 * The query of `listPlants`, and the options of each call. `limit` is the size of a page. `timeoutMs` and `retry` apply
 * to each page separately.
 */
export type ListInput = NonNullable<operations['listPlants']['parameters']['query']> & CallOptions

/** A page of the list: the successful response of `listPlants`. */
export type Page = SuccessOf<'listPlants'>

export type PlantClientOptions = ClientOptions

export interface PlantClient extends Client {
  /** Iterates over the pages of a list. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
  pages(input?: ListInput): AsyncGenerator<Page, void, undefined>
  /** Iterates over the plants on these pages. Throws like `orThrow`. */
  allPlants(input?: ListInput): AsyncGenerator<Plant, void, undefined>
}

/** A client whose methods resolve to a successful response, and reject with an error otherwise. */
export type ThrowingClient = generated.ThrowingClient<PlantClient>

/**
 * Returns a client with one method for each operation of the service. Sends nothing yet.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createPlantClient(options: PlantClientOptions): PlantClient {
  const client = createClient(options)
  return {
    ...client,
    pages: (input) => client.allPages('listPlants', toArguments(input)),
    allPlants: (input) => client.allItems('listPlants', toArguments(input)),
  }
}

function toArguments({ signal, timeoutMs, retry, ...query }: ListInput = {}) {
  return { query, signal, timeoutMs, retry }
}
