// Puts the parts of the client together: one method for each operation of the contract, and the iteration over lists.

import type { operations, Plant } from '../generated/api.d.ts'
import { isPathWithoutPage, normaliseBaseUrl } from './base-url.ts'
import type { ResponseCache } from './cache.ts'
import type { TimingOptions } from './call-options.ts'
import type { DeprecationOptions } from './deprecation.ts'
import type { AnyInput, Arguments } from './operation-input.ts'
import { forEachOperation } from './operation-table.ts'
import { iteratePages, type ListInput, type Page } from './paging.ts'
import type { Result } from './result.ts'
import { checkTokenProvider, type TokenProvider } from './token-provider.ts'
import { createTransport } from './transport.ts'

export interface PlantClientOptions extends TimingOptions, DeprecationOptions {
  /**
   * The service address: an absolute http or https URL. It can have a path, with or without a slash at its end, but no
   * credentials, query or fragment. In a page it can be a path of its own origin, such as `/api`. A server
   * that renders the page can create the client too, but a call there throws an `InputError`.
   */
  baseUrl: string
  /** The access token, or a function that returns one. Sent to the origin of `baseUrl` only. */
  token: TokenProvider
  /** Sends a request. Default: the global `fetch`, looked up for each request. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Stores the responses of reads, as `createCache()` does. Default: no cache. */
  cache?: ResponseCache | undefined
  /** Largest response body that is read, in bytes. Default: 8 MiB. The contract allows far less. */
  bodyLimitBytes?: number | undefined
}

/** A method for each `operationId`. It resolves to a result, or rejects with a `PlantClientError`. */
export type Operations = { [Id in keyof operations]: (...input: Arguments<Id>) => Promise<Result<Id>> }

export interface PlantClient extends Operations {
  /** Iterates over the pages of a list. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
  pages(input?: ListInput): AsyncGenerator<Page, void, undefined>
  /** Iterates over the plants on these pages. Throws like `orThrow`. */
  allPlants(input?: ListInput): AsyncGenerator<Plant, void, undefined>
}

/**
 * Returns a client with one method for each operation of the service. Sends nothing yet.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createPlantClient(options: PlantClientOptions): PlantClient {
  const { baseUrl, token, fetch, cache, bodyLimitBytes = 8 * 2 ** 20 } = options
  checkTokenProvider(token)
  const send = createTransport({
    ...options,
    baseUrl: isPathWithoutPage(baseUrl) ? baseUrl : normaliseBaseUrl(baseUrl),
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    bodyLimitBytes,
    cache,
  })

  // Safe because each method sends the operation it is named after, and returns the result of that operation.
  const operations = forEachOperation(
    (id) =>
      async (input: AnyInput = {}) =>
        (await send(id, input)).result,
  ) as Operations

  return {
    ...operations,
    pages: (input) => iteratePages(send, input),
    async *allPlants(input) {
      for await (const page of iteratePages(send, input)) yield* page.body
    },
  }
}
